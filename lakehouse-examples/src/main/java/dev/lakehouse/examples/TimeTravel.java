package dev.lakehouse.examples;

import static dev.lakehouse.types.DataType.LONG;
import static dev.lakehouse.types.DataType.STRING;
import static dev.lakehouse.types.StructField.optional;
import static dev.lakehouse.types.StructField.required;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.Snapshot;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.data.WriteResult;
import dev.lakehouse.error.VersionNotFoundException;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;

/** Reads a table as it was: by version, by time, and what is said when there is no such thing. */
public final class TimeTravel {
  private static final StructType SCHEMA =
      StructType.of(required("id", LONG), optional("dish", STRING));

  private TimeTravel() {}

  /** Runs it, in the folder or bucket that is the first argument, or a new folder. */
  public static void main(String... arguments) throws IOException {
    String folder =
        arguments.length > 0
            ? arguments[0]
            : Files.createTempDirectory("lakehouse-travel").toString();
    try (Lakehouse lake = Lakehouse.create()) {
      Table menu = lake.createTable(folder + "/menu", SCHEMA).execute();
      WriteResult lunch = menu.append(dishes(Row.of(SCHEMA, 1, "ramen"))).execute();
      Instant noon = menu.snapshot().timestamp();
      menu.append(dishes(Row.of(SCHEMA, 2, "tacos"))).execute();
      menu.overwrite(dishes(Row.of(SCHEMA, 3, "pizza"))).execute();
      HistoryText.print(menu);
      print("now", menu.snapshot());
      print("at version " + lunch.version(), menu.snapshot(lunch.version()));
      print("at " + noon, menu.snapshot(noon));
      try {
        menu.snapshot(99);
      } catch (VersionNotFoundException e) {
        System.out.println("  " + e.getMessage());
      }
    }
  }

  private static Source dishes(Row... rows) {
    return Source.rows(SCHEMA, List.of(rows));
  }

  private static void print(String when, Snapshot snapshot) {
    try (RowReader rows = snapshot.scan().rows()) {
      System.out.println("  " + when + ": " + rows.toList());
    }
  }
}
