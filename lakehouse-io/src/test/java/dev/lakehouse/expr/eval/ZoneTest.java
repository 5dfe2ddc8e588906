package dev.lakehouse.expr.eval;

import static dev.lakehouse.expr.Expressions.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.types.StructType;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ZoneTest {
  private static @Nullable Object in(String zone, String text) {
    ExpressionContext context = new ExpressionContext(ZoneId.of(zone), Instant.EPOCH);
    Batch none = new Batch(StructType.of(), List.of(), 1);
    return Values.get(BoundExpression.bind(sql(text), none.schema(), context).evaluate(none), 0);
  }

  private static Instant at(String text) {
    return Instant.parse(text);
  }

  @Test
  void aSkippedLocalTimeMovesForwardAndARepeatedOneIsTheEarlier() {
    assertEquals(at("2024-03-31T01:30:00Z"), in("Europe/Berlin", "TIMESTAMP'2024-03-31 02:30:00'"));
    assertEquals(at("2024-10-27T00:30:00Z"), in("Europe/Berlin", "TIMESTAMP'2024-10-27 02:30:00'"));
    assertEquals(
        at("2024-03-31T01:30:00Z"),
        in("Europe/Berlin", "CAST(TIMESTAMP_NTZ'2024-03-31 02:30:00' AS TIMESTAMP)"));
    // Midnight does not exist on that day in Cuba.
    assertEquals(
        at("2024-03-10T05:00:00Z"), in("America/Havana", "CAST(DATE'2024-03-10' AS TIMESTAMP)"));
  }

  @Test
  void aZoneInTheTextWinsOverTheContexts() {
    assertEquals(at("2024-01-01T00:00:00Z"), in("Asia/Tokyo", "TIMESTAMP'2024-01-01 00:00:00Z'"));
    assertEquals(
        at("2023-12-31T23:00:00Z"), in("Asia/Tokyo", "timestamp('2024-01-01 00:00:00+01:00')"));
    assertEquals(at("2023-12-31T15:00:00Z"), in("Asia/Tokyo", "timestamp('2024-01-01')"));
  }

  @Test
  void fieldsAndDatesAreThoseOfTheZone() {
    String instant = "TIMESTAMP'2024-01-01 00:30:00Z'";
    assertEquals(19, in("America/New_York", "hour(" + instant + ")"));
    assertEquals(LocalDate.of(2023, 12, 31), in("America/New_York", "date(" + instant + ")"));
    assertEquals(2023, in("America/New_York", "year(" + instant + ")"));
    assertEquals("2023-12-31 19:30:00", in("America/New_York", "string(" + instant + ")"));
    assertEquals("19:30 EST", in("America/New_York", "date_format(" + instant + ", 'HH:mm z')"));
    assertEquals(45, in("Asia/Kathmandu", "minute(TIMESTAMP'2024-01-01 00:00:00Z')"));
  }

  @Test
  void truncationStaysWithinItsOffset() {
    // The second 02:30 of the night on which Berlin's clocks go back.
    String second = "TIMESTAMP'2024-10-27 01:30:00Z'";
    assertEquals(
        at("2024-10-27T01:00:00Z"), in("Europe/Berlin", "date_trunc('HOUR', " + second + ")"));
    assertEquals(
        at("2024-10-26T22:00:00Z"), in("Europe/Berlin", "date_trunc('DAY', " + second + ")"));
    assertEquals(
        at("2024-10-20T22:00:00Z"), in("Europe/Berlin", "date_trunc('WEEK', " + second + ")"));
  }

  @Test
  void localTimesHaveNoZone() {
    assertEquals(2, in("Europe/Berlin", "hour(TIMESTAMP_NTZ'2024-03-31 02:30:00')"));
    assertEquals(
        "2024-03-31 02:30:00", in("Europe/Berlin", "string(TIMESTAMP_NTZ'2024-03-31 02:30:00')"));
  }
}
