package dev.lakehouse.alter;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.SchemaJson;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;

/** Parameters of alterations as Delta Spark writes them: JSON texts. */
final class AlterJson {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private AlterJson() {}

  static String text(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Not to be written as JSON: " + value, e);
    }
  }

  /** A column: nested types by their kind only. */
  static ObjectNode column(ColumnPath path, StructField field) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("name", path.toString());
    json.put("type", typeName(field.type()));
    json.put("nullable", field.nullable());
    json.set("metadata", tree(field.metadata().toString()));
    return json;
  }

  static String typeName(DataType type) {
    if (type instanceof StructType) {
      return "struct";
    } else if (type instanceof ArrayType) {
      return "array";
    } else if (type instanceof MapType) {
      return "map";
    }
    JsonNode schema = tree(SchemaJson.write(StructType.of(StructField.optional("c", type))));
    return schema.path("fields").path(0).path("type").asText();
  }

  private static JsonNode tree(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Not to be read as JSON: " + json, e);
    }
  }

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }
}
