package dev.lakehouse.log.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.FieldMetadata;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ColumnMappingTest {
  private static StructField mapped(String name, String physical, long id, DataType type) {
    return new StructField(
        name,
        type,
        true,
        FieldMetadata.EMPTY.with(ColumnMapping.ID, id).with(ColumnMapping.PHYSICAL_NAME, physical));
  }

  private static ColumnMapping mapping(Protocol protocol, String mode, StructType schema) {
    Metadata metadata =
        Metadata.of(
            "id", null, null, schema, List.of(), Map.of("delta.columnMapping.mode", mode), 0);
    return ColumnMapping.of(protocol, metadata, schema);
  }

  @Test
  void aLogicalNameMayBeAnotherColumnsPhysicalName() {
    StructType schema =
        StructType.of(mapped("a", "b", 1, DataType.INT), mapped("b", "a", 2, DataType.LONG));
    ColumnMapping mapping = mapping(new Protocol(2, 5), "name", schema);
    assertEquals("b", mapping.physicalName("a"));
    assertEquals("a", mapping.physicalName("b"));
    assertEquals(List.of("b", "a"), mapping.physicalSchema().names());
  }

  @Test
  void nestedFieldsAreMappedToo() {
    StructType inner = StructType.of(mapped("y", "col-y", 2, DataType.INT));
    StructType schema = StructType.of(mapped("x", "col-x", 1, inner));
    ColumnMapping mapping = mapping(new Protocol(2, 5), "id", schema);
    assertEquals(
        Optional.of(ColumnPath.of("col-x", "col-y")),
        mapping.physicalPath(ColumnPath.of("X", "y")));
    assertEquals(Optional.empty(), mapping.physicalPath(ColumnPath.of("x", "z")));
    assertEquals("struct<col-x:struct<col-y:int>>", mapping.physicalSchema().toString());
  }

  @Test
  void annotationsLeftBehindMeanNothingInModeNone() {
    StructType schema = StructType.of(mapped("a", "col-1", 1, DataType.INT));
    assertFalse(mapping(new Protocol(2, 5), "none", schema).isMapped());
    assertEquals("a", mapping(new Protocol(2, 5), "none", schema).physicalName("a"));
  }

  @Test
  void aMappedTableWithAFieldThatIsNotMappedIsCorrupt() {
    StructType schema = StructType.of(StructField.optional("a", DataType.INT));
    assertThrows(CorruptTableException.class, () -> mapping(new Protocol(2, 5), "name", schema));
    assertFalse(mapping(new Protocol(1, 2), "name", schema).isMapped());
  }

  @Test
  void aLegacyTableIsReadByItsAnnotationsAsSparkDoes() {
    StructType schema = StructType.of(mapped("a", "col-1", 1, DataType.INT));
    assertTrue(mapping(new Protocol(1, 2), "NAME", schema).isMapped());
  }
}
