package dev.lakehouse.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneOffset;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/** Parquet files as another program leaves them: here DuckDB is that program. */
final class LandingFiles {
  private LandingFiles() {}

  /** One file a day of a week, in {@code folder}. */
  static Path write(Path folder, long seed, int ordersPerDay) throws IOException, SQLException {
    Files.createDirectories(folder);
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement sql = duck.createStatement()) {
      sql.execute(
          "CREATE TABLE raw (order_id BIGINT, kind VARCHAR, happened_at TIMESTAMPTZ, day DATE,"
              + " city VARCHAR, brand VARCHAR, amount DECIMAL(9, 2), lat DOUBLE, lon DOUBLE)");
      for (int day = 0; day < 7; day++) {
        sql.execute("DELETE FROM raw");
        append((DuckDBConnection) duck, seed, day, ordersPerDay);
        sql.execute(
            "COPY (SELECT order_id, kind, happened_at, day, city, brand, amount, CASE WHEN lat IS NOT NULL"
                + " THEN {'lat': lat, 'lon': lon} END AS location FROM raw) TO '"
                + folder.resolve(OrdersGenerator.MONDAY.plusDays(day) + ".parquet")
                + "' (FORMAT parquet)");
      }
    }
    return folder;
  }

  private static void append(DuckDBConnection duck, long seed, int day, int orders)
      throws SQLException {
    try (DuckDBAppender rows = duck.createAppender(DuckDBConnection.DEFAULT_SCHEMA, "raw")) {
      for (OrderEvent event : OrdersGenerator.day(seed, day, orders)) {
        rows.beginRow();
        rows.append(event.orderId());
        rows.append(event.kind().name());
        rows.append(event.at().atOffset(ZoneOffset.UTC));
        rows.append(event.day());
        rows.append(event.city());
        rows.append(event.brand());
        rows.append(event.amount());
        rows.append(event.location().map(OrderEvent.Location::lat).orElse(null));
        rows.append(event.location().map(OrderEvent.Location::lon).orElse(null));
        rows.endRow();
      }
    }
  }
}
