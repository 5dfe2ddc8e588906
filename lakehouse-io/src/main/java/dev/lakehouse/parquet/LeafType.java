package dev.lakehouse.parquet;

import org.apache.parquet.format.Type;

/**
 * How a file stores the values of one leaf column, and what it says they mean.
 *
 * @param physical the physical type
 * @param length how many bytes a value of {@code FIXED_LEN_BYTE_ARRAY} has
 * @param meaning the logical type
 */
public record LeafType(Type physical, int length, Meaning meaning) {
  /** A logical type of Parquet, as far as it matters to values. A closed set. */
  public sealed interface Meaning {}

  /** Nothing said: the physical type says all. */
  public record Plain() implements Meaning {}

  /** UTF-8 text, also {@code ENUM} and {@code JSON}. */
  public record Text() implements Meaning {}

  /** Bytes of some kind: {@code BSON}, {@code UUID}, {@code GEOMETRY}, {@code GEOGRAPHY}. */
  public record Bytes(String kind) implements Meaning {}

  /** An integer of {@code bits} bits. */
  public record Int(int bits, boolean signed) implements Meaning {}

  /** An unscaled decimal. */
  public record Decimal(int precision, int scale) implements Meaning {}

  /** Days since 1970-01-01. */
  public record Date() implements Meaning {}

  /** Time since 1970-01-01T00:00, in UTC or local. */
  public record Timestamp(Unit unit, boolean utc) implements Meaning {}

  /** Time of a day, in UTC or local. */
  public record Time(Unit unit, boolean utc) implements Meaning {}

  /** A 16-bit floating point number. */
  public record Float16() implements Meaning {}

  /** Nothing but nulls. */
  public record Nothing() implements Meaning {}

  /** A logical type that has no counterpart in tables. */
  public record Foreign(String name) implements Meaning {}

  /** Units of time. */
  public enum Unit {
    /** 1/1000 s. */
    MILLIS,
    /** 1/1000000 s. */
    MICROS,
    /** 1/1000000000 s. */
    NANOS
  }

  /** The type as Parquet's schema language spells it, for messages. */
  @Override
  public String toString() {
    String name =
        physical == Type.FIXED_LEN_BYTE_ARRAY ? physical + "(" + length + ")" : physical.name();
    return meaning instanceof Plain ? name : name + " (" + meaning + ")";
  }
}
