package dev.lakehouse.io.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.StorageException.Kind;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.OutputFile;
import dev.lakehouse.io.RoutingFileIO;
import dev.lakehouse.io.S3Options;
import dev.lakehouse.io.S3Options.ConditionalWrites;
import dev.lakehouse.io.S3Options.Encryption;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.io.testing.FaultProxy;
import dev.lakehouse.io.testing.FaultProxy.Fate;
import dev.lakehouse.io.testing.FaultProxy.Request;
import dev.lakehouse.io.testing.ForkedJvm;
import dev.lakehouse.io.testing.S3Server;
import dev.lakehouse.io.testing.SimulatedTime;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;

/** What stands in the requests, by the options; and what stands in no message. */
@Timeout(120)
class S3RequestTest {
  private static final byte[] BODY = "body".getBytes(UTF_8);

  private static S3Server server;
  private static FaultProxy proxy;

  private final Location directory = server.bucket().child("t-" + UUID.randomUUID());

  @BeforeAll
  static void start() {
    server = S3Server.start();
    proxy = FaultProxy.before(server.port());
  }

  @AfterAll
  static void stop() {
    proxy.close();
    server.close();
  }

  private Location at(String name) {
    return directory.child(name);
  }

  private static S3FileIO files(Function<S3Options.Builder, S3Options.Builder> change) {
    S3Options.Builder options =
        S3Server.options(proxy.endpoint()).conditionalWrites(ConditionalWrites.TRUST);
    proxy.plan(request -> FaultProxy.PASS);
    return new S3FileIO(new SimulatedTime().storageOptions().withS3(change.apply(options).build()));
  }

  private static Request only() {
    assertEquals(1, proxy.requests().size());
    return proxy.requests().get(0);
  }

  private static void assertHeader(String value, Request request, String name) {
    assertEquals(value, request.header(name).orElse(null), name);
  }

  /** Stores that are not AWS save the framing of chunks, or reject trailers. */
  @Test
  void bodiesAreSentPlainAndSigned() {
    try (S3FileIO files = files(options -> options)) {
      files.createIfAbsent(at("0"), BODY);
      Request put = only();
      assertEquals("/" + S3Server.BUCKET + directory.path() + "/0", put.target());
      assertHeader("4", put, "content-length");
      assertHeader("*", put, "if-none-match");
      assertHeader(null, put, "content-encoding");
      assertHeader(null, put, "x-amz-trailer");
      assertHeader(null, put, "x-amz-checksum-crc32");
      assertHeader(null, put, "x-amz-decoded-content-length");
      assertHeader(null, put, "x-amz-server-side-encryption");
      assertHeader(null, put, "x-amz-request-payer");
      assertTrue(put.header("authorization").orElseThrow().startsWith("AWS4-HMAC-SHA256 "));
    }
  }

  @Test
  void encryptionIsAskedForWhereObjectsAreMade() {
    try (S3FileIO files = files(options -> options.encryption(new Encryption.S3()))) {
      proxy.plan(request -> new Fate.AnswerInstead(403, "AccessDenied"));
      assertThrows(StorageException.class, () -> files.put(at("0"), BODY));
      assertHeader("AES256", only(), "x-amz-server-side-encryption");
    }
    Encryption kms = new Encryption.Kms("arn:aws:kms:eu-central-1:1:key/k", true);
    try (S3FileIO files = files(options -> options.encryption(kms))) {
      proxy.plan(request -> new Fate.AnswerInstead(403, "AccessDenied"));
      OutputFile large = files.create(at("1"));
      byte[] part = new byte[S3OutputFile.PART_BYTES];
      assertThrows(StorageException.class, () -> large.write(part, 0, part.length));
      assertTrue(only().target().endsWith("?uploads"), only().target());
      assertHeader("aws:kms", only(), "x-amz-server-side-encryption");
      assertHeader(
          "arn:aws:kms:eu-central-1:1:key/k",
          only(),
          "x-amz-server-side-encryption-aws-kms-key-id");
      assertHeader("true", only(), "x-amz-server-side-encryption-bucket-key-enabled");
    }
  }

