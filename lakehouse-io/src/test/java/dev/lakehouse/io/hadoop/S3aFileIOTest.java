package dev.lakehouse.io.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.StorageException.Kind;
import dev.lakehouse.io.Capabilities;
import dev.lakehouse.io.Capabilities.CreateIfAbsent;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.PutOutcome;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.io.testing.FaultProxy;
import dev.lakehouse.io.testing.FaultProxy.Fate;
import dev.lakehouse.io.testing.FileIOContract;
import dev.lakehouse.io.testing.S3Server;
import java.nio.charset.Charset;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** S3 through hadoop-aws without the SDK's bundle; ci/hadoop puts it on the class path. */
@Tag("hadoop")
class S3aFileIOTest extends FileIOContract {
  private static final Charset NAMES = Charset.forName(System.getProperty("sun.jnu.encoding"));

  private static S3Server server;
  private static FaultProxy proxy;
  private static HadoopFileIO files;

  private final Location directory =
      new Location("s3a", S3Server.BUCKET, "/t-" + UUID.randomUUID());

  @BeforeAll
  static void start() {
    server = S3Server.start();
    proxy = FaultProxy.before(server.port());
    files = files(configuration());
  }

  private static HadoopFileIO files(Configuration configuration) {
    return (HadoopFileIO)
        new HadoopFileIOFactory(configuration, Set.of("s3a")).create(StorageOptions.DEFAULT);
  }

  private static Configuration configuration() {
    Configuration configuration = new Configuration();
    configuration.set("fs.s3a.endpoint", proxy.endpoint());
    configuration.set("fs.s3a.endpoint.region", "external");
    configuration.set("fs.s3a.path.style.access", "true");
    configuration.set("fs.s3a.access.key", S3Server.ACCESS_KEY);
    configuration.set("fs.s3a.secret.key", S3Server.SECRET_KEY);
    configuration.set("fs.s3a.connection.ssl.enabled", "false");
    configuration.set("fs.s3a.retry.limit", "3");
    configuration.set("fs.s3a.retry.interval", "20ms");
    return configuration;
  }

  @AfterAll
  static void stop() {
    files.close();
    proxy.close();
    server.close();
  }

  @Override
  protected FileIO files() {
    return files;
  }

  @Override
  protected Location directory() {
    return directory;
  }

  @Override
  protected int rounds() {
    return 8;
  }

  @Override
  protected int slowRounds() {
    return 40;
  }

  @Override
  protected int manyFiles() {
    return 1_050;
  }

  @Override
  protected boolean canName(String name) {
    return NAMES.newEncoder().canEncode(name) && name.indexOf(':') < 0;
  }

  /** hadoop-aws sends again by itself, and takes its own object for another's. */
  @Test
  void aLostAnswerIsRecovered() {
    Location file = directory.child("0.json");
    files.capabilities(directory);
    AtomicBoolean lost = new AtomicBoolean();
    proxy.plan(
        request ->
            request.isConditionalPut() && lost.compareAndSet(false, true)
                ? new Fate.LoseAnswer()
                : FaultProxy.PASS);
    PutOutcome outcome = files.createIfAbsent(file, new byte[] {1, 2});
    proxy.plan(request -> FaultProxy.PASS);
    assertTrue(lost.get(), "an answer was lost");
    assertInstanceOf(PutOutcome.Recovered.class, outcome);
    assertInstanceOf(PutOutcome.Exists.class, files.createIfAbsent(file, new byte[] {3}));
  }

  @Test
  void withoutConditionalWritesTheBucketIsRefused() {
    Configuration configuration = configuration();
    configuration.set("fs.s3a.create.conditional.enabled", "false");
    try (HadoopFileIO unsafe = files(configuration)) {
      Capabilities capabilities = unsafe.capabilities(directory);
      assertEquals(CreateIfAbsent.NONE, capabilities.createIfAbsent());
      assertTrue(capabilities.reason().contains("conditional"), capabilities.reason());
      StorageException refusal =
          assertThrows(
              StorageException.class,
              () -> unsafe.createIfAbsent(directory.child("0"), new byte[1]));
      assertEquals(Kind.UNSUPPORTED, refusal.kind());
    }
  }
}
