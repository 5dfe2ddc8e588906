package dev.lakehouse.growth;

import com.sun.management.OperatingSystemMXBean;
import dev.lakehouse.Lakehouse;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.data.Row;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * Appends of one row to one table, many times: prints wall and CPU milliseconds per commit for each
 * tenth of them. They must not grow.
 */
public final class CommitGrowth {
  private static final StructType SCHEMA =
      StructType.of(
          StructField.optional("id", DataType.LONG), StructField.optional("text", DataType.STRING));
  private static final OperatingSystemMXBean MACHINE =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private CommitGrowth() {}

  /** Takes a folder that is not there yet, and how many commits. */
  public static void main(String[] arguments) {
    int commits = Integer.parseInt(arguments[1]);
    try (Lakehouse lake = Lakehouse.create()) {
      Table table = lake.createTable(arguments[0], SCHEMA).execute();
      System.out.println("commits   wall ms each   CPU ms each");
      for (int tenth = 0; tenth < 10; tenth++) {
        long wall = System.nanoTime();
        long cpu = MACHINE.getProcessCpuTime();
        for (int i = commits * tenth / 10; i < commits * (tenth + 1) / 10; i++) {
          table
              .append(Source.rows(SCHEMA, List.of(Row.of(SCHEMA, (long) i, "row " + i))))
              .execute();
        }
        double each = commits / 10.0 * 1e6;
        System.out.printf(
            "%7d   %12.2f   %11.2f%n",
            commits * (tenth + 1) / 10,
            (System.nanoTime() - wall) / each,
            (MACHINE.getProcessCpuTime() - cpu) / each);
      }
      long rows = table.scan().count();
      if (rows != commits) {
        throw new IllegalStateException(rows + " rows of " + commits);
      }
    }
  }
}
