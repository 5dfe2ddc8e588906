package dev.lakehouse.examples;

import static dev.lakehouse.types.DataType.DATE;
import static dev.lakehouse.types.DataType.DOUBLE;
import static dev.lakehouse.types.DataType.LONG;
import static dev.lakehouse.types.DataType.STRING;
import static dev.lakehouse.types.DataType.TIMESTAMP;
import static dev.lakehouse.types.DataType.decimal;
import static dev.lakehouse.types.StructField.optional;
import static dev.lakehouse.types.StructField.required;

import dev.lakehouse.data.Column;
import dev.lakehouse.types.StructType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;

/**
 * Something that happened to an order of a ghost kitchen.
 *
 * @param orderId which order
 * @param kind what happened
 * @param at when
 * @param day the day of {@code at} in UTC
 * @param city where
 * @param brand under which brand the kitchen sold it
 * @param amount what the customer pays
 * @param location where the courier was; some lose their signal
 */
public record OrderEvent(
    @Column("order_id") long orderId,
    Kind kind,
    @Column("happened_at") Instant at,
    LocalDate day,
    String city,
    String brand,
    BigDecimal amount,
    Optional<Location> location) {
  /** The columns of a table of events. */
  public static final StructType SCHEMA =
      StructType.of(
          required("order_id", LONG),
          required("kind", STRING),
          required("happened_at", TIMESTAMP),
          required("day", DATE),
          required("city", STRING),
          required("brand", STRING),
          optional("amount", decimal(9, 2)),
          optional("location", StructType.of(optional("lat", DOUBLE), optional("lon", DOUBLE))));

  /** What can happen to an order, in this order. */
  public enum Kind {
    /** The customer has ordered. */
    CREATED,
    /** The food is packed. */
    READY,
    /** The customer has the food. */
    DELIVERED
  }

  /**
   * A place on earth, in degrees.
   *
   * @param lat north of the equator
   * @param lon east of Greenwich
   */
  public record Location(double lat, double lon) {}
}
