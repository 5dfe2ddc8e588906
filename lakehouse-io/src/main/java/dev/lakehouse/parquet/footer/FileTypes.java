package dev.lakehouse.parquet.footer;

import dev.lakehouse.parquet.LeafType;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.FieldMetadata;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.Optional;
import org.apache.parquet.format.FieldRepetitionType;

/** The types that a table would give the fields of a file. */
public final class FileTypes {
  private FileTypes() {}

  /** The columns of a file. One that cannot be read has the type of its raw values, or void. */
  public static StructType struct(FileNode group) {
    return new StructType(group.children().stream().map(FileTypes::field).toList());
  }

  private static StructField field(FileNode node) {
    boolean nullable = node.repetition() == FieldRepetitionType.OPTIONAL;
    FieldMetadata metadata =
        node.fieldId() < 0
            ? FieldMetadata.EMPTY
            : FieldMetadata.EMPTY.with("parquet.field.id", node.fieldId());
    return new StructField(node.name(), type(node), nullable, metadata);
  }

  /** The type of a field, taking a repeated one without a group around it for a list. */
  private static DataType type(FileNode node) {
    if (node.isRepeated()) {
      return new ArrayType(single(node), false);
    }
    return single(node);
  }

  private static DataType single(FileNode node) {
    return switch (node.kind()) {
      case LEAF -> leaf(node.leafType());
      case VARIANT -> DataType.VARIANT;
      case STRUCT -> struct(node);
      case LIST -> node.repeated().map(repeated -> list(node, repeated)).orElse(struct(node));
      case MAP -> map(node);
    };
  }

  private static DataType list(FileNode list, FileNode repeated) {
    if (FileNode.isElement(list, repeated)) {
      return new ArrayType(single(repeated), false);
    }
    FileNode element = repeated.children().get(0);
    return new ArrayType(type(element), element.repetition() == FieldRepetitionType.OPTIONAL);
  }

  private static DataType map(FileNode map) {
    Optional<FileNode> entry = map.repeated();
    if (entry.isEmpty() || entry.get().children().isEmpty()) {
      return struct(map);
    }
    FileNode key = entry.get().children().get(0);
    if (entry.get().children().size() == 1) {
      // A map without values is a set.
      return new ArrayType(type(key), false);
    }
    FileNode value = entry.get().children().get(1);
    return new MapType(type(key), type(value), value.repetition() == FieldRepetitionType.OPTIONAL);
  }

  /** The type of stored values. */
  public static DataType leaf(LeafType type) {
    LeafType.Meaning meaning = type.meaning();
    if (meaning instanceof LeafType.Text) {
      return DataType.STRING;
    } else if (meaning instanceof LeafType.Int whole) {
      return integer(whole);
    } else if (meaning instanceof LeafType.Decimal decimal) {
      return decimal(decimal, type);
    } else if (meaning instanceof LeafType.Date) {
      return DataType.DATE;
    } else if (meaning instanceof LeafType.Timestamp time) {
      return time.utc() ? DataType.TIMESTAMP : DataType.TIMESTAMP_NTZ;
    } else if (meaning instanceof LeafType.Float16) {
      return DataType.FLOAT;
    } else if (meaning instanceof LeafType.Nothing) {
      return DataType.VOID;
    }
    return physical(type);
  }

  private static DataType integer(LeafType.Int type) {
    int bits = type.signed() ? type.bits() : 2 * type.bits();
    return bits <= 8
        ? DataType.BYTE
        : bits <= 16
            ? DataType.SHORT
            : bits <= 32 ? DataType.INT : bits <= 64 ? DataType.LONG : DataType.decimal(20, 0);
  }

  private static DataType decimal(LeafType.Decimal decimal, LeafType type) {
    boolean valid =
        decimal.precision() >= 1
            && decimal.precision() <= DecimalType.MAX_PRECISION
            && decimal.scale() >= 0
            && decimal.scale() <= decimal.precision();
    return valid ? DataType.decimal(decimal.precision(), decimal.scale()) : physical(type);
  }

  private static DataType physical(LeafType type) {
    return switch (type.physical()) {
      case BOOLEAN -> DataType.BOOLEAN;
      case INT32 -> DataType.INT;
      case INT64 -> DataType.LONG;
      case INT96 -> DataType.TIMESTAMP;
      case FLOAT -> DataType.FLOAT;
      case DOUBLE -> DataType.DOUBLE;
      case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> DataType.BINARY;
    };
  }
}
