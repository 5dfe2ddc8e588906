package dev.lakehouse.parquet.footer;

import dev.lakehouse.parquet.DamagedDataException;
import dev.lakehouse.parquet.LeafType;
import dev.lakehouse.parquet.LeafType.Meaning;
import dev.lakehouse.parquet.ParquetSchemas;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/** Turns the flat list of a footer's schema into a tree. */
final class SchemaReader {
  /** Levels are kept in bytes; no writer nests anywhere near that deep. */
  private static final int MAX_LEVEL = ParquetSchemas.MAX_DEPTH;

  private final List<SchemaElement> elements;
  private int next;
  private int leaves;

  private SchemaReader(List<SchemaElement> elements) {
    this.elements = elements;
  }

  static FileNode read(List<SchemaElement> elements) {
    SchemaReader reader = new SchemaReader(elements);
    FileNode root = reader.node("", 0, 0, 0);
    if (reader.next != elements.size()) {
      throw new DamagedDataException("its schema has fields that belong to no group");
    }
    return root;
  }

  private FileNode node(String parent, int parentDefinition, int parentRepeat, int depth) {
    if (next >= elements.size() || depth > MAX_LEVEL) {
      throw new DamagedDataException(
          depth > MAX_LEVEL
              ? "its schema nests deeper than " + MAX_LEVEL + " levels"
              : "its schema ends before its last field");
    }
    boolean root = next == 0;
    SchemaElement element = elements.get(next++);
    String name = element.name == null ? "" : element.name;
    String path = root ? "" : parent.isEmpty() ? name : parent + "." + name;
    FieldRepetitionType repetition =
        root || element.repetition_type == null
            ? FieldRepetitionType.REQUIRED
            : element.repetition_type;
    int definition = parentDefinition + (repetition == FieldRepetitionType.REQUIRED ? 0 : 1);
    int repeat = parentRepeat + (repetition == FieldRepetitionType.REPEATED ? 1 : 0);
    int fieldId = element.isSetField_id() ? element.field_id : -1;
    int firstLeaf = leaves;
    List<FileNode> children = new ArrayList<>();
    LeafType leaf = null;
    if (element.isSetType() && !root) {
      leaf = leafType(element);
      leaves++;
    } else {
      for (int i = 0; i < element.num_children; i++) {
        children.add(node(path, definition, repeat, depth + 1));
      }
    }
    FileNode.Kind kind = leaf == null ? groupKind(element) : FileNode.Kind.LEAF;
    return new FileNode(
        name,
        path,
        fieldId,
        repetition,
        kind,
        leaf,
        firstLeaf,
        leaves - firstLeaf,
        definition,
        repeat,
        children);
  }

  private static FileNode.Kind groupKind(SchemaElement element) {
    LogicalType logical = element.logicalType;
    if (logical != null && logical.isSet()) {
      return switch (logical.getSetField()) {
        case LIST -> FileNode.Kind.LIST;
        case MAP -> FileNode.Kind.MAP;
        case VARIANT -> FileNode.Kind.VARIANT;
        default -> FileNode.Kind.STRUCT;
      };
    }
    ConvertedType converted = element.converted_type;
    if (converted == ConvertedType.LIST) {
      return FileNode.Kind.LIST;
    }
    boolean isMap = converted == ConvertedType.MAP || converted == ConvertedType.MAP_KEY_VALUE;
    boolean repeated = element.repetition_type == FieldRepetitionType.REPEATED;
    return isMap && !repeated ? FileNode.Kind.MAP : FileNode.Kind.STRUCT;
  }

  private static LeafType leafType(SchemaElement element) {
    int length = element.isSetType_length() ? element.type_length : 0;
    if (element.type == Type.FIXED_LEN_BYTE_ARRAY && length <= 0) {
      throw new DamagedDataException(
          "its column '" + element.name + "' has values of " + length + " bytes");
    }
    return new LeafType(element.type, length, meaning(element));
  }

  private static Meaning meaning(SchemaElement element) {
    LogicalType logical = element.logicalType;
    if (logical == null) {
      return converted(element, element.converted_type);
    }
    if (!logical.isSet()) {
      return new LeafType.Foreign("a logical type newer than this library");
    }
    return switch (logical.getSetField()) {
      case STRING, ENUM, JSON -> new LeafType.Text();
      case DECIMAL ->
          new LeafType.Decimal(logical.getDECIMAL().precision, logical.getDECIMAL().scale);
      case DATE -> new LeafType.Date();
      case TIMESTAMP ->
          new LeafType.Timestamp(
              unit(logical.getTIMESTAMP().unit), logical.getTIMESTAMP().isAdjustedToUTC);
      case INTEGER ->
          new LeafType.Int(logical.getINTEGER().bitWidth, logical.getINTEGER().isSigned);
      case UNKNOWN -> new LeafType.Nothing();
      case FLOAT16 -> new LeafType.Float16();
      case BSON, UUID, GEOMETRY, GEOGRAPHY -> new LeafType.Bytes(logical.getSetField().name());
      case TIME ->
          new LeafType.Time(unit(logical.getTIME().unit), logical.getTIME().isAdjustedToUTC);
      case MAP, LIST, VARIANT -> new LeafType.Foreign(logical.getSetField().name());
    };
  }

  private static LeafType.Unit unit(TimeUnit unit) {
    return unit.isSetMILLIS()
        ? LeafType.Unit.MILLIS
        : unit.isSetMICROS() ? LeafType.Unit.MICROS : LeafType.Unit.NANOS;
  }

  private static Meaning converted(SchemaElement element, @Nullable ConvertedType converted) {
    if (converted == null) {
      return new LeafType.Plain();
    }
    return switch (converted) {
      case UTF8, ENUM, JSON -> new LeafType.Text();
      case DECIMAL -> new LeafType.Decimal(element.precision, element.scale);
      case DATE -> new LeafType.Date();
      case TIMESTAMP_MILLIS -> new LeafType.Timestamp(LeafType.Unit.MILLIS, true);
      case TIMESTAMP_MICROS -> new LeafType.Timestamp(LeafType.Unit.MICROS, true);
      case UINT_8 -> new LeafType.Int(8, false);
      case UINT_16 -> new LeafType.Int(16, false);
      case UINT_32 -> new LeafType.Int(32, false);
      case UINT_64 -> new LeafType.Int(64, false);
      case INT_8 -> new LeafType.Int(8, true);
      case INT_16 -> new LeafType.Int(16, true);
      case INT_32 -> new LeafType.Int(32, true);
      case INT_64 -> new LeafType.Int(64, true);
      case BSON -> new LeafType.Bytes("BSON");
      case TIME_MILLIS -> new LeafType.Time(LeafType.Unit.MILLIS, true);
      case TIME_MICROS -> new LeafType.Time(LeafType.Unit.MICROS, true);
      case MAP, LIST, MAP_KEY_VALUE, INTERVAL -> new LeafType.Foreign(converted.name());
    };
  }
}
