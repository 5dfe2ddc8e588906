package dev.lakehouse.examples;

import static dev.lakehouse.types.DataType.INT;
import static dev.lakehouse.types.DataType.LONG;
import static dev.lakehouse.types.DataType.STRING;
import static dev.lakehouse.types.StructField.optional;
import static dev.lakehouse.types.StructField.required;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Columns come, go, move, are renamed and grow, and no data file is written again. */
public final class SchemaEvolution {
  private static final StructType SCHEMA =
      StructType.of(required("id", INT), optional("dish", STRING), optional("note", STRING));

  private SchemaEvolution() {}

  /** Runs it, in the folder that is the first argument or a new one. */
  public static void main(String... arguments) throws IOException {
    Path folder =
        arguments.length > 0 ? Path.of(arguments[0]) : Files.createTempDirectory("lakehouse-alter");
    try (Lakehouse lake = Lakehouse.create()) {
      Table menu =
          lake.createTable(folder.resolve("dishes").toString(), SCHEMA)
              .as(Source.rows(SCHEMA, List.of(Row.of(SCHEMA, 1, "ramen", "hot"))))
              .execute();
      long files = menu.snapshot().fileCount();
      menu.alter().addColumn(optional("price", INT)).after("dish").execute();
      show("added", menu);
      menu.alter().setProperty("delta.columnMapping.mode", "name").execute();
      menu.alter().renameColumn("dish", "name").execute();
      menu.alter().dropColumns("note").execute();
      show("renamed and dropped", menu);
      menu.alter().setProperty("delta.enableTypeWidening", "true").execute();
      menu.alter().widenColumn("id", LONG).execute();
      menu.alter().moveColumn("price").first().execute();
      show("widened and moved", menu);
      menu.alter().addConstraint("fair", "price IS NULL OR price < 100").execute();
      refused("a price too high", () -> append(menu, 500));
      refused(
          "rows that break it", () -> menu.alter().addConstraint("dear", "price > 5").execute());
      append(menu, 9);
      show("at the end", menu);
      System.out.println(files + " file before, " + menu.snapshot().fileCount() + " now");
    }
  }

  private static void append(Table menu, int price) {
    StructType schema = menu.schema();
    menu.append(Source.rows(schema, List.of(Row.of(schema, price, 10_000_000_000L, "udon"))))
        .execute();
  }

  private static void show(String what, Table menu) {
    System.out.println(what + ": " + menu.schema());
    try (RowReader rows = menu.scan().rows()) {
      rows.forEach(row -> System.out.println("  " + row));
    }
  }

  private static void refused(String what, Runnable change) {
    try {
      change.run();
    } catch (LakehouseException e) {
      System.out.println(what + ": " + e.getMessage());
    }
  }
}
