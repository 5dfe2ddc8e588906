package dev.lakehouse.io;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;

/**
 * How to reach S3 and the stores that speak its protocol. What is not set comes from where every
 * AWS program takes it: system properties, the environment ({@code AWS_REGION}, {@code
 * AWS_ENDPOINT_URL_S3}, {@code AWS_ACCESS_KEY_ID} and so on), the profile, the machine's role.
 *
 * <p>Immutable. {@link #toString} holds no secret.
 */
public final class S3Options {
  /** Everything from the standard chain. */
  public static final S3Options DEFAULT = builder().build();

  private final @Nullable URI endpoint;
  private final @Nullable String region;
  private final @Nullable Boolean pathStyle;
  private final Credentials credentials;
  private final Encryption encryption;
  private final boolean requesterPays;
  private final ConditionalWrites conditionalWrites;
  private final Duration connectTimeout;
  private final Duration readTimeout;
  private final Duration deadline;
  private final int connections;
  private final @Nullable URI proxy;
  private final Map<String, S3Options> buckets;

  private S3Options(Builder builder) {
    endpoint = builder.endpoint;
    region = builder.region;
    pathStyle = builder.pathStyle;
    credentials = builder.credentials;
    encryption = builder.encryption;
    requesterPays = builder.requesterPays;
    conditionalWrites = builder.conditionalWrites;
    connectTimeout = builder.connectTimeout;
    readTimeout = builder.readTimeout;
    deadline = builder.deadline;
    connections = builder.connections;
    proxy = builder.proxy;
    buckets = Map.copyOf(builder.buckets);
  }

  /** Options to be set one by one. */
  public static Builder builder() {
    return new Builder();
  }

  /** These options, to be changed. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.endpoint = endpoint;
    builder.region = region;
    builder.pathStyle = pathStyle;
    builder.credentials = credentials;
    builder.encryption = encryption;
    builder.requesterPays = requesterPays;
    builder.conditionalWrites = conditionalWrites;
    builder.connectTimeout = connectTimeout;
    builder.readTimeout = readTimeout;
    builder.deadline = deadline;
    builder.connections = connections;
    builder.proxy = proxy;
    builder.buckets.putAll(buckets);
    return builder;
  }

  /** The options for one bucket: its own if it has some, else these. */
  public S3Options forBucket(String bucket) {
    return buckets.getOrDefault(bucket, this);
  }

  /** The server, if not AWS. */
  public Optional<URI> endpoint() {
    return Optional.ofNullable(endpoint);
  }

  /** The region. */
  public Optional<String> region() {
    return Optional.ofNullable(region);
  }

  /**
   * Whether the bucket stands in the path of a URL; if empty, it does for servers other than AWS.
   */
  public Optional<Boolean> pathStyle() {
    return Optional.ofNullable(pathStyle);
  }

  /** Who asks. */
  public Credentials credentials() {
    return credentials;
  }

  /** How objects are encrypted by the server. */
  public Encryption encryption() {
    return encryption;
  }

  /** Whether requests are charged to us and not to the bucket's owner. */
  public boolean requesterPays() {
    return requesterPays;
  }

  /** How far the store's conditional writes are trusted. */
  public ConditionalWrites conditionalWrites() {
    return conditionalWrites;
  }

  /** How long to wait for a connection. */
  public Duration connectTimeout() {
    return connectTimeout;
  }

  /** How long to wait for the next byte. */
  public Duration readTimeout() {
    return readTimeout;
  }

  /** How long one operation may take with all its tries. */
  public Duration deadline() {
    return deadline;
  }

  /** How many connections there may be at once, which is also how many reads. */
  public int connections() {
    return connections;
  }

  /** The HTTP proxy. */
  public Optional<URI> proxy() {
    return Optional.ofNullable(proxy);
  }

  @Override
  public String toString() {
    return "S3Options[endpoint="
        + (endpoint == null ? "standard" : endpoint)
        + ", region="
        + (region == null ? "standard" : region)
        + ", credentials="
        + credentials
        + ", conditionalWrites="
        + conditionalWrites
        + ", buckets="
        + buckets.keySet()
        + "]";
  }

  /** Where credentials come from. */
  public sealed interface Credentials {
    /** The standard chain: properties, environment, web identity, profile, container, machine. */
    record Chain() implements Credentials {}

    /** A key of its own. */
    record Key(String accessKey, String secretKey, @Nullable String sessionToken)
        implements Credentials {
      /** Without what is secret. */
      @Override
      public String toString() {
        return "Key[...]";
      }
    }

    /** A profile of the shared configuration files. */
    record Profile(String name) implements Credentials {}

    /** None: requests are not signed. */
    record Anonymous() implements Credentials {}

    /** The user's own source, asked for each request, so that credentials may rotate. */
    record Provider(AwsCredentialsProvider provider) implements Credentials {
      /** Without what the provider might print of itself. */
      @Override
      public String toString() {
        return "Provider[" + provider.getClass().getName() + "]";
      }
    }
  }

  /** How the server encrypts objects. */
  public sealed interface Encryption {
    /** As the bucket says. */
    record OfBucket() implements Encryption {}

    /** With keys that S3 holds. */
    record S3() implements Encryption {}

