package dev.lakehouse.types;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.UnsupportedFeatureException;
import org.junit.jupiter.api.Test;

class SchemaJsonTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static String field(String type) {
    return "{\"type\":\"struct\",\"fields\":[{\"name\":\"c\",\"type\":"
        + type
        + ",\"nullable\":true,\"metadata\":{}}]}";
  }

  private static DataType typeOf(String json) {
    return SchemaJson.read(field(json)).field(0).type();
  }

  @Test
  void everyTypeSurvivesTheRoundTrip() {
    for (PrimitiveType type : PrimitiveType.values()) {
      assertEquals(type, typeOf('"' + type.jsonName() + '"'));
      assertEquals(type, SchemaJson.readType(SchemaJson.writeType(type)));
    }
    StructType schema =
        StructType.of(
            StructField.required("id", DataType.LONG).comment("the key"),
            StructField.optional("price", DataType.decimal(38, 10)),
            StructField.optional("tags", new ArrayType(DataType.STRING, false)),
            StructField.optional(
                "m", new MapType(DataType.INT, DataType.array(DataType.VARIANT), false)),
            StructField.optional(
                "s", DataType.struct(StructField.required("x.y", DataType.TIMESTAMP_NTZ))));
    assertEquals(schema, SchemaJson.read(SchemaJson.write(schema)));
  }

  @Test
  void metadataOfAnyShapeIsKeptAsItIs() throws Exception {
    String metadata =
        "{\"a\":9007199254740993,\"b\":1.50,\"c\":null,\"d\":[1,{\"e\":true}],\"f\":\"\\u00e9\","
            + "\"delta.identity.start\":-1}";
    String json =
        "{\"type\":\"struct\",\"fields\":[{\"name\":\"c\",\"type\":\"long\",\"nullable\":false,"
            + "\"metadata\":"
            + metadata
            + "}]}";
    JsonNode written = JSON.readTree(SchemaJson.write(SchemaJson.read(json)));
    assertEquals(JSON.readTree(json), written);
    assertTrue(SchemaJson.write(SchemaJson.read(json)).contains("1.50"));
  }

  @Test
  void decimalsMayHaveSpacesOrNoParameters() {
    assertEquals(DataType.decimal(10, 2), typeOf("\"decimal(10, 2)\""));
    assertEquals(DataType.decimal(10, 2), typeOf("\"decimal(10,2)\""));
    assertEquals(DataType.decimal(10, 0), typeOf("\"decimal\""));
    assertThrows(CorruptTableException.class, () -> typeOf("\"decimal(39,2)\""));
    assertThrows(CorruptTableException.class, () -> typeOf("\"decimal(2,3)\""));
  }

  @Test
  void anUnknownTypeIsRefusedByItsName() {
    for (String name : new String[] {"int", "bigint", "geometry(OGC:CRS84)", "INTEGER"}) {
      UnsupportedFeatureException refused =
          assertThrows(UnsupportedFeatureException.class, () -> typeOf('"' + name + '"'));
      assertEquals(name, refused.feature());
      assertTrue(refused.getMessage().contains(name));
    }
  }

  @Test
  void aUserDefinedTypeIsReadAsItsSqlType() {
    assertEquals(
        DataType.array(DataType.DOUBLE),
        typeOf(
            "{\"type\":\"udt\",\"class\":\"x\",\"sqlType\":{\"type\":\"array\",\"elementType\":\"double\",\"containsNull\":true}}"));
  }

  @Test
  void aVariantMayBeWrittenAsAnObject() {
    assertEquals(
        DataType.array(DataType.VARIANT),
        typeOf(
            "{\"type\":\"array\",\"elementType\":{\"type\":\"variant\"},\"containsNull\":true}"));
  }

  @Test
  void textThatIsNoSchemaIsACorruptTable() {
    for (String text : new String[] {"", "{", "\"long\"", "{\"type\":\"struct\"}", "[]", "null"}) {
      assertThrows(CorruptTableException.class, () -> SchemaJson.read(text), text);
    }
  }
}