  @Test
  void theRequesterPaysEveryRequest() {
    try (S3FileIO files = files(options -> options.requesterPays(true))) {
      files.put(at("0"), BODY);
      files.put(at("1"), BODY);
      files.readSmall(at("0"), 10);
      files.stat(at("0"));
      files.list(directory, null).hasNext();
      files.delete(List.of(at("0"), at("1")));
      files.delete(List.of(at("0")));
      assertEquals(7, proxy.requests().size());
      proxy
          .requests()
          .forEach(request -> assertHeader("requester", request, "x-amz-request-payer"));
    }
  }

  @Test
  void anonymousRequestsAreNotSigned() {
    try (S3FileIO files = files(S3Options.Builder::anonymous)) {
      assertThrows(StorageException.class, () -> files.readSmall(at("0"), 10));
      assertHeader(null, only(), "authorization");
    }
  }

  @Test
  void aSessionTokenGoesAlong() {
    try (S3FileIO files = files(options -> options.credentials("AKIA1", "secret", "session"))) {
      assertThrows(StorageException.class, () -> files.readSmall(at("0"), 10));
      assertHeader("session", proxy.requests().get(0), "x-amz-security-token");
    }
  }

  /** Credentials that end during a long scan are replaced by the provider's next ones. */
  @Test
  void credentialsMayRotate() {
    AtomicInteger asked = new AtomicInteger();
    AwsCredentialsProvider rotating =
        () -> {
          AwsCredentials old = AwsSessionCredentials.create("AKIAOLD", "old", "token");
          return asked.incrementAndGet() == 1
              ? old
              : AwsBasicCredentials.create(S3Server.ACCESS_KEY, S3Server.SECRET_KEY);
        };
    server.put(at("0"), BODY);
    try (S3FileIO files = files(options -> options.credentials(rotating))) {
      proxy.plan(
          request ->
              request.header("x-amz-security-token").isPresent()
                  ? new Fate.AnswerInstead(400, "ExpiredToken")
                  : FaultProxy.PASS);
      assertArrayEquals(BODY, files.readSmall(at("0"), 10));
      assertEquals(2, proxy.requests().size());
    }
  }

  @Test
  void credentialsThatStayExpiredAreNotTriedForEver() {
    try (S3FileIO files = files(options -> options)) {
      proxy.plan(request -> new Fate.AnswerInstead(400, "ExpiredToken"));
      StorageException failure =
          assertThrows(StorageException.class, () -> files.readSmall(at("0"), 10));
      assertEquals(Kind.DENIED, failure.kind());
      assertEquals(2, proxy.requests().size());
    }
  }

  @Test
  void aBucketMayHaveOptionsOfItsOwn() {
    S3Options nowhere = S3Options.builder().endpoint("http://127.0.0.1:1").anonymous().build();
    try (S3FileIO files =
        files(options -> options.bucket("elsewhere", nowhere).deadline(Duration.ofMillis(1)))) {
      files.put(at("0"), BODY);
      Location elsewhere = Location.parse("s3://elsewhere/t/0");
      StorageException failure =
          assertThrows(StorageException.class, () -> files.readSmall(elsewhere, 10));
      assertEquals(Kind.TRANSIENT, failure.kind());
      assertEquals(1, proxy.requests().size());
    }
  }

  @Test
  void requestsMayGoThroughAProxy() {
    S3Options options =
        server.options().proxy(proxy.endpoint()).conditionalWrites(ConditionalWrites.TRUST).build();
    proxy.plan(request -> FaultProxy.PASS);
    try (S3FileIO files = new S3FileIO(StorageOptions.DEFAULT.withS3(options))) {
      files.put(at("0"), BODY);
      assertArrayEquals(BODY, files.readSmall(at("0"), 10));
      assertEquals(2, proxy.requests().size());
    }
  }

  @Test
  void theEnvironmentNamesServerAndCredentials(@TempDir Path home) throws Exception {
    server.put(at("0"), BODY);
    Map<String, String> variables =
        Map.of(
            "AWS_ENDPOINT_URL_S3", server.endpoint(),
            "AWS_ACCESS_KEY_ID", S3Server.ACCESS_KEY,
            "AWS_SECRET_ACCESS_KEY", S3Server.SECRET_KEY,
            "AWS_CONFIG_FILE", home.resolve("absent").toString(),
            "AWS_SHARED_CREDENTIALS_FILE", home.resolve("absent").toString());
    assertEquals(
        List.of("4 bytes"),
        ForkedJvm.start(StatPrinter.class, variables, at("0").toString()).lines());
  }

