package dev.lakehouse.log.protocol;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.FieldMetadata;
import dev.lakehouse.types.SchemaJson;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypeWideningTest {
  @ParameterizedTest
  @CsvSource({
    "byte, short, true",
    "byte, long, true",
    "int, byte, false",
    "short, double, true",
    "long, double, false",
    "float, double, true",
    "double, float, false",
    "int, float, false",
    "date, timestamp_ntz, true",
    "date, timestamp, false",
    "timestamp_ntz, timestamp, false",
    "'decimal(10,2)', 'decimal(12,2)', true",
    "'decimal(10,2)', 'decimal(12,4)', true",
    "'decimal(10,2)', 'decimal(11,4)', false",
    "'decimal(10,2)', 'decimal(10,1)', false",
    "integer, 'decimal(10,0)', true",
    "integer, 'decimal(12,2)', true",
    "integer, 'decimal(11,2)', false",
    "long, 'decimal(20,0)', true",
    "long, 'decimal(19,0)', false",
    "string, 'decimal(38,0)', false",
    "string, binary, false",
    "'decimal(10,0)', long, false"
  })
  void theWideningsOfTheProtocolAreAllowedAndNoOthers(String from, String to, boolean allowed) {
    assertEquals(allowed, TypeWidening.isAllowed(type(from), type(to)));
  }

  private static DataType type(String name) {
    String known = name.equals("int") ? "integer" : name;
    return SchemaJson.readType('"' + known + '"');
  }

  private static StructType schema(String changes) {
    StructField inner =
        new StructField(
            "y", DataType.LONG, true, FieldMetadata.EMPTY.withJson("delta.typeChanges", changes));
    return StructType.of(StructField.optional("x", DataType.array(StructType.of(inner))));
  }

  @Test
  void aChangeThatIsNotKnownIsRefusedNamingTheColumn() {
    assertDoesNotThrow(
        () ->
            TypeWidening.requireKnown(
                schema("[{\"fromType\":\"integer\",\"toType\":\"long\",\"tableVersion\":3}]"),
                "t"));
    for (String change :
        new String[] {
          "[{\"fromType\":\"string\",\"toType\":\"long\"}]",
          "[{\"fromType\":\"uint16\",\"toType\":\"long\"}]",
          "[{\"fromType\":\"integer\"}]"
        }) {
      UnsupportedFeatureException e =
          assertThrows(
              UnsupportedFeatureException.class,
              () -> TypeWidening.requireKnown(schema(change), "t"));
      assertTrue(e.getMessage().contains("'y'"), e.getMessage());
    }
  }
}
