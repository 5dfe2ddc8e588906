package dev.lakehouse.parquet.variant;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a shredded column holds: a struct of {@code value}, where there is such a field, and {@code
 * typed_value}, in this order.
 *
 * @param hasValue whether there is a field {@code value}
 * @param typed what {@code typed_value} holds; null if there is no such field
 */
public record Shredded(boolean hasValue, @Nullable Typed typed) {
  /** What a {@code typed_value} holds. */
  public sealed interface Typed {}

  /** A primitive. */
  public record Scalar(Primitive type) implements Typed {}

  /** Lists, whose elements are shredded again. */
  public record Elements(Shredded element) implements Typed {}

  /**
   * Objects, some fields of which have columns of their own.
   *
   * @param names their names
   * @param fields how each of them is shredded
   */
  public record Fields(List<String> names, List<Shredded> fields) implements Typed {}

  /** Types of primitives, with the code that stands in the encoding. */
  public enum Primitive {
    /** True or false, which have codes of their own. */
    BOOLEAN(1),
    /** 8-bit integer. */
    INT8(3),
    /** 16-bit integer. */
    INT16(4),
    /** 32-bit integer. */
    INT32(5),
    /** 64-bit integer. */
    INT64(6),
    /** 64-bit floating point number. */
    DOUBLE(7),
    /** Decimal in 32 bits. */
    DECIMAL4(8),
    /** Decimal in 64 bits. */
    DECIMAL8(9),
    /** Decimal in 128 bits. */
    DECIMAL16(10),
    /** Days since 1970-01-01. */
    DATE(11),
    /** Microseconds in UTC. */
    TIMESTAMP(12),
    /** Microseconds in no zone. */
    TIMESTAMP_NTZ(13),
    /** 32-bit floating point number. */
    FLOAT(14),
    /** Bytes. */
    BINARY(15),
    /** Text. */
    STRING(16),
    /** Microseconds of a day. */
    TIME(17),
    /** Nanoseconds in UTC. */
    TIMESTAMP_NANOS(18),
    /** Nanoseconds in no zone. */
    TIMESTAMP_NTZ_NANOS(19),
    /** 16 bytes, big endian. */
    UUID(20);

    private final int code;

    Primitive(int code) {
      this.code = code;
    }

    int code() {
      return code;
    }
  }
}