  @Test
  void aProfileNamesServerAndCredentials(@TempDir Path home) throws Exception {
    server.put(at("0"), BODY);
    Path config = home.resolve("config");
    Files.writeString(
        config,
        String.join(
            "\n",
            "[profile lake]",
            "region = eu-central-1",
            "endpoint_url = " + server.endpoint(),
            "aws_access_key_id = " + S3Server.ACCESS_KEY,
            "aws_secret_access_key = " + S3Server.SECRET_KEY));
    Map<String, String> variables =
        Map.of(
            "AWS_CONFIG_FILE", config.toString(),
            "AWS_SHARED_CREDENTIALS_FILE", home.resolve("absent").toString());
    assertEquals(
        List.of("4 bytes"),
        ForkedJvm.start(StatPrinter.class, variables, at("0").toString(), "lake").lines());
  }

  /** Prints what is at a location, with the options of the environment or of a profile. */
  static final class StatPrinter {
    private StatPrinter() {}

    public static void main(String[] args) {
      S3Options options =
          args.length == 1 ? S3Options.DEFAULT : S3Options.builder().profile(args[1]).build();
      try (S3FileIO files = new S3FileIO(StorageOptions.DEFAULT.withS3(options))) {
        System.out.println(files.stat(Location.parse(args[0])).length() + " bytes");
      }
    }
  }

  @Test
  void s3AndS3aAreServedByTheLibraryAlone() {
    StorageOptions options = StorageOptions.DEFAULT.withS3(server.options().build());
    try (RoutingFileIO files = RoutingFileIO.discover(List.of(), options)) {
      files.put(at("0"), BODY);
      Location other = Location.parse(at("0").toString().replace("s3:", "s3a:"));
      assertEquals(4, files.stat(other).length());
    }
  }

  @Test
  void markersOfDirectoriesAreNotFiles() {
    server.put(at("d/f"), BODY);
    try (S3FileIO files = files(options -> options)) {
      String page =
          "<?xml version=\"1.0\"?><ListBucketResult><IsTruncated>false</IsTruncated>"
              + content("t/", 0)
              + content("t/d/", 0)
              + content("t/z", 3)
              + content("t/a", 0)
              + "</ListBucketResult>";
      proxy.plan(request -> new Fate.Reply(page));
      Location root = Location.parse("s3://bucket/t");
      assertEquals(List.of("a", "z"), names(files.list(root, null)));
      assertEquals(List.of("a", "z"), names(files.listRecursive(root)).stream().sorted().toList());
    }
  }

  private static String content(String key, int size) {
    return "<Contents><Key>"
        + key
        + "</Key><LastModified>2026-06-01T12:00:00.000Z</LastModified><ETag>\"e\"</ETag><Size>"
        + size
        + "</Size></Contents>";
  }

  private static List<String> names(CloseableIterator<FileEntry> entries) {
    List<String> names = new java.util.ArrayList<>();
    entries.forEachRemaining(entry -> names.add(entry.name()));
    return names;
  }

  @Test
  void pagesThatOverlapAreRefused() {
    try (S3FileIO files = files(options -> options)) {
      String first =
          "<?xml version=\"1.0\"?><ListBucketResult><IsTruncated>true</IsTruncated>"
              + "<NextContinuationToken>more</NextContinuationToken>"
              + content("t/m", 1)
              + content("t/z", 1)
              + "</ListBucketResult>";
      String second =
          "<?xml version=\"1.0\"?><ListBucketResult><IsTruncated>false</IsTruncated>"
              + content("t/n", 1)
              + "</ListBucketResult>";
      proxy.plan(
          request -> new Fate.Reply(request.target().contains("continuation") ? second : first));
      Location root = Location.parse("s3://bucket/t");
      StorageException failure =
          assertThrows(StorageException.class, () -> names(files.list(root, null)));
      assertEquals(Kind.CORRUPT, failure.kind());
    }
  }

