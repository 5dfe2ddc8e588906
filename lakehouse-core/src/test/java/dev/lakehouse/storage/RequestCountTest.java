package dev.lakehouse.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.FileIOFactory;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.io.memory.MemoryFileIO;
import dev.lakehouse.io.testing.FaultProxy;
import dev.lakehouse.io.testing.ForwardingFileIO;
import dev.lakehouse.io.testing.RecordingFileIO;
import dev.lakehouse.io.testing.S3Server;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Every operation on storage that an operation on a table takes: one more is a change for the worse
 * that fails like a bug. Data files are called {@code DATA}, byte ranges are left out.
 */
class RequestCountTest {
  private static final Location ROOT = Location.parse("memory://store/orders");
  private static final StructType SCHEMA =
      StructType.of(
          StructField.optional("id", DataType.LONG), StructField.optional("day", DataType.LONG));

  private final MemoryFileIO store = new MemoryFileIO();
  private final RecordingFileIO recorded = new RecordingFileIO(store);

  /** A lakehouse on the store, which outlives it. */
  private Lakehouse lake() {
    FileIO files =
        new ForwardingFileIO(recorded) {
          @Override
          public void close() {}
        };
    FileIOFactory factory =
        new FileIOFactory() {
          @Override
          public Set<String> schemes() {
            return Set.of("memory");
          }

          @Override
          public FileIO create(StorageOptions options) {
            return files;
          }
        };
    return Lakehouse.builder().storage(factory).executor(Runnable::run).build();
  }

  private static Source row(long id, long day) {
    return Source.rows(SCHEMA, List.of(Row.of(SCHEMA, id, day)));
  }

  /** The operations since the last call. */
  private List<String> taken() {
    return recorded.take(ROOT).stream()
        .map(line -> line.replaceAll("(READ|READ_RANGES) (\\S+) .*", "$1 $2"))
        .map(line -> line.replaceAll("\\S*part-\\S*\\.parquet", "DATA"))
        .map(line -> line.replaceAll("_delta_log/0{10,20}(\\d)", "log/$1"))
        .toList();
  }

  /** A table of versions up to {@code last}, each of which adds a row of its own day. */
  private void table(int last) {
    try (Lakehouse lake = lake()) {
      Table table = lake.createTable(ROOT.toString(), SCHEMA).partitionedBy("day").execute();
      for (int i = 1; i <= last; i++) {
        table.append(row(i, i)).execute();
      }
    }
    taken();
  }

  @Test
  void aColdOpenIsTheHintOneListingTheCheckpointAndTheCommits() {
    table(12);
    try (Lakehouse lake = lake()) {
      lake.table(ROOT.toString()).snapshot();
      List<String> operations = taken();
      assertEquals(
          List.of(
              "READ_SMALL _delta_log/_last_checkpoint",
              "LIST _delta_log 00000000000000000010.",
              "READ_RANGES log/12.json",
              "READ_RANGES log/11.json"),
          operations.subList(0, 4));
      assertTrue(
          operations.subList(4, operations.size()).stream()
              .allMatch(line -> line.endsWith("log/10.checkpoint.parquet")),
          operations::toString);
    }
  }

  @Test
  void aLookForNewsIsOneRequest() {
    table(2);
    try (Lakehouse lake = lake()) {
      Table table = lake.table(ROOT.toString());
      table.snapshot();
      taken();
      table.snapshot();
      assertEquals(List.of("READ_SMALL log/3.json"), taken());
    }
  }

  @Test
  void anAppendToAnOpenHandleIsALookAndThreePuts() {
    table(2);
    try (Lakehouse lake = lake()) {
      Table table = lake.table(ROOT.toString());
      table.append(row(3, 3)).execute();
      taken();
      table.append(row(4, 4)).execute();
      assertEquals(
          List.of(
              "READ_SMALL log/4.json",
              "CREATE DATA",
              "CREATE_IF_ABSENT log/4.json",
              "CREATE_IF_ABSENT log/4.crc"),
          taken());
    }
  }

  @Test
  void aCheckpointIsWrittenFromWhatIsKnown() {
    table(8);
    try (Lakehouse lake = lake()) {
      Table table = lake.table(ROOT.toString());
      table.append(row(9, 9)).execute();
      taken();
      table.append(row(10, 10)).execute();
      assertEquals(
          List.of(
              "READ_SMALL log/10.json",
              "CREATE DATA",
              "CREATE_IF_ABSENT log/10.json",
              "CREATE_IF_ABSENT log/10.crc",
              "CREATE log/10.checkpoint.parquet",
              "READ_SMALL _delta_log/_last_checkpoint",
              "PUT _delta_log/_last_checkpoint",
              "LIST _delta_log 00000000000000000000."),
          taken());
    }
  }

  @Test
  void aScanReadsEachFileAndNoneThatIsPruned() {
    table(3);
    try (Lakehouse lake = lake()) {
      Table table = lake.table(ROOT.toString());
      table.snapshot();
      taken();
      count(table, null);
      List<String> all = taken();
      assertEquals("READ_SMALL log/4.json", all.get(0));
      assertEquals(3 * reads(all), all.size() - 1, all::toString);
      count(table, 2L);
      List<String> pruned = taken();
      assertEquals(1 + reads(all), pruned.size(), pruned::toString);
      count(table, 99L);
      assertEquals(List.of("READ_SMALL log/4.json"), taken());
    }
  }

  /** How often one of three files was read. */
  private static long reads(List<String> all) {
    return all.stream().filter("READ DATA"::equals).count() / 3;
  }

  private static void count(Table table, Long day) {
    var scan = table.scan();
    try (RowReader rows =
        (day == null ? scan : scan.where(Expressions.col("day").eq(day))).rows()) {
      rows.forEach(row -> {});
    }
  }

  @Test
  void anAppendToABucketIsThreePutsAndOneGet() {
    try (S3Server server = S3Server.start();
        FaultProxy proxy = FaultProxy.before(server.port())) {
      StorageOptions options =
          StorageOptions.DEFAULT.withS3(S3Server.options(proxy.endpoint()).build());
      try (Lakehouse lake = Lakehouse.builder().storage(options).build()) {
        Table table = lake.createTable(server.bucket().child("t").toString(), SCHEMA).execute();
        table.append(row(1, 1)).execute();
        proxy.plan(request -> FaultProxy.PASS);
        table.append(row(2, 1)).execute();
        assertEquals(
            List.of("GET", "PUT", "PUT", "PUT"),
            proxy.requests().stream().map(FaultProxy.Request::method).toList());
      }
    }
  }
}
