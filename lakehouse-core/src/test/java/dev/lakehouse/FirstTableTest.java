package dev.lakehouse;

import static dev.lakehouse.expr.Expressions.col;
import static dev.lakehouse.types.DataType.DATE;
import static dev.lakehouse.types.DataType.LONG;
import static dev.lakehouse.types.DataType.STRING;
import static dev.lakehouse.types.DataType.decimal;
import static dev.lakehouse.types.StructField.optional;
import static dev.lakehouse.types.StructField.required;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.data.HistoryEntry;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.data.WriteResult;
import dev.lakehouse.types.StructType;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The walk that the README shows. */
class FirstTableTest {
  private record Order(long order_id, String customer, BigDecimal amount, LocalDate event_date) {}

  private static final StructType SCHEMA =
      StructType.of(
          required("order_id", LONG),
          optional("customer", STRING),
          optional("amount", decimal(15, 2)),
          optional("event_date", DATE));

  private static Order order(long id, String customer, String amount, String date) {
    return new Order(id, customer, new BigDecimal(amount), LocalDate.parse(date));
  }

  @Test
  void createAppendScanAndTravel(@TempDir Path folder) {
    try (Lakehouse lake = Lakehouse.create()) {
      Table orders =
          lake.createTable(folder.resolve("orders").toString(), SCHEMA)
              .partitionedBy("event_date")
              .ifNotExists()
              .execute();
      assertEquals(0, orders.version());
      WriteResult first =
          orders
              .append(
                  Source.records(
                      Order.class,
                      List.of(
                          order(1, "ann", "12.50", "2026-09-01"),
                          order(2, "bob", "7", "2026-09-01"),
                          order(3, "ann", "250.00", "2026-09-02"))))
              .execute();
      assertEquals(1, first.version());
      assertEquals(2, first.filesAdded());
      assertEquals(3, first.rowsAdded());
      WriteResult second =
          orders
              .append(Source.records(Order.class, List.of(order(4, null, "1000.01", "2026-09-03"))))
              .execute();
      assertEquals(2, second.version());

      List<Long> ids = new ArrayList<>();
      try (RowReader rows =
          orders.scan().where(col("amount").gt(10)).select("order_id", "amount").rows()) {
        for (Row row : rows) {
          ids.add(row.getLong("order_id"));
        }
      }
      assertEquals(List.of(1L, 3L, 4L), ids.stream().sorted().toList());
      assertEquals(3, orders.snapshot(first.version()).scan().count());
      assertEquals(4, orders.scan().count());
      List<Order> big =
          orders.scan().where(col("amount").gt(100)).records(Order.class).stream()
              .sorted((a, b) -> Long.compare(a.order_id(), b.order_id()))
              .toList();
      assertEquals(
          List.of(order(3, "ann", "250.00", "2026-09-02"), order(4, null, "1000.01", "2026-09-03")),
          big);
      List<HistoryEntry> history = orders.history();
      assertEquals(List.of(2L, 1L, 0L), history.stream().map(HistoryEntry::version).toList());
      assertTrue(orders.detail().partitionColumns().contains("event_date"));
    }
  }
}
