package dev.lakehouse.examples;

import static dev.lakehouse.expr.Expressions.col;
import static dev.lakehouse.types.DataType.INT;
import static dev.lakehouse.types.DataType.LONG;
import static dev.lakehouse.types.StructField.optional;
import static dev.lakehouse.types.StructField.required;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Keeps a copy of a table up to date by its change feed, from where it stopped the last time. */
public final class ChangeFeedTail {
  private static final StructType SCHEMA =
      StructType.of(required("rider", LONG), optional("orders", INT));

  private final Table table;
  private final Map<Long, Integer> copy = new TreeMap<>();
  private long next;

  private ChangeFeedTail(Table table) {
    this.table = table;
  }

  /** Runs it, in the folder that is the first argument or a new one. */
  public static void main(String... arguments) throws IOException {
    Path folder =
        arguments.length > 0 ? Path.of(arguments[0]) : Files.createTempDirectory("lakehouse-feed");
    try (Lakehouse lake = Lakehouse.create()) {
      Table riders =
          lake.createTable(folder.resolve("riders").toString(), SCHEMA)
              .property("delta.enableChangeDataFeed", "true")
              .execute();
      ChangeFeedTail tail = new ChangeFeedTail(riders);
      riders.append(orders(1, 5, 2, 7)).execute();
      riders.append(orders(3, 1)).execute();
      tail.poll();
      riders.delete().where(col("rider").eq(2)).execute();
      riders.append(orders(2, 8)).execute();
      tail.poll();
      tail.poll();
      System.out.println("copy: " + tail.copy);
    }
  }

  private static Source orders(int... ridersAndOrders) {
    Row[] rows = new Row[ridersAndOrders.length / 2];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = Row.of(SCHEMA, ridersAndOrders[2 * i], ridersAndOrders[2 * i + 1]);
    }
    return Source.rows(SCHEMA, List.of(rows));
  }

  private void poll() {
    long newest = table.version();
    if (newest < next) {
      System.out.println("nothing new since version " + newest);
      return;
    }
    try (RowReader changes = table.changes().from(next).to(newest).rows()) {
      for (Row change : changes) {
        System.out.println("  " + change.getLong("_commit_version") + " " + change);
        switch (String.valueOf(change.getString("_change_type"))) {
          case "delete" -> copy.remove(change.getLong("rider"));
          case "update_preimage" -> {}
          default -> copy.put(change.getLong("rider"), change.getInt("orders"));
        }
      }
    }
    next = newest + 1;
  }
}
