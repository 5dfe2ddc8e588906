package dev.lakehouse.io.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.StorageException.Kind;
import dev.lakehouse.io.Capabilities.CreateIfAbsent;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.PutOutcome;
import dev.lakehouse.io.S3Options;
import dev.lakehouse.io.S3Options.ConditionalWrites;
import dev.lakehouse.io.testing.FaultProxy;
import dev.lakehouse.io.testing.FaultProxy.Fate;
import dev.lakehouse.io.testing.FaultProxy.Request;
import dev.lakehouse.io.testing.S3Server;
import dev.lakehouse.io.testing.SimulatedTime;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.blobstore.ForwardingBlobStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** PITFALLS E 70: a store that ignores or races conditional writes is found out and refused. */
@Timeout(120)
class S3ProbeTest {
  private static final byte[] BODY = "body".getBytes(UTF_8);

  private final SimulatedTime time = new SimulatedTime();
  private final List<AutoCloseable> opened = new ArrayList<>();
  private final Location log = Location.parse("s3://" + S3Server.BUCKET + "/t/_delta_log");
  private FaultProxy proxy;

  @AfterEach
  void close() throws Exception {
    for (int i = opened.size() - 1; i >= 0; i--) {
      opened.get(i).close();
    }
  }

  private <T extends AutoCloseable> T opened(T resource) {
    opened.add(resource);
    return resource;
  }

  private S3FileIO files(
      UnaryOperator<BlobStore> store, Function<S3Options.Builder, S3Options.Builder> change) {
    S3Server server = opened(S3Server.start(store));
    proxy = opened(FaultProxy.before(server.port()));
    S3Options options = change.apply(S3Server.options(proxy.endpoint())).build();
    return opened(new S3FileIO(time.storageOptions().withS3(options)));
  }

  private S3FileIO files(UnaryOperator<BlobStore> store) {
    return files(store, options -> options);
  }

  /** Replaces objects whatever the condition. */
  private static final class IgnoringStore extends ForwardingBlobStore {
    IgnoringStore(BlobStore target) {
      super(target);
    }

    @Override
    public PutObjectResponse putBlob(PutObjectRequest request, InputStream content) {
      return super.putBlob(request.toBuilder().ifNoneMatch(null).build(), content);
    }
  }

  /** Looks first and writes later. */
  private static final class RacingStore extends ForwardingBlobStore {
    RacingStore(BlobStore target) {
      super(target);
    }

    @Override
    public PutObjectResponse putBlob(PutObjectRequest request, InputStream content) {
      if (request.ifNoneMatch() != null) {
        if (blobExists(request.bucket(), request.key())) {
          throw S3Exception.builder().statusCode(412).message("taken").build();
        }
        pause();
      }
      return super.putBlob(request.toBuilder().ifNoneMatch(null).build(), content);
    }

