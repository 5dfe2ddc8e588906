package dev.lakehouse.scan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lakehouse.expr.Call;
import dev.lakehouse.expr.Cast;
import dev.lakehouse.expr.ColumnReference;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.FieldAccess;
import dev.lakehouse.expr.Literal;
import dev.lakehouse.expr.Operator;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.PrimitiveType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Expressions as JSON and back, for tasks that travel. */
final class ExpressionJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private ExpressionJson() {}

  static JsonNode write(Expression expression) {
    ObjectNode json = NODES.objectNode();
    if (expression instanceof Literal literal) {
      json.put("type", typeText(literal.type()));
      json.put("value", valueText(literal));
    } else if (expression instanceof ColumnReference column) {
      ArrayNode names = json.putArray("column");
      column.path().names().forEach(names::add);
    } else if (expression instanceof FieldAccess access) {
      json.put("field", access.name());
    } else if (expression instanceof Cast cast) {
      json.put("cast", typeText(cast.type()));
      json.put("onFailure", cast.onFailure().name());
    } else {
      json.put("call", ((Call) expression).operator().name());
    }
    if (!expression.children().isEmpty()) {
      ArrayNode children = json.putArray("of");
      expression.children().forEach(child -> children.add(write(child)));
    }
    return json;
  }

  static Expression read(JsonNode json) {
    List<Expression> children = new ArrayList<>();
    json.path("of").forEach(child -> children.add(read(child)));
    if (json.has("type")) {
      DataType type = type(json.get("type").asText());
      JsonNode value = json.get("value");
      return new Literal(type, value.isNull() ? null : value(type, value.asText()));
    } else if (json.has("column")) {
      List<String> names = new ArrayList<>();
      json.get("column").forEach(name -> names.add(name.asText()));
      return new ColumnReference(new ColumnPath(names));
    } else if (json.has("field")) {
      return FieldAccess.of(children.get(0), json.get("field").asText());
    } else if (json.has("cast")) {
      Cast.OnFailure onFailure = Cast.OnFailure.valueOf(json.get("onFailure").asText());
      return Cast.of(children.get(0), type(json.get("cast").asText()), onFailure);
    }
    return new Call(Operator.valueOf(json.get("call").asText()), children);
  }

  private static String typeText(DataType type) {
    if (type instanceof PrimitiveType primitive) {
      return primitive.name();
    } else if (type instanceof DecimalType decimal) {
      return "DECIMAL " + decimal.precision() + " " + decimal.scale();
    }
    throw new IllegalArgumentException("A literal of type " + type + " does not go into a task");
  }

  private static DataType type(String text) {
    if (!text.startsWith("DECIMAL ")) {
      return PrimitiveType.valueOf(text);
    }
    String[] parts = text.split(" ", -1);
    return DataType.decimal(Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
  }

  private static @org.jspecify.annotations.Nullable String valueText(Literal literal) {
    Object value = literal.value();
    if (value == null) {
      return null;
    }
    return value instanceof byte[] bytes
        ? Base64.getEncoder().encodeToString(bytes)
        : value.toString();
  }

  private static Object value(DataType type, String text) {
    if (type instanceof DecimalType) {
      return new BigDecimal(text);
    }
    return switch ((PrimitiveType) type) {
      case BOOLEAN -> Boolean.valueOf(text);
      case BYTE -> Byte.valueOf(text);
      case SHORT -> Short.valueOf(text);
      case INT -> Integer.valueOf(text);
      case LONG -> Long.valueOf(text);
      case FLOAT -> Float.valueOf(text);
      case DOUBLE -> Double.valueOf(text);
      case STRING -> text;
      case BINARY -> Base64.getDecoder().decode(text);
      case DATE -> LocalDate.parse(text);
      case TIMESTAMP -> Instant.parse(text);
      case TIMESTAMP_NTZ -> LocalDateTime.parse(text);
      case VARIANT, VOID ->
          throw new IllegalArgumentException("A task holds no literal of type " + type);
    };
  }
}
