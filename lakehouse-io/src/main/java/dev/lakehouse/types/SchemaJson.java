package dev.lakehouse.types;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.UnsupportedFeatureException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The schema JSON of the Delta protocol ("Schema Serialization Format"), both ways. Unknown field
 * metadata survives the round trip; an unknown type is refused by its name.
 */
public final class SchemaJson {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();
  private static final JsonNodeFactory NODES = MAPPER.getNodeFactory();
  private static final Pattern DECIMAL =
      Pattern.compile("decimal\\(\\s*(\\d{1,3})\\s*,\\s*(\\d{1,3})\\s*\\)");

  private SchemaJson() {}

  /** The schema as JSON text. */
  public static String write(StructType schema) {
    return toJson(schema).toString();
  }

  /** A type as JSON text: a quoted name or an object. */
  public static String writeType(DataType type) {
    return toJson(type).toString();
  }

  /**
   * The schema that {@code json} describes.
   *
   * @throws CorruptTableException if the text is no schema
   * @throws UnsupportedFeatureException if it uses a type that is not known, named in the error
   */
  public static StructType read(String json) {
    DataType type = type(readTree(json));
    if (type instanceof StructType struct) {
      return struct;
    }
    throw new CorruptTableException("The table's schema is no struct: " + json);
  }

  /** The type that {@code json} describes: a quoted name or an object. Errors as {@link #read}. */
  public static DataType readType(String json) {
    return type(readTree(json));
  }

  static JsonNode readTree(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new CorruptTableException(
          "The text is no JSON (" + e.getOriginalMessage() + "): " + json, e);
    }
  }

  private static DataType type(JsonNode node) {
    if (node.isTextual()) {
      return named(node.textValue());
    }
    String kind = node.path("type").asText();
    return switch (kind) {
      case "struct" -> struct(required(node, "fields"));
      case "array" ->
          new ArrayType(type(required(node, "elementType")), flag(node, "containsNull"));
      case "map" ->
          new MapType(
              type(required(node, "keyType")),
              type(required(node, "valueType")),
              flag(node, "valueContainsNull"));
      case "udt" -> type(required(node, "sqlType"));
      case "" -> throw new CorruptTableException("The schema holds a type without a name: " + node);
      default -> named(kind);
    };
  }

  private static DataType named(String name) {
    if (name.equals("decimal")) {
      return new DecimalType(10, 0);
    }
    Matcher decimal = DECIMAL.matcher(name);
    if (decimal.matches()) {
      return decimal(name, Integer.parseInt(decimal.group(1)), Integer.parseInt(decimal.group(2)));
    }
    return PrimitiveType.ofJsonName(name)
        .orElseThrow(
            () ->
                new UnsupportedFeatureException(
                    name,
                    "The schema uses the type '" + name + "', which this version does not know"));
  }

  private static DataType decimal(String name, int precision, int scale) {
    try {
      return new DecimalType(precision, scale);
    } catch (IllegalArgumentException e) {
      throw new CorruptTableException(
          "The schema uses the type '" + name + "': " + e.getMessage(), e);
    }
  }

  private static StructType struct(JsonNode fields) {
    List<StructField> result = new ArrayList<>();
    for (JsonNode field : fields) {
      JsonNode metadata = field.path("metadata");
      result.add(
          new StructField(
              required(field, "name").asText(),
              type(required(field, "type")),
              flag(field, "nullable"),
              metadata.isObject()
                  ? FieldMetadata.ofJson((ObjectNode) metadata)
                  : FieldMetadata.EMPTY));
    }
    return new StructType(result);
  }

  private static JsonNode required(JsonNode node, String key) {
    JsonNode value = node.get(key);
    if (value == null || value.isNull()) {
      throw new CorruptTableException("The schema misses '" + key + "' in " + node);
    }
    return value;
  }

  private static boolean flag(JsonNode node, String key) {
    return node.path(key).asBoolean(true);
  }

  private static JsonNode toJson(DataType type) {
    if (type instanceof StructType struct) {
      ObjectNode node = NODES.objectNode().put("type", "struct");
      ArrayNode fields = node.putArray("fields");
      struct.forEach(field -> fields.add(toJson(field)));
      return node;
    }
    if (type instanceof ArrayType array) {
      ObjectNode node = NODES.objectNode().put("type", "array");
      node.set("elementType", toJson(array.element()));
      return node.put("containsNull", array.containsNull());
    }
    if (type instanceof MapType map) {
      ObjectNode node = NODES.objectNode().put("type", "map");
      node.set("keyType", toJson(map.key()));
      node.set("valueType", toJson(map.value()));
      return node.put("valueContainsNull", map.valueContainsNull());
    }
    return NODES.textNode(
        type instanceof PrimitiveType primitive ? primitive.jsonName() : type.toString());
  }

  private static ObjectNode toJson(StructField field) {
    ObjectNode node = NODES.objectNode().put("name", field.name());
    node.set("type", toJson(field.type()));
    node.put("nullable", field.nullable());
    node.set("metadata", field.metadata().toJson());
    return node;
  }
}
