package dev.lakehouse.examples;

import static dev.lakehouse.types.DataType.LONG;
import static dev.lakehouse.types.DataType.STRING;
import static dev.lakehouse.types.DataType.decimal;
import static dev.lakehouse.types.StructField.optional;
import static dev.lakehouse.types.StructField.required;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.data.MergeResult;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Keeps a table of stock up to date: an upsert, a merge with clauses, and the change feed of it.
 */
public final class MergeUpsert {
  private static final StructType SCHEMA =
      StructType.of(
          required("item", STRING), optional("pieces", LONG), optional("price", decimal(10, 2)));

  private MergeUpsert() {}

  private record Stock(String item, long pieces, BigDecimal price) {}

  /** Runs it, in the folder that is the first argument or a new one. */
  public static void main(String... arguments) throws IOException {
    Path folder =
        arguments.length > 0 ? Path.of(arguments[0]) : Files.createTempDirectory("lakehouse-merge");
    try (Lakehouse lake = Lakehouse.create()) {
      Table stock =
          lake.createTable(folder.resolve("stock").toString(), SCHEMA)
              .property("delta.enableDeletionVectors", "true")
              .property("delta.enableChangeDataFeed", "true")
              .as(rows(of("bolt", 500, "0.10"), of("nut", 300, "0.05"), of("gear", 7, "12.00")))
              .execute();

      MergeResult delivery =
          stock
              .upsert(rows(of("gear", 40, "11.50"), of("chain", 12, "25.00")))
              .key("item")
              .execute();
      print("Delivery", delivery);

      MergeResult count =
          stock
              .merge(rows(of("bolt", 480, "0.10"), of("nut", 0, "0.05"), of("gear", 40, "11.50")))
              .on("target.item = source.item")
              .whenMatched("source.pieces = 0")
              .delete()
              .whenMatched("source.pieces <> target.pieces")
              .update(Map.of("pieces", "source.pieces"))
              .whenNotMatchedBySource()
              .update(Map.of("pieces", "0"))
              .execute();
      print("Stock-taking", count);
      printFeed(stock);
    }
  }

  private static Stock of(String item, long pieces, String price) {
    return new Stock(item, pieces, new BigDecimal(price));
  }

  private static Source rows(Stock... stock) {
    return Source.records(Stock.class, List.of(stock));
  }

  private static void print(String what, MergeResult result) {
    System.out.printf(
        "%s: version %d, %d inserted, %d updated, %d deleted%n",
        what, result.version(), result.inserted(), result.updated(), result.deleted());
  }

  private static void printFeed(Table stock) {
    TextTable feed = new TextTable("change", "item", "pieces", "price");
    long last = stock.version();
    try (RowReader changes = stock.changes().from(last).to(last).rows()) {
      for (Row row : changes) {
        feed.row(
            row.getString("_change_type"), row.get("item"), row.get("pieces"), row.get("price"));
      }
    }
    feed.print();
  }
}
