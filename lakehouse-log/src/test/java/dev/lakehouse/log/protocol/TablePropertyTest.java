package dev.lakehouse.log.protocol;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TablePropertyTest {
  @Test
  void keysMatchInAnyCaseAndTheExactOneWins() {
    assertEquals(5, TableProperty.CHECKPOINT_INTERVAL.of(Map.of("DELTA.checkpointinterval", "5")));
    assertEquals(
        7,
        TableProperty.CHECKPOINT_INTERVAL.of(
            Map.of("delta.CHECKPOINTINTERVAL", "5", "delta.checkpointInterval", "7")));
    assertSame(
        TableProperty.CHECKPOINT_INTERVAL,
        TableProperty.find("delta.CheckpointInterval").orElseThrow());
  }

  @Test
  void aValueThatOthersWroteWronglyCountsAsTheDefault() {
    assertEquals(10, TableProperty.CHECKPOINT_INTERVAL.of(Map.of("delta.checkpointInterval", "0")));
    assertEquals(
        Duration.ofDays(30),
        TableProperty.LOG_RETENTION.of(Map.of("delta.logRetentionDuration", "2 months")));
  }

  @Test
  void theChangeFeedHasAnOldName() {
    assertTrue(
        TableProperty.ENABLE_CHANGE_DATA_FEED.of(Map.of("delta.enableChangeDataCapture", "true")));
  }

  @ParameterizedTest
  @CsvSource({
    "interval 30 days, 2592000",
    "30 DAYS, 2592000",
    "2 weeks, 1209600",
    "1 hour 30 minutes, 5400",
    "INTERVAL 1 week, 604800",
    "0 seconds, 0"
  })
  void intervalsAreSpelledWithUnits(String text, long seconds) {
    assertEquals(Duration.ofSeconds(seconds), Intervals.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "interval", "3", "1 month", "2 years", "1.5 days", "-1 days", "1 day x"})
  void otherIntervalsAreRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> Intervals.parse(text));
  }

  @ParameterizedTest
  @CsvSource({
    "delta.appendOnly, yes",
    "delta.checkpointInterval, -1",
    "delta.checkpointPolicy, v3",
    "delta.columnMapping.mode, position",
    "delta.dataSkippingNumIndexedCols, -2",
    "delta.logRetentionDuration, 30"
  })
  void aWrongValueIsRefusedWhenSet(String key, String value) {
    TableProperty<?> property = TableProperty.find(key).orElseThrow();
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> property.check(value));
    assertTrue(e.getMessage().contains(key) && e.getMessage().contains(value), e.getMessage());
    assertDoesNotThrow(() -> property.of(Map.of(key, value)));
  }
}
