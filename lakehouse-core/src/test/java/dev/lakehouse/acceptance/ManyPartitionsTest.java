package dev.lakehouse.acceptance;

import static dev.lakehouse.expr.Expressions.col;
import static dev.lakehouse.types.DataType.INT;
import static dev.lakehouse.types.DataType.LONG;
import static dev.lakehouse.types.DataType.STRING;
import static dev.lakehouse.types.StructField.optional;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.data.WriteResult;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.io.testing.ForkedJvm;
import dev.lakehouse.types.StructType;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One append into more partitions than files may be open: a file each, with the right rows. */
class ManyPartitionsTest {
  private static final StructType SCHEMA =
      StructType.of(optional("id", LONG), optional("text", STRING), optional("part", INT));
  @TempDir Path folder;

  /** Row i is in partition i modulo {@code partitions}, so that every partition comes up again. */
  private static Source rows(int partitions, long count) {
    Iterable<Row> rows =
        () ->
            LongStream.range(0, count)
                .mapToObj(i -> Row.of(SCHEMA, i, "row " + i, (int) (i % partitions)))
                .iterator();
    return Source.rows(SCHEMA, rows);
  }

  private static void appendAndCheck(Path folder, int partitions, int each, long budget) {
    long count = (long) partitions * each;
    Path spill = folder.resolve("spill");
    try (Lakehouse lake =
        Lakehouse.builder()
            .storage(StorageOptions.DEFAULT.withDurability(StorageOptions.Durability.NONE))
            .memoryBudget(budget)
            .spillFolder(spill)
            .build()) {
      Table table =
          lake.createTable(folder.resolve("t").toString(), SCHEMA).partitionedBy("part").execute();
      WriteResult result = table.append(rows(partitions, count)).execute();
      require(partitions, result.filesAdded());
      require(count, result.rowsAdded());
      require(Map.of(), LocalTable.contents(spill));
      require(each, table.scan().where(col("part").eq(partitions - 1)).count());
      long seen = 0;
      long sum = 0;
      try (RowReader reader = table.scan().rows()) {
        for (Row row : reader) {
          require((int) (row.getLong("id") % partitions), row.getInt("part"));
          require("row " + row.getLong("id"), row.getString("text"));
          seen++;
          sum += row.getLong("id");
        }
      }
      require(count, seen);
      require(count * (count - 1) / 2, sum);
    }
  }

  private static void require(long expected, long actual) {
    require((Object) expected, (Object) actual);
  }

  private static void require(Object expected, Object actual) {
    if (!expected.equals(actual)) {
      throw new AssertionError("Expected " + expected + ", not " + actual);
    }
  }

  @Test
  void threeHundredPartitionsAreThreeHundredFiles() {
    appendAndCheck(folder, 300, 40, 16L << 20);
  }

  /** With half of the memory that the library promises to do it with. */
  @Test
  @Tag("slow")
  void tenThousandPartitionsAreTenThousandFilesInASmallHeap() throws InterruptedException {
    ForkedJvm process = ForkedJvm.start(TenThousand.class, Map.of(), folder.toString());
    assertEquals(List.of("done"), process.lines());
  }

  /** What the process of its own runs. */
  static final class TenThousand {
    private TenThousand() {}

    public static void main(String[] arguments) {
      appendAndCheck(Path.of(arguments[0]), 10_000, 3, 32L << 20);
      System.out.println("done");
    }
  }
}
