package dev.lakehouse.examples;

import static dev.lakehouse.expr.Expressions.col;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.Scan;
import dev.lakehouse.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.duckdb.DuckDBConnection;

/**
 * SQL over a scan: DuckDB reads the vectors through Arrow's C stream, nothing is copied on the way.
 *
 * <p>Needs {@code --add-opens=java.base/java.nio=ALL-UNNAMED}, which is Arrow's own demand.
 */
public final class ArrowAndDuckDb {
  private static final String SQL =
      "SELECT brand, count(*) AS orders, sum(amount) AS revenue"
          + " FROM events GROUP BY brand ORDER BY revenue DESC";

  private ArrowAndDuckDb() {}

  /** Runs it, in the folder or bucket that is the first argument, or a new folder. */
  public static void main(String... arguments) throws IOException, SQLException {
    String folder =
        arguments.length > 0
            ? arguments[0]
            : Files.createTempDirectory("lakehouse-arrow").toString();
    try (Lakehouse lake = Lakehouse.create()) {
      Source day = Source.records(OrderEvent.class, OrdersGenerator.day(42, 0, 5_000));
      String location = folder + "/orders";
      Scan delivered =
          lake.createTable(location, OrderEvent.SCHEMA)
              .as(day)
              .execute()
              .scan()
              .where(col("kind").eq("DELIVERED"))
              .select("brand", "amount");
      query(delivered);
    } catch (UnsupportedOperationException e) {
      throw new IllegalStateException(
          "Arrow's C streams need java --add-opens=java.base/java.nio=ALL-UNNAMED", e);
    }
  }

  private static void query(Scan scan) throws IOException, SQLException {
    TextTable table = new TextTable("brand", "orders", "revenue");
    try (BufferAllocator allocator = new RootAllocator();
        ArrowReader reader = scan.arrow(allocator);
        ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator);
        var duck = (DuckDBConnection) DriverManager.getConnection("jdbc:duckdb:")) {
      Data.exportArrayStream(allocator, reader, stream);
      duck.registerArrowStream("events", stream);
      try (Statement sql = duck.createStatement();
          ResultSet rows = sql.executeQuery(SQL)) {
        while (rows.next()) {
          table.row(rows.getString(1), rows.getLong(2), rows.getBigDecimal(3));
        }
      }
    }
    table.print();
  }
}
