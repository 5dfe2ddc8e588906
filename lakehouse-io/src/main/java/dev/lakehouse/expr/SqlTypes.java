package dev.lakehouse.expr;

import dev.lakehouse.expr.text.SqlToken;
import dev.lakehouse.expr.text.SqlToken.Kind;
import dev.lakehouse.expr.text.SqlTokens;
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
  private final SqlTokens tokens;

  SqlTypes(SqlTokens tokens) {
    this.tokens = tokens;
  }

  DataType type() {
    SqlToken token = tokens.take();
    if (token.kind() != Kind.WORD) {
      throw tokens.failure(token, "expected a type");
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
      default -> throw tokens.failure(token, "'" + token.text() + "' is no type of the language");
    };
  }

  private DataType decimal(SqlToken token) {
    int precision = 10;
    int scale = 0;
    if (tokens.takeIf("(")) {
      precision = size();
      if (tokens.takeIf(",")) {
        scale = size();
      }
      tokens.expect(")");
    }
    try {
      return new DecimalType(precision, scale);
    } catch (IllegalArgumentException e) {
      throw tokens.failure(token, String.valueOf(e.getMessage()));
    }
  }

  private DataType sized(SqlToken token) {
    if (!tokens.takeIf("(")) {
      throw tokens.failure(token, token.text() + " needs a length");
    }
    size();
    tokens.expect(")");
    return DataType.STRING;
  }

  private int size() {
    SqlToken token = tokens.take();
    if (token.kind() != Kind.NUMBER || !token.text().matches("[0-9]{1,9}")) {
      throw tokens.failure(token, "expected a whole number");
    }
    return Integer.parseInt(token.text());
  }

  private DataType array() {
    tokens.expect("<");
    DataType element = type();
    close();
    return new ArrayType(element, true);
  }

  private DataType map() {
    tokens.expect("<");
    DataType key = type();
    tokens.expect(",");
    DataType value = type();
    close();
    return new MapType(key, value, true);
  }

  private DataType struct() {
    if (tokens.takeIf("<>")) {
      return new StructType(List.of());
    }
    tokens.expect("<");
    List<StructField> fields = new ArrayList<>();
    do {
      String name = tokens.name();
      tokens.takeIf(":");
      fields.add(StructField.optional(name, type()));
    } while (tokens.takeIf(","));
    close();
    return new StructType(fields);
  }

  private void close() {
    tokens.expect(">");
  }
}
