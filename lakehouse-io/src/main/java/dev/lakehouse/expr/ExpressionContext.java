package dev.lakehouse.expr;

import java.time.Instant;
import java.time.ZoneId;

/**
 * What an expression takes from its surroundings: nothing else does it see of the machine.
 *
 * @param zone the zone of casts between timestamp and date or text, and of the fields of a
 *     timestamp
 * @param now what {@code current_timestamp} gives, the same for all rows
 */
public record ExpressionContext(ZoneId zone, Instant now) {
  /** In UTC, at {@code now}. */
  public static ExpressionContext utc(Instant now) {
    return new ExpressionContext(ZoneId.of("UTC"), now);
  }
}