    /**
     * With a key of KMS.
     *
     * @param keyId the key; null for the account's own
     * @param bucketKey whether a key of the bucket saves calls of KMS
     */
    record Kms(@Nullable String keyId, boolean bucketKey) implements Encryption {}
  }

  /** How far a store is trusted to create an object only if none is there. */
  public enum ConditionalWrites {
    /** A store is tried out before the first commit, and refused if it fails. */
    PROBE,
    /** The store is trusted without a trial. */
    TRUST,
    /**
     * The store cannot do it, and the user vouches that no one else, in no process, writes to the
     * tables at the same time. A second writer destroys commits of the first.
     */
    SINGLE_WRITER
  }

  /** Sets options one by one. */
  public static final class Builder {
    private @Nullable URI endpoint;
    private @Nullable String region;
    private @Nullable Boolean pathStyle;
    private Credentials credentials = new Credentials.Chain();
    private Encryption encryption = new Encryption.OfBucket();
    private boolean requesterPays;
    private ConditionalWrites conditionalWrites = ConditionalWrites.PROBE;
    private Duration connectTimeout = Duration.ofSeconds(5);
    private Duration readTimeout = Duration.ofSeconds(30);
    private Duration deadline = Duration.ofSeconds(60);
    private int connections = 64;
    private @Nullable URI proxy;
    private final Map<String, S3Options> buckets = new LinkedHashMap<>();

    private Builder() {}

    /** A server other than AWS: {@code http://127.0.0.1:8333}. */
    public Builder endpoint(String uri) {
      endpoint = httpUri("endpoint", uri);
      if (endpoint.getUserInfo() != null) {
        throw new IllegalArgumentException(
            "The S3 endpoint must not hold credentials; set them with credentials(key, secret)");
      }
      return this;
    }

    /** The region, {@code eu-central-1}. Servers other than AWS take any. */
    public Builder region(String name) {
      region = name;
      return this;
    }

    /** Whether URLs are {@code host/bucket/key} and not {@code bucket.host/key}. */
    public Builder pathStyle(boolean bucketInPath) {
      pathStyle = bucketInPath;
      return this;
    }

    /** A fixed key. */
    public Builder credentials(String accessKey, String secretKey) {
      credentials = new Credentials.Key(accessKey, secretKey, null);
      return this;
    }

    /** A key that ends with its session. */
    public Builder credentials(String accessKey, String secretKey, String sessionToken) {
      credentials = new Credentials.Key(accessKey, secretKey, sessionToken);
      return this;
    }

    /** A source of credentials, asked for each request. */
    public Builder credentials(AwsCredentialsProvider provider) {
      credentials = new Credentials.Provider(provider);
      return this;
    }

    /** The credentials of a profile of the shared configuration files. */
    public Builder profile(String name) {
      credentials = new Credentials.Profile(name);
      return this;
    }

    /** Requests are not signed: for public buckets. */
    public Builder anonymous() {
      credentials = new Credentials.Anonymous();
      return this;
    }

    /** How the server encrypts what is written. */
    public Builder encryption(Encryption how) {
      encryption = how;
      return this;
    }

    /** Whether requests are charged to us. */
    public Builder requesterPays(boolean pays) {
      requesterPays = pays;
      return this;
    }

    /** How far conditional writes are trusted. */
    public Builder conditionalWrites(ConditionalWrites trust) {
      conditionalWrites = trust;
      return this;
    }

    /** How long to wait for a connection; 5 s. */
    public Builder connectTimeout(Duration timeout) {
      connectTimeout = positive("connectTimeout", timeout);
      return this;
    }

    /** How long to wait for the next byte; 30 s. */
    public Builder readTimeout(Duration timeout) {
      readTimeout = positive("readTimeout", timeout);
      return this;
    }

    /** How long one operation may take with all its tries; 60 s. */
    public Builder deadline(Duration limit) {
      deadline = positive("deadline", limit);
      return this;
    }

    /** How many connections there may be at once; 64. */
    public Builder connections(int count) {
      if (count < 1) {
        throw new IllegalArgumentException("S3 needs at least one connection, not " + count);
      }
      connections = count;
      return this;
    }

    /** An HTTP proxy, {@code http://user:password@host:port}. */
    public Builder proxy(String uri) {
      proxy = httpUri("proxy", uri);
      return this;
    }

    /** Other options for one bucket. */
    public Builder bucket(String name, S3Options options) {
      buckets.put(name, options);
      return this;
    }

    /** The options. */
    public S3Options build() {
      return new S3Options(this);
    }

    /** The text is not shown in the failure: it might hold a password. */
    private static URI httpUri(String option, String text) {
      URI uri;
      try {
        uri = URI.create(text);
      } catch (IllegalArgumentException e) {
        throw notHttp(option);
      }
      boolean http = "http".equalsIgnoreCase(uri.getScheme());
      if ((!http && !"https".equalsIgnoreCase(uri.getScheme())) || uri.getHost() == null) {
        throw notHttp(option);
      }
      return uri;
    }

    private static IllegalArgumentException notHttp(String option) {
      return new IllegalArgumentException(
          "The S3 option " + option + " must be a URL like http://127.0.0.1:8333");
    }

    private static Duration positive(String option, Duration duration) {
      if (duration.isNegative() || duration.isZero()) {
        throw new IllegalArgumentException(
            "The S3 option " + option + " must be positive, not " + duration);
      }
      return duration;
    }
  }
}
