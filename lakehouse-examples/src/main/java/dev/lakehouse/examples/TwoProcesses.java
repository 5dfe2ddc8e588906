package dev.lakehouse.examples;

import static dev.lakehouse.types.DataType.INT;
import static dev.lakehouse.types.DataType.STRING;
import static dev.lakehouse.types.StructField.required;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.data.HistoryEntry;
import dev.lakehouse.data.Row;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Two processes write one table at the same time, and know nothing of each other: each version has
 * one author, and no row is lost. The location is the first argument, or a new folder.
 */
public final class TwoProcesses {
  private static final int APPENDS = 10;
  private static final StructType SCHEMA =
      StructType.of(required("kitchen", STRING), required("ticket", INT));

  private TwoProcesses() {}

  /** Starts the two; each runs this again, with its name as the second argument. */
  public static void main(String... arguments) throws IOException, InterruptedException {
    String folder =
        arguments.length > 0 ? arguments[0] : Files.createTempDirectory("lakehouse").toString();
    String location = folder + "/tickets";
    try (Lakehouse lake = Lakehouse.create()) {
      if (arguments.length > 1) {
        cook(lake.table(location), arguments[1]);
        return;
      }
      Table tickets = lake.createTable(location, SCHEMA).execute();
      List<Process> kitchens = new ArrayList<>();
      for (String name : List.of("Oslo", "Porto")) {
        kitchens.add(start(folder, name));
      }
      for (Process kitchen : kitchens) {
        if (kitchen.waitFor() != 0) {
          throw new IllegalStateException("A kitchen burnt down");
        }
      }
      for (HistoryEntry entry : tickets.history()) {
        System.out.println("  " + entry.version() + "  " + entry.userMetadata().orElse("created"));
      }
      System.out.println(
          "  " + tickets.scan().count() + " tickets of " + 2 * APPENDS + " in " + tickets);
    }
  }

  private static void cook(Table tickets, String name) {
    for (int i = 0; i < APPENDS; i++) {
      Source ticket = Source.rows(SCHEMA, List.of(Row.of(SCHEMA, name, i)));
      tickets.append(ticket).commitInfo(Map.of("kitchen", name)).execute();
    }
  }

  private static Process start(String folder, String name) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            TwoProcesses.class.getName(),
            folder,
            name)
        .inheritIO()
        .start();
  }
}
