package dev.lakehouse.io.s3;

import dev.lakehouse.io.S3Options;
import dev.lakehouse.io.S3Options.Credentials;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.apache5.ProxyConfiguration;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.AwsProfileRegionProvider;
import software.amazon.awssdk.regions.providers.AwsRegionProviderChain;
import software.amazon.awssdk.regions.providers.SystemSettingsRegionProvider;
import software.amazon.awssdk.services.s3.LegacyMd5Plugin;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/**
 * Clients of the SDK, set up so that any store understands them: no chunked signing and no checksum
 * trailers, the bucket in the path, and never a retry that we do not see.
 */
final class S3Clients {
  private S3Clients() {}

  /** A client; {@code observer} sees its requests. The caller closes it. */
  static S3Client create(S3Options options, ExecutionInterceptor observer) {
    S3Client client = builder(options, options.endpoint(), observer).build();
    Optional<URI> found = client.serviceClientConfiguration().endpointOverride();
    if (found.isEmpty() || found.equals(options.endpoint())) {
      return client;
    }
    // An endpoint of the environment or profile, which decides more than where requests go.
    client.close();
    return builder(options, found, observer).build();
  }

  private static S3ClientBuilder builder(
      S3Options options, Optional<URI> endpoint, ExecutionInterceptor observer) {
    boolean aws = endpoint.map(S3Clients::isAws).orElse(true);
    S3ClientBuilder builder =
        S3Client.builder()
            .httpClientBuilder(http(options))
            .credentialsProvider(credentials(options.credentials()))
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            .serviceConfiguration(s3 -> s3.chunkedEncodingEnabled(false))
            .forcePathStyle(options.pathStyle().orElse(!aws))
            .overrideConfiguration(
                override -> {
                  override.retryStrategy(AwsRetryStrategy.doNotRetry());
                  override.addExecutionInterceptor(observer);
                  if (options.credentials() instanceof Credentials.Profile profile) {
                    override.defaultProfileName(profile.name());
                  }
                });
    region(builder, options, endpoint.isEmpty());
    endpoint.ifPresent(builder::endpointOverride);
    if (!aws) {
      builder.addPlugin(LegacyMd5Plugin.create());
    }
    return builder;
  }

  static boolean isAws(URI endpoint) {
    String host = endpoint.getHost().toLowerCase(Locale.ROOT);
    return host.endsWith(".amazonaws.com") || host.endsWith(".amazonaws.com.cn");
  }

  /**
   * The chain of the SDK without the machine's metadata service, for which a laptop waits seconds;
   * AWS itself says where a bucket is.
   */
  private static void region(S3ClientBuilder builder, S3Options options, boolean followBucket) {
    Region region = options.region().map(Region::of).orElseGet(() -> standardRegion(options));
    builder.region(region).crossRegionAccessEnabled(followBucket);
  }

  private static Region standardRegion(S3Options options) {
    AwsProfileRegionProvider profile =
        options.credentials() instanceof Credentials.Profile named
            ? new AwsProfileRegionProvider(null, named.name())
            : new AwsProfileRegionProvider();
    try {
      return new AwsRegionProviderChain(new SystemSettingsRegionProvider(), profile).getRegion();
    } catch (SdkClientException e) {
      return Region.US_EAST_1;
    }
  }

  private static AwsCredentialsProvider credentials(Credentials credentials) {
    if (credentials instanceof Credentials.Key key) {
      return StaticCredentialsProvider.create(
          key.sessionToken() == null
              ? AwsBasicCredentials.create(key.accessKey(), key.secretKey())
              : AwsSessionCredentials.create(key.accessKey(), key.secretKey(), key.sessionToken()));
    }
    if (credentials instanceof Credentials.Profile profile) {
      return ProfileCredentialsProvider.create(profile.name());
    }
    if (credentials instanceof Credentials.Provider own) {
      return own.provider();
    }
    return credentials instanceof Credentials.Anonymous
        ? AnonymousCredentialsProvider.create()
        : DefaultCredentialsProvider.builder().build();
  }

  private static Apache5HttpClient.Builder http(S3Options options) {
    Apache5HttpClient.Builder http =
        Apache5HttpClient.builder()
            .maxConnections(options.connections())
            .connectionTimeout(options.connectTimeout())
            .socketTimeout(options.readTimeout())
            .connectionAcquisitionTimeout(options.deadline());
    options.proxy().ifPresent(proxy -> http.proxyConfiguration(proxy(proxy)));
    return http;
  }

  private static ProxyConfiguration proxy(URI proxy) {
    String[] user = proxy.getUserInfo() == null ? new String[0] : proxy.getUserInfo().split(":", 2);
    URI server = URI.create(proxy.getScheme() + "://" + proxy.getHost() + ":" + proxy.getPort());
    ProxyConfiguration.Builder builder = ProxyConfiguration.builder().endpoint(server);
    if (user.length == 2) {
      builder.username(user[0]).password(user[1]);
    }
    return builder.build();
  }
}