    private static void pause() {
      try {
        Thread.sleep(5);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private long conditionalPuts() {
    return proxy.requests().stream().filter(Request::isConditionalPut).count();
  }

  private void assertRefused(S3FileIO files, String seen) {
    StorageException failure =
        assertThrows(StorageException.class, () -> files.createIfAbsent(log.child("0.json"), BODY));
    assertEquals(Kind.UNSUPPORTED, failure.kind());
    for (String text : List.of(proxy.endpoint(), seen, "Upgrade the store", "SINGLE_WRITER")) {
      assertTrue(failure.getMessage().contains(text), failure.getMessage());
    }
    assertEquals(CreateIfAbsent.NONE, files.capabilities(log).createIfAbsent());
    assertEquals(List.of(), all(files));
  }

  private List<String> all(S3FileIO files) {
    List<String> names = new ArrayList<>();
    try (CloseableIterator<FileEntry> entries = files.listRecursive(log.parent())) {
      entries.forEachRemaining(entry -> names.add(entry.name()));
    }
    return names;
  }

  @Test
  void aStoreIsTriedBeforeTheFirstCommitAndNotAgain() {
    S3FileIO files = files(store -> store);
    files.put(log.child("_last_checkpoint"), BODY);
    files.readSmall(log.child("_last_checkpoint"), 10);
    assertEquals(0, conditionalPuts(), "reads and data files need no trial");
    assertInstanceOf(PutOutcome.Created.class, files.createIfAbsent(log.child("0.json"), BODY));
    assertEquals(43, conditionalPuts(), "2 in sequence, 5 races of 8, and the commit");
    files.createIfAbsent(log.child("1.json"), BODY);
    files.createIfAbsent(Location.parse("s3://bucket/other/_delta_log/1.json"), BODY);
    assertEquals(45, conditionalPuts());
    assertEquals(List.of("0.json", "1.json", "_last_checkpoint"), all(files));
    time.advance(Duration.ofHours(25));
    files.createIfAbsent(log.child("2.json"), BODY);
    assertEquals(88, conditionalPuts(), "tried again after a day");
  }

  @Test
  void aStoreThatIgnoresTheConditionIsRefused() {
    assertRefused(files(IgnoringStore::new), "ignored the condition");
  }

  @Test
  void aStoreThatLooksFirstAndWritesLaterIsRefused() {
    assertRefused(files(RacingStore::new), "were told they won");
  }

  @Test
  void aStoreThatRejectsTheConditionIsRefused() {
    S3FileIO files = files(store -> store);
    proxy.plan(
        request ->
            request.isConditionalPut()
                ? new Fate.AnswerInstead(501, "NotImplemented")
                : FaultProxy.PASS);
    assertRefused(files, "rejected a conditional write");
  }

  @Test
  void whatIsNotPermittedIsReportedAsSuch() {
    S3FileIO files = files(store -> store);
    proxy.plan(request -> new Fate.AnswerInstead(403, "AccessDenied"));
    StorageException failure =
        assertThrows(StorageException.class, () -> files.createIfAbsent(log.child("0"), BODY));
    assertEquals(Kind.DENIED, failure.kind());
    assertThrows(StorageException.class, () -> files.capabilities(log));
  }

  @Test
  void aBucketThatIsNotThereIsReportedAsSuch() {
    S3FileIO files = files(store -> store);
    StorageException failure =
        assertThrows(
            StorageException.class,
            () -> files.createIfAbsent(Location.parse("s3://absent/t/0"), BODY));
    assertEquals(Kind.MISCONFIGURED, failure.kind());
    assertTrue(failure.getMessage().contains("does not exist"), failure.getMessage());
  }

  @Test
  void aFaultDuringTheTrialDoesNotCondemnTheStore() {
    S3FileIO files = files(store -> store);
    proxy.plan(
        request ->
            request.number() % 4 == 1
                ? new Fate.LoseAnswer()
                : request.number() % 4 == 3
                    ? new Fate.AnswerInstead(500, "InternalError")
                    : FaultProxy.PASS);
    PutOutcome outcome = files.createIfAbsent(log.child("0.json"), BODY);
    assertFalse(outcome instanceof PutOutcome.Exists, outcome::toString);
    assertArrayEquals(BODY, files.readSmall(log.child("0.json"), 10));
  }

  @ParameterizedTest
  @ValueSource(strings = {"SeaweedFS 30GB 4.16", "SeaweedFS 30GB 3.97", "SeaweedFS 8000GB 3.80"})
  void aVersionThatIsKnownToRaceIsRefused(String server) {
    S3FileIO files = files(store -> store);
    proxy.plan(request -> new Fate.AddHeader("Server: " + server));
    assertRefused(files, "SeaweedFS before 4.18");
  }

  /** There a loser of a race waits for seconds. */
  @Test
  void aVersionThatIsKnownToBeAtomicIsNotRaced() {
    S3FileIO files = files(store -> store);
    proxy.plan(request -> new Fate.AddHeader("Server: SeaweedFS 30GB 4.53"));
    files.createIfAbsent(log.child("0.json"), BODY);
    assertEquals(3, conditionalPuts());
    assertEquals(CreateIfAbsent.NATIVE, files.capabilities(log).createIfAbsent());
    assertTrue(files.capabilities(log).store().contains("SeaweedFS 30GB 4.53"));
  }

  @Test
  void aServerThatIsAnotherNowIsTriedAgain() {
    S3FileIO files = files(store -> store);
    proxy.plan(request -> new Fate.AddHeader("Server: SeaweedFS 30GB 4.53"));
    files.createIfAbsent(log.child("0.json"), BODY);
    proxy.plan(request -> new Fate.AddHeader("Server: SeaweedFS 30GB 4.16"));
    files.stat(log.child("0.json"));
    StorageException failure =
        assertThrows(StorageException.class, () -> files.createIfAbsent(log.child("1.json"), BODY));
    assertEquals(Kind.UNSUPPORTED, failure.kind());
  }

  @Test
  void aStoreThatIsTrustedIsNotTried() {
    S3FileIO files =
        files(store -> store, options -> options.conditionalWrites(ConditionalWrites.TRUST));
    files.createIfAbsent(log.child("0.json"), BODY);
    assertEquals(1, conditionalPuts());
    assertEquals(CreateIfAbsent.NATIVE, files.capabilities(log).createIfAbsent());
  }

  @Test
  void aSoleWriterNeedsNoConditions() {
    S3FileIO files =
        files(
            IgnoringStore::new,
            options -> options.conditionalWrites(ConditionalWrites.SINGLE_WRITER));
    assertEquals(CreateIfAbsent.SINGLE_WRITER, files.capabilities(log).createIfAbsent());
    Location file = log.child("0.json");
    assertInstanceOf(PutOutcome.Created.class, files.createIfAbsent(file, BODY));
    assertInstanceOf(PutOutcome.Recovered.class, files.createIfAbsent(file, BODY));
    assertInstanceOf(PutOutcome.Exists.class, files.createIfAbsent(file, new byte[4]));
    assertEquals(0, conditionalPuts());
  }

  @Test
  void aTrialThatWasNotCleanedUpStaysHidden() {
    S3FileIO files = files(store -> store);
    proxy.plan(
        request ->
            request.target().contains("delete")
                ? new Fate.AnswerInstead(403, "AccessDenied")
                : FaultProxy.PASS);
    files.createIfAbsent(log.child("0.json"), BODY);
    try (CloseableIterator<FileEntry> entries = files.list(log, null)) {
      assertEquals("0.json", entries.next().name());
    }
    assertEquals(7, all(files).size());
  }
}
