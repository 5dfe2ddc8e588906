package dev.lakehouse.examples;

import static dev.lakehouse.expr.Expressions.col;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.Scan;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.data.RecordReader;
import dev.lakehouse.data.WriteResult;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A first table: created, filled with a week, filtered, and read as it was on Wednesday. */
public final class QuickStart {
  private QuickStart() {}

  /** What the scan below asks of an event: only the columns of a record are read. */
  record Delivery(String city, String brand) {}

  /** Runs it, in the folder or bucket that is the first argument, or a new folder. */
  public static void main(String... arguments) throws IOException {
    String folder =
        arguments.length > 0 ? arguments[0] : Files.createTempDirectory("lakehouse").toString();
    try (Lakehouse lake = Lakehouse.builder().listener(ConsoleProgress.ofConsole()).build()) {
      Table orders =
          lake.createTable(folder + "/orders", OrderEvent.SCHEMA).partitionedBy("day").execute();
      System.out.println("\n  1. A week of a ghost kitchen: seven appends, one a day");
      fill(orders);
      System.out.println("\n  2. Friday's deliveries over 75.00, by city");
      filter(orders);
      System.out.println("\n  3. What happened, newest first");
      HistoryText.print(orders);
      System.out.printf(
          Locale.ROOT,
          "%n  4. Time travel: %,d events now, %,d on Wednesday evening%n",
          orders.scan().count(),
          orders.snapshot(3).scan().count());
      System.out.println("\n  Spark, DuckDB, Polars and Trino read it as it is: " + orders);
    }
  }

  private static void fill(Table orders) {
    TextTable table = new TextTable("version", "day", "events", "bytes", "time");
    for (int day = 0; day < 7; day++) {
      Source events = Source.records(OrderEvent.class, OrdersGenerator.day(42, day, 3_000));
      WriteResult result = orders.append(events).commitInfo(Map.of("job", "day " + day)).execute();
      String time = result.duration().toMillis() + " ms";
      Object date = OrdersGenerator.MONDAY.plusDays(day);
      table.row(result.version(), date, result.rowsAdded(), result.bytesAdded(), time);
    }
    table.print();
  }

  private static void filter(Table orders) {
    Scan dear =
        orders
            .scan()
            .where(col("day").eq(OrdersGenerator.MONDAY.plusDays(4)))
            .where(col("kind").eq("DELIVERED").and(col("amount").gt(75)));
    TextTable table = new TextTable("city", "deliveries", "");
    try (RecordReader<Delivery> deliveries = dear.records(Delivery.class)) {
      deliveries.stream()
          .collect(groupingBy(Delivery::city, TreeMap::new, counting()))
          .forEach((city, count) -> table.row(city, count, "#".repeat((int) (count / 2))));
    }
    table.print();
    System.out.println(
        "    files read: " + dear.tasks().size() + " of " + orders.detail().fileCount());
  }
}
