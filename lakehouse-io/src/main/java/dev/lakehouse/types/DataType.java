package dev.lakehouse.types;

/**
 * A type of the Delta protocol. A closed set: the primitive types, decimals, and the nested types.
 *
 * <p>{@code toString()} gives the type as SQL spells it, {@code array<decimal(10,2)>} for one.
 * Source: Delta protocol, "Schema Serialization Format".
 */
public sealed interface DataType
    permits PrimitiveType, DecimalType, ArrayType, MapType, StructType {
  /** True or false. */
  DataType BOOLEAN = PrimitiveType.BOOLEAN;

  /** 8-bit signed integer. */
  DataType BYTE = PrimitiveType.BYTE;

  /** 16-bit signed integer. */
  DataType SHORT = PrimitiveType.SHORT;

  /** 32-bit signed integer. */
  DataType INT = PrimitiveType.INT;

  /** 64-bit signed integer. */
  DataType LONG = PrimitiveType.LONG;

  /** 32-bit IEEE 754 number. */
  DataType FLOAT = PrimitiveType.FLOAT;

  /** 64-bit IEEE 754 number. */
  DataType DOUBLE = PrimitiveType.DOUBLE;

  /** UTF-8 text. */
  DataType STRING = PrimitiveType.STRING;

  /** Bytes. */
  DataType BINARY = PrimitiveType.BINARY;

  /** A day of the proleptic Gregorian calendar. */
  DataType DATE = PrimitiveType.DATE;

  /** A microsecond on the UTC time line. */
  DataType TIMESTAMP = PrimitiveType.TIMESTAMP;

  /** A local date and time with microseconds, in no zone. */
  DataType TIMESTAMP_NTZ = PrimitiveType.TIMESTAMP_NTZ;

  /** A semi-structured value. */
  DataType VARIANT = PrimitiveType.VARIANT;

  /** The type of a column that holds nothing but nulls. */
  DataType VOID = PrimitiveType.VOID;

  /** A decimal of {@code precision} digits, {@code scale} of them after the point. */
  static DecimalType decimal(int precision, int scale) {
    return new DecimalType(precision, scale);
  }

  /** An array whose elements may be null. */
  static ArrayType array(DataType element) {
    return new ArrayType(element, true);
  }

  /** A map whose values may be null. */
  static MapType map(DataType key, DataType value) {
    return new MapType(key, value, true);
  }

  /** A struct of {@code fields}, in order. */
  static StructType struct(StructField... fields) {
    return StructType.of(fields);
  }

  /** True for arrays, maps and structs. */
  static boolean isNested(DataType type) {
    // Static: a default method would make the JVM initialize this interface, and so these
    // constants, before the constants of PrimitiveType are there.
    return type instanceof ArrayType || type instanceof MapType || type instanceof StructType;
  }
}
