package dev.lakehouse.examples;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.Table;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.data.TableDetail;
import dev.lakehouse.data.VerifyReport;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.types.StructField;

/** Opens tables that other programs made: {@code OpenForeignTable location…}. */
public final class OpenForeignTable {
  private OpenForeignTable() {}

  /** Prints what each location named holds. */
  public static void main(String... locations) {
    try (Lakehouse lake = Lakehouse.create()) {
      for (String location : locations) {
        try {
          print(lake.table(location));
        } catch (LakehouseException e) {
          System.out.println("\n  " + location + "\n    cannot be opened: " + e.getMessage());
        }
      }
    }
  }

  private static void print(Table table) {
    TableDetail detail = table.detail();
    System.out.println("\n  " + table);
    TextTable facts = new TextTable("what", "");
    facts.row("version", detail.version() + " of " + detail.lastModified());
    facts.row("protocol", detail.minReaderVersion() + ", " + detail.minWriterVersion());
    facts.row("features", detail.features());
    facts.row("partitioned by", detail.partitionColumns());
    facts.row("files", detail.fileCount() + " of " + detail.bytes() + " bytes");
    facts.row("rows", table.scan().count());
    VerifyReport report = table.verify();
    facts.row("sound", report.isSound() ? "yes" : report.findings());
    facts.print();
    TextTable columns = new TextTable("column", "type", "null");
    for (StructField field : table.schema()) {
      columns.row(field.name(), field.type(), field.nullable() ? "yes" : "no");
    }
    columns.print();
    try (RowReader rows = table.scan().limit(3).rows()) {
      for (Row row : rows) {
        System.out.println("    " + row);
      }
    }
  }
}
