package dev.lakehouse.expr;

import dev.lakehouse.expr.SqlToken.Kind;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads types, as casts name them. */
final class SqlTypes {
  private final SqlParser parser;

  SqlTypes(SqlParser parser) {
    this.parser = parser;
  }

  DataType type() {
    SqlToken token = parser.take();
    if (token.kind() != Kind.WORD) {
      throw parser.failure(token, "expected a type");
    }
    return switch (token.text().toUpperCase(Locale.ROOT)) {
      case "BOOLEAN" -> DataType.BOOLEAN;
      case "TINYINT", "BYTE" -> DataType.BYTE;
      case "SMALLINT", "SHORT" -> DataType.SHORT;
      case "INT", "INTEGER" -> DataType.INT;
      case "BIGINT", "LONG" -> DataType.LONG;
      case "FLOAT", "REAL" -> DataType.FLOAT;
      case "DOUBLE" -> DataType.DOUBLE;
      case "DECIMAL", "DEC", "NUMERIC" -> decimal(token);
      case "STRING" -> DataType.STRING;
      case "CHAR", "CHARACTER", "VARCHAR" -> sized(token);
      case "BINARY" -> DataType.BINARY;
      case "DATE" -> DataType.DATE;
      case "TIMESTAMP", "TIMESTAMP_LTZ" -> DataType.TIMESTAMP;
      case "TIMESTAMP_NTZ" -> DataType.TIMESTAMP_NTZ;
      case "VOID" -> DataType.VOID;
      case "ARRAY" -> array();
      case "MAP" -> map();
      case "STRUCT" -> struct();
      default -> throw parser.failure(token, "'" + token.text() + "' is no type of the language");
    };
  }

  private DataType decimal(SqlToken token) {
    int precision = 10;
    int scale = 0;
    if (parser.takeIf("(")) {
      precision = size();
      if (parser.takeIf(",")) {
        scale = size();
      }
      parser.expect(")");
    }
    try {
      return new DecimalType(precision, scale);
    } catch (IllegalArgumentException e) {
      throw parser.failure(token, String.valueOf(e.getMessage()));
    }
  }

  private DataType sized(SqlToken token) {
    if (!parser.takeIf("(")) {
      throw parser.failure(token, token.text() + " needs a length");
    }
    size();
    parser.expect(")");
    return DataType.STRING;
  }

  private int size() {
    SqlToken token = parser.take();
    if (token.kind() != Kind.NUMBER || !token.text().matches("[0-9]{1,9}")) {
      throw parser.failure(token, "expected a whole number");
    }
    return Integer.parseInt(token.text());
  }

  private DataType array() {
    parser.expect("<");
    DataType element = type();
    close();
    return new ArrayType(element, true);
  }

  private DataType map() {
    parser.expect("<");
    DataType key = type();
    parser.expect(",");
    DataType value = type();
    close();
    return new MapType(key, value, true);
  }

  private DataType struct() {
    if (parser.takeIf("<>")) {
      return new StructType(List.of());
    }
    parser.expect("<");
    List<StructField> fields = new ArrayList<>();
    do {
      String name = parser.name();
      parser.takeIf(":");
      fields.add(StructField.optional(name, type()));
    } while (parser.takeIf(","));
    close();
    return new StructType(fields);
  }

  private void close() {
    parser.expect(">");
  }
}
