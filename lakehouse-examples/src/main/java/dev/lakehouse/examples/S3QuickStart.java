package dev.lakehouse.examples;

import static dev.lakehouse.expr.Expressions.col;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.data.WriteResult;
import dev.lakehouse.io.Capabilities;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A table in a bucket: {@code S3QuickStart s3://bucket/folder}. Where the store is and who asks
 * comes from the environment, as for every AWS program: {@code AWS_ENDPOINT_URL_S3} for a store
 * that is not AWS, {@code AWS_ACCESS_KEY_ID}, {@code AWS_SECRET_ACCESS_KEY} and {@code AWS_REGION}.
 */
public final class S3QuickStart {
  private S3QuickStart() {}

  /** Runs it, below the location that is the first argument. */
  public static void main(String... arguments) throws InterruptedException, ExecutionException {
    if (arguments.length != 1) {
      throw new IllegalArgumentException("One argument is needed: s3://bucket/folder");
    }
    String location = arguments[0] + "/orders-" + UUID.randomUUID();
    try (Lakehouse lake = Lakehouse.create()) {
      Capabilities store = lake.probe(location);
      System.out.println(
          "\n  1. The store: " + store.store() + ", commits " + store.createIfAbsent());
      Table orders = lake.createTable(location, OrderEvent.SCHEMA).partitionedBy("day").execute();
      System.out.println("\n  2. Seven writers at once, a day each; nobody waits for a lock");
      write(orders);
      System.out.println("\n  3. What they made of it, newest first");
      HistoryText.print(orders);
      System.out.printf(
          "%n  4. %d events, %d of them on Friday and over 75.00; sound: %s%n",
          orders.scan().count(),
          orders
              .scan()
              .where(col("day").eq(OrdersGenerator.MONDAY.plusDays(4)))
              .where(col("amount").gt(75))
              .count(),
          orders.verify().isSound() ? "yes" : "no");
      System.out.println("\n  Spark, DuckDB, Polars and Trino read it as it is: " + orders);
    }
  }

  private static void write(Table orders) throws InterruptedException, ExecutionException {
    ExecutorService writers = Executors.newFixedThreadPool(7);
    try {
      List<Future<WriteResult>> results = new ArrayList<>();
      for (int day = 0; day < 7; day++) {
        Source events = Source.records(OrderEvent.class, OrdersGenerator.day(42, day, 1_000));
        results.add(writers.submit(() -> orders.append(events).execute()));
      }
      TextTable table = new TextTable("day", "version", "attempts", "events", "time");
      for (int day = 0; day < 7; day++) {
        WriteResult result = results.get(day).get();
        String time = result.duration().toMillis() + " ms";
        Object date = OrdersGenerator.MONDAY.plusDays(day);
        table.row(date, result.version(), result.attempts(), result.rowsAdded(), time);
      }
      table.print();
    } finally {
      writers.shutdown();
    }
  }
}
