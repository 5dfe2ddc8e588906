package dev.lakehouse.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.lakehouse.types.DataType;
import dev.lakehouse.types.SchemaJson;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;

class ParquetSchemasTest {
  @Test
  void everyTypeHasThePhysicalFormOfSpark() {
    StructType schema =
        SchemaJson.read(
            """
            {"type":"struct","fields":[
            {"name":"b","type":"byte","nullable":false,"metadata":{}},
            {"name":"s","type":"string","nullable":true,"metadata":{}},
            {"name":"d9","type":"decimal(9,2)","nullable":true,"metadata":{}},
            {"name":"d18","type":"decimal(18,0)","nullable":true,"metadata":{}},
            {"name":"d38","type":"decimal(38,10)","nullable":true,"metadata":{}},
            {"name":"t","type":"timestamp","nullable":true,"metadata":{}},
            {"name":"n","type":"timestamp_ntz","nullable":true,"metadata":{}},
            {"name":"x","type":"void","nullable":true,"metadata":{}},
            {"name":"v","type":"variant","nullable":true,"metadata":{}},
            {"name":"l","type":{"type":"array","elementType":"date","containsNull":true},"nullable":true,"metadata":{}},
            {"name":"m","type":{"type":"map","keyType":"string","valueType":{"type":"struct","fields":[
            {"name":"f","type":"double","nullable":true,"metadata":{}}]},"valueContainsNull":true},
            "nullable":true,"metadata":{}}]}
            """);
    String expected =
        """
        message spark_schema {
          optional int32 b (INTEGER(8,true));
          optional binary s (STRING);
          optional int32 d9 (DECIMAL(9,2));
          optional int64 d18 (DECIMAL(18,0));
          optional fixed_len_byte_array(16) d38 (DECIMAL(38,10));
          optional int64 t (TIMESTAMP(MICROS,true));
          optional int64 n (TIMESTAMP(MICROS,false));
          optional group v { required binary value; required binary metadata; }
          optional group l (LIST) { repeated group list { optional int32 element (DATE); } }
          optional group m (MAP) { repeated group key_value {
            required binary key (STRING);
            optional group value { optional double f; } } }
        }
        """;
    assertEquals(
        MessageTypeParser.parseMessageType(expected),
        ParquetSchemas.of(schema, FieldNaming.LOGICAL));
  }

  @Test
  void mappedFieldsCarryPhysicalNamesAndIdsAndNestedOnesOnlyWhereGiven() {
    StructType schema =
        SchemaJson.read(
            """
            {"type":"struct","fields":[
            {"name":"a","type":{"type":"map","keyType":"string","valueType":
              {"type":"array","elementType":"integer","containsNull":true},"valueContainsNull":true},
              "nullable":true,"metadata":{"delta.columnMapping.id":3,
              "delta.columnMapping.physicalName":"col-x",
              "delta.columnMapping.nested.ids":{"col-x.key":7,"col-x.value":8,"col-x.value.element":9}}},
            {"name":"b","type":{"type":"struct","fields":[{"name":"c","type":"long","nullable":true,
              "metadata":{"delta.columnMapping.id":5,"delta.columnMapping.physicalName":"col-z"}}]},
              "nullable":true,"metadata":{"delta.columnMapping.id":4,
              "delta.columnMapping.physicalName":"col-y"}}]}
            """);
    String expected =
        """
        message spark_schema {
          optional group col-x (MAP) = 3 { repeated group key_value {
            required binary key (STRING) = 7;
            optional group value (LIST) = 8 { repeated group list { optional int32 element = 9; } } } }
          optional group col-y = 4 { optional int64 col-z = 5; }
        }
        """;
    assertEquals(
        MessageTypeParser.parseMessageType(expected),
        ParquetSchemas.of(schema, FieldNaming.MAPPED));
  }

  @Test
  void aStructOfOnlyVoidsIsRefusedByName() {
    StructType schema =
        StructType.of(
            StructField.optional(
                "s", DataType.struct(StructField.optional("nothing", DataType.VOID))));
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class, () -> ParquetSchemas.of(schema, FieldNaming.LOGICAL));
    assertEquals(
        "The struct 's' has no field that a Parquet file can store: struct<nothing:void>",
        error.getMessage());
  }

  @Test
  void aDecimalTakesAsFewBytesAsItsLargestValueNeeds() {
    assertEquals(1, ParquetSchemas.decimalBytes(2));
    assertEquals(2, ParquetSchemas.decimalBytes(4));
    assertEquals(9, ParquetSchemas.decimalBytes(19));
    assertEquals(16, ParquetSchemas.decimalBytes(38));
  }
}
