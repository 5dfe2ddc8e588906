package dev.lakehouse.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.columnar.Batch;
import dev.lakehouse.data.BatchReader;
import dev.lakehouse.data.Row;
import dev.lakehouse.testing.CanonicalRows;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** delta-rs and we append to one table in turn. */
@Tag("interop")
class TurnsWithDeltaRsTest {
  private static final int ROUNDS = 10;
  private static final StructType SCHEMA =
      StructType.of(
          StructField.optional("id", DataType.LONG),
          StructField.optional("part", DataType.STRING),
          StructField.optional("amount", DataType.DOUBLE),
          StructField.optional("day", DataType.DATE));

  /** Arguments: the table's folder, the first number, the first that is too much. */
  private static final String APPEND =
      """
      import sys, datetime, pyarrow as pa
      from deltalake import write_deltalake
      path, first, end = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
      ids = range(first, end)
      write_deltalake(path, pa.table({
          'id': pa.array(ids, pa.int64()),
          'part': pa.array([None if i % 5 == 0 else 'p %d' % (i % 3) for i in ids], pa.string()),
          'amount': pa.array([i / 4 for i in ids], pa.float64()),
          'day': pa.array([datetime.date(2024, 1, 1 + i % 28) for i in ids], pa.date32()),
      }), mode='append')
      """;

  @TempDir Path folder;

  @Test
  void tenRoundsOnAPartitionedTable() throws Exception {
    PythonReaders python = PythonReaders.start();
    Path path = folder.resolve("table");
    try (Lakehouse lake = Lakehouse.create()) {
      Table table =
          lake.createTable(path.toString(), SCHEMA)
              .partitionedBy("part")
              .property("delta.checkpointInterval", "4")
              .execute();
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < ROUNDS * 4; i += 4) {
        append(python.python(), path, i, i + 2);
        table.append(Source.rows(SCHEMA, List.of(row(i + 2), row(i + 3)))).execute();
        for (int row = i; row < i + 4; row++) {
          expected.add(text(row));
        }
        assertEquals(expected.stream().sorted().toList(), read(table));
      }
      assertEquals(2 * ROUNDS, table.version());
      assertEquals(
          expected.stream().sorted().toList(), python.rows("deltalake", path), "delta-rs reads");
      assertTrue(table.verify().isSound(), () -> table.verify().toString());
    }
  }

  private static void append(Path python, Path table, int from, int to)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                python.toString(),
                "-c",
                APPEND,
                table.toString(),
                Integer.toString(from),
                Integer.toString(to))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
  }

  private static Row row(int i) {
    return Row.of(
        SCHEMA,
        (long) i,
        i % 5 == 0 ? null : "p " + i % 3,
        i / 4d,
        LocalDate.of(2024, 1, 1 + i % 28));
  }

  private static String text(int i) {
    return String.format(
        "{\"id\":%d,\"part\":%s,\"amount\":\"d%016x\",\"day\":%d}",
        i,
        i % 5 == 0 ? "null" : "\"p " + i % 3 + "\"",
        Double.doubleToLongBits(i / 4d),
        19_723 + i % 28);
  }

  private static List<String> read(Table table) {
    CanonicalRows rows = new CanonicalRows();
    try (BatchReader batches = table.scan().batches()) {
      for (Batch batch : batches) {
        rows.add(batch);
      }
    }
    return rows.sorted();
  }
}