  @Test
  void aDeleteThatFailsForOneKeySaysSoAfterTheOthers() {
    try (S3FileIO files = files(options -> options)) {
      String answer =
          "<?xml version=\"1.0\"?><DeleteResult><Error><Key>"
              + at("1").path().substring(1)
              + "</Key><Code>InternalError</Code><Message>m</Message></Error></DeleteResult>";
      proxy.plan(
          request ->
              request.method().equals("POST")
                  ? new Fate.Reply(answer)
                  : new Fate.AnswerInstead(403, "AccessDenied"));
      StorageException failure =
          assertThrows(
              StorageException.class, () -> files.delete(List.of(at("0"), at("1"), at("2"))));
      assertEquals(Kind.DENIED, failure.kind());
      assertEquals(at("1").toString(), failure.path());
      assertEquals(2, proxy.requests().size());
    }
  }

  /** Google's gateway has no batches. */
  @Test
  void aStoreWithoutBatchesIsAskedOneByOne() {
    server.put(at("0"), BODY);
    server.put(at("1"), BODY);
    try (S3FileIO files = files(options -> options)) {
      proxy.plan(
          request ->
              request.method().equals("POST")
                  ? new Fate.AnswerInstead(501, "NotImplemented")
                  : FaultProxy.PASS);
      files.delete(List.of(at("0"), at("1")));
      assertEquals(List.of(), names(files.list(directory, null)));
    }
  }

  @Test
  void aLocationWithCredentialsIsRefusedAndNotRepeated() {
    try (S3FileIO files = files(options -> options)) {
      IllegalArgumentException failure =
          assertThrows(
              IllegalArgumentException.class,
              () -> files.stat(Location.parse("s3://AKIA:hush@bucket/t")));
      assertFalse(failure.getMessage().contains("hush"), failure.getMessage());
    }
    assertThrows(
        IllegalArgumentException.class, () -> S3Options.builder().endpoint("http://a:hush@h:1"));
  }

  @Test
  void noSecretStandsInAMessageOrText() {
    String secret = "very/secret+value";
    String token = "session-token-value";
    try (S3FileIO files = files(options -> options.credentials("AKIAWRONG", secret, token))) {
      StorageException denied =
          assertThrows(StorageException.class, () -> files.readSmall(at("0"), 10));
      assertEquals(Kind.DENIED, denied.kind());
      proxy.plan(request -> new Fate.AnswerInstead(400, secret));
      StorageException echoed =
          assertThrows(StorageException.class, () -> files.readSmall(at("0"), 10));
      assertFalse(echoed.getMessage().contains(secret), echoed.getMessage());
      String texts =
          trace(denied)
              + S3Options.builder().credentials("AKIAWRONG", secret, token).build()
              + S3Options.builder().credentials("AKIAWRONG", secret, token).build().credentials()
              + StorageOptions.DEFAULT.withS3(
                  S3Options.builder().credentials("AKIAWRONG", secret, token).build())
              + files;
      assertFalse(texts.contains(secret), texts);
      assertFalse(texts.contains(token), texts);
    }
    String proxyPassword = "hush";
    S3Options options = S3Options.builder().proxy("http://me:" + proxyPassword + "@h:1").build();
    assertFalse(options.toString().contains(proxyPassword));
  }

  private static String trace(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  @Test
  void optionsOutOfRangeAreRefused() {
    S3Options.Builder builder = S3Options.builder();
    assertThrows(IllegalArgumentException.class, () -> builder.endpoint("127.0.0.1:8333"));
    assertThrows(IllegalArgumentException.class, () -> builder.proxy("ftp://h"));
    assertThrows(IllegalArgumentException.class, () -> builder.connections(0));
    assertThrows(IllegalArgumentException.class, () -> builder.deadline(Duration.ZERO));
    assertThrows(IllegalArgumentException.class, () -> builder.readTimeout(Duration.ofSeconds(-1)));
    S3Options changed =
        builder
            .endpoint("https://h:1")
            .region("r")
            .pathStyle(false)
            .profile("p")
            .requesterPays(true)
            .connections(3)
            .build();
    assertEquals(changed.toString(), changed.toBuilder().build().toString());
    assertEquals(3, changed.toBuilder().build().connections());
  }
}
