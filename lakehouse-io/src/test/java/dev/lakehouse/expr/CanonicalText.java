package dev.lakehouse.expr;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.PrimitiveType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The canonical text of values in which the corpus states its answers, both ways. */
final class CanonicalText {
  private static final ObjectMapper JSON = new ObjectMapper();

  private CanonicalText() {}

  static String of(DataType type, @Nullable Object value) {
    if (value == null) {
      return "null";
    } else if (type instanceof DecimalType) {
      return "\"" + ((BigDecimal) value).toPlainString() + "\"";
    } else if (type instanceof ArrayType array) {
      StringJoiner text = new StringJoiner(",", "[", "]");
      ((List<?>) value).forEach(element -> text.add(of(array.element(), element)));
      return text.toString();
    } else if (type instanceof MapType map) {
      List<String> entries = new ArrayList<>();
      ((Map<?, ?>) value)
          .forEach((k, v) -> entries.add("[" + of(map.key(), k) + "," + of(map.value(), v) + "]"));
      entries.sort(null);
      return "[" + String.join(",", entries) + "]";
    } else if (type instanceof StructType struct) {
      StringJoiner text = new StringJoiner(",", "{", "}");
      for (int i = 0; i < struct.size(); i++) {
        StructField field = struct.field(i);
        text.add(quoted(field.name()) + ":" + of(field.type(), ((List<?>) value).get(i)));
      }
      return text.toString();
    }
    return primitive((PrimitiveType) type, value);
  }

  private static String primitive(PrimitiveType type, Object value) {
    return switch (type) {
      case FLOAT -> String.format("\"f%08x\"", Float.floatToIntBits((Float) value));
      case DOUBLE -> String.format("\"d%016x\"", Double.doubleToLongBits((Double) value));
      case STRING -> quoted((String) value);
      case BINARY -> "\"x" + HexFormat.of().formatHex((byte[]) value) + "\"";
      case DATE -> Long.toString(((LocalDate) value).toEpochDay());
      case TIMESTAMP -> Long.toString(Values.micros((Instant) value));
      case TIMESTAMP_NTZ -> Long.toString(Values.micros((LocalDateTime) value));
      default -> value.toString();
    };
  }

  private static String quoted(String text) {
    try {
      return JSON.writeValueAsString(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  static @Nullable Object value(DataType type, String canonical) throws IOException {
    return value(type, JSON.readTree(canonical));
  }

  private static @Nullable Object value(DataType type, JsonNode node) throws IOException {
    if (node.isNull()) {
      return null;
    } else if (type instanceof DecimalType decimal) {
      return new BigDecimal(node.textValue()).setScale(decimal.scale());
    } else if (type instanceof ArrayType array) {
      List<@Nullable Object> values = new ArrayList<>();
      for (JsonNode element : node) {
        values.add(value(array.element(), element));
      }
      return values;
    } else if (type instanceof MapType map) {
      Map<@Nullable Object, @Nullable Object> values = new LinkedHashMap<>();
      for (JsonNode entry : node) {
        values.put(value(map.key(), entry.get(0)), value(map.value(), entry.get(1)));
      }
      return values;
    } else if (type instanceof StructType struct) {
      List<@Nullable Object> values = new ArrayList<>();
      for (StructField field : struct) {
        values.add(value(field.type(), node.get(field.name())));
      }
      return values;
    }
    return primitive((PrimitiveType) type, node);
  }

  private static Object primitive(PrimitiveType type, JsonNode node) throws IOException {
    return switch (type) {
      case BOOLEAN -> node.booleanValue();
      case BYTE, SHORT, INT -> node.intValue();
      case LONG -> node.longValue();
      case FLOAT ->
          Float.intBitsToFloat(Integer.parseUnsignedInt(node.textValue().substring(1), 16));
      case DOUBLE ->
          Double.longBitsToDouble(Long.parseUnsignedLong(node.textValue().substring(1), 16));
      case STRING -> node.textValue();
      case BINARY -> HexFormat.of().parseHex(node.textValue().substring(1));
      case DATE -> LocalDate.ofEpochDay(node.longValue());
      case TIMESTAMP -> Values.instant(node.longValue());
      case TIMESTAMP_NTZ -> Values.localDateTime(node.longValue());
      case VARIANT, VOID -> throw new IOException("no value of type " + type);
    };
  }
}
