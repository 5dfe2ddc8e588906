package dev.lakehouse.types;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A type without parameters. {@link DataType} has a constant for each. */
public enum PrimitiveType implements DataType {
  /** {@link DataType#BOOLEAN}. */
  BOOLEAN("boolean", "boolean"),
  /** {@link DataType#BYTE}. */
  BYTE("byte", "tinyint"),
  /** {@link DataType#SHORT}. */
  SHORT("short", "smallint"),
  /** {@link DataType#INT}. */
  INT("integer", "int"),
  /** {@link DataType#LONG}. */
  LONG("long", "bigint"),
  /** {@link DataType#FLOAT}. */
  FLOAT("float", "float"),
  /** {@link DataType#DOUBLE}. */
  DOUBLE("double", "double"),
  /** {@link DataType#STRING}. */
  STRING("string", "string"),
  /** {@link DataType#BINARY}. */
  BINARY("binary", "binary"),
  /** {@link DataType#DATE}. */
  DATE("date", "date"),
  /** {@link DataType#TIMESTAMP}. */
  TIMESTAMP("timestamp", "timestamp"),
  /** {@link DataType#TIMESTAMP_NTZ}. */
  TIMESTAMP_NTZ("timestamp_ntz", "timestamp_ntz"),
  /** {@link DataType#VARIANT}. */
  VARIANT("variant", "variant"),
  /** {@link DataType#VOID}. */
  VOID("void", "void");

  private static final Map<String, PrimitiveType> BY_JSON_NAME =
      Arrays.stream(values())
          .collect(Collectors.toMap(PrimitiveType::jsonName, Function.identity()));

  private final String jsonName;
  private final String sqlName;

  PrimitiveType(String jsonName, String sqlName) {
    this.jsonName = jsonName;
    this.sqlName = sqlName;
  }

  /** The name in the schema JSON of the protocol. */
  public String jsonName() {
    return jsonName;
  }

  /** The type that the schema JSON calls {@code name}, in exactly this case. */
  public static Optional<PrimitiveType> ofJsonName(String name) {
    return Optional.ofNullable(BY_JSON_NAME.get(name));
  }

  /** The name in SQL. */
  @Override
  public String toString() {
    return sqlName;
  }
}
