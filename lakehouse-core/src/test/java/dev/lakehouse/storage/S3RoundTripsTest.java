package dev.lakehouse.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.Snapshot;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.io.s3.S3FileIO;
import dev.lakehouse.io.testing.FaultProxy;
import dev.lakehouse.io.testing.S3Server;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How often one waits for a store far away. Requests that are sent before an answer to the last
 * ones came are one round trip.
 */
class S3RoundTripsTest {
  private static final StructType SCHEMA = StructType.of(StructField.optional("id", DataType.LONG));

  /** With its checkpoint and hint a log of 12,000 files. */
  private static final int LAST = 11_997;

  private S3Server server;
  private FaultProxy proxy;
  private Location root;

  @BeforeEach
  void start() {
    server = S3Server.start();
    proxy = FaultProxy.before(server.port());
    root = server.bucket().child("table");
  }

  @AfterEach
  void stop() {
    proxy.close();
    server.close();
  }

  private StorageOptions options() {
    return StorageOptions.DEFAULT.withS3(S3Server.options(proxy.endpoint()).build());
  }

  private Lakehouse lake() {
    return Lakehouse.builder().storage(options()).build();
  }

  private static Source row(long id) {
    return Source.rows(SCHEMA, List.of(Row.of(SCHEMA, id)));
  }

  private Location log(String name) {
    return root.child("_delta_log").child(name);
  }

  private static String name(long version, String ending) {
    return String.format("%020d", version) + ending;
  }

  /**
   * A log with commits up to {@code last}, a checkpoint ten before, and the hint. The checkpoint
   * and the commits are those of a small table, since neither says which version it is.
   */
  private void manyFiles(int last, boolean hint) {
    byte[] first;
    byte[] other;
    byte[] checkpoint;
    try (Lakehouse lake = lake()) {
      Table small = lake.createTable(root.toString(), SCHEMA).execute();
      for (int i = 1; i <= 10; i++) {
        small.append(row(i)).execute();
      }
    }
    try (S3FileIO files = new S3FileIO(options())) {
      first = files.readSmall(log(name(0, ".json")), 1 << 20);
      other = files.readSmall(log(name(10, ".json")), 1 << 20);
      checkpoint = files.readSmall(log(name(10, ".checkpoint.parquet")), 1 << 20);
    }
    root = server.bucket().child("large");
    server.put(log(name(0, ".json")), first);
    for (int version = 1; version <= last; version++) {
      server.put(log(name(version, ".json")), other);
    }
    server.put(log(name(last - 10, ".checkpoint.parquet")), checkpoint);
    if (hint) {
      String text = "{\"version\":" + (last - 10) + ",\"size\":12}";
      server.put(log("_last_checkpoint"), text.getBytes(UTF_8));
    }
  }

  private void assertOpens(long version, int mostRounds, int mostRequests) {
    try (Lakehouse lake = lake()) {
      RoundTrips trips = new RoundTrips();
      proxy.plan(trips);
      assertEquals(version, lake.table(root.toString()).snapshot().version());
      String seen = trips.count() + " round trips for " + proxy.requests();
      assertTrue(trips.count() <= mostRounds, seen);
      assertTrue(proxy.requests().size() <= mostRequests, seen);
    }
  }

  @Test
  void aLogIsOpenedInSixRoundTripsByItsHint() {
    manyFiles(40, true);
    assertOpens(40, 6, 1 + 1 + 10 + 3);
  }

  @Test
  @Tag("slow")
  void aLogOfTwelveThousandFilesIsOpenedInSixRoundTripsAndWithoutItsHintInTwelveMore() {
    manyFiles(LAST, true);
    assertOpens(LAST, 6, 1 + 1 + 10 + 3);
    try (S3FileIO files = new S3FileIO(options())) {
      files.delete(List.of(log("_last_checkpoint")));
    }
    assertOpens(LAST, 6 + 12, 1 + 12 + 10 + 3);
  }

  @Test
  void aScanOfASmallFileIsOneRequest() {
    try (Lakehouse lake = lake()) {
      lake.createTable(root.toString(), SCHEMA).as(row(7)).execute();
    }
    try (Lakehouse lake = lake()) {
      Snapshot snapshot = lake.table(root.toString()).snapshot();
      proxy.plan(request -> FaultProxy.PASS);
      try (RowReader rows = snapshot.scan().rows()) {
        assertEquals(1, rows.toList().size());
      }
      assertEquals(1, proxy.requests().size(), () -> proxy.requests().toString());
    }
  }

  /** Thirty columns of a megabyte each lie in one row group. */
  @Test
  void theColumnsOfALargeFileAreFetchedAtOnce() {
    StructType wide =
        new StructType(
            IntStream.range(0, 30)
                .mapToObj(i -> StructField.optional("c" + i, DataType.LONG))
                .toList());
    Random random = new Random(1);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      rows.add(Row.of(wide, random.longs(30).boxed().toArray()));
    }
    try (Lakehouse lake = lake()) {
      lake.createTable(root.toString(), wide).as(Source.rows(wide, rows)).execute();
    }
    try (Lakehouse lake = lake()) {
      Snapshot snapshot = lake.table(root.toString()).snapshot();
      RoundTrips trips = new RoundTrips();
      proxy.plan(trips);
      long sum = 0;
      try (RowReader read = snapshot.scan().rows()) {
        for (Row row : read) {
          sum += row.getLong(29);
        }
      }
      assertEquals(rows.stream().mapToLong(row -> row.getLong(29)).sum(), sum);
      assertTrue(trips.count() <= 3, trips.count() + " round trips for " + proxy.requests());
    }
  }
}
