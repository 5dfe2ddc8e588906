package dev.lakehouse.parquet.read;

import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.parquet.LeafType;
import dev.lakehouse.parquet.decode.LeafFit;
import dev.lakehouse.parquet.decode.LegacyCalendar;
import dev.lakehouse.parquet.footer.FileNode;
import dev.lakehouse.parquet.footer.PlannedLeaf;
import dev.lakehouse.parquet.read.LevelWindow.Context;
import dev.lakehouse.parquet.variant.Shredded;
import dev.lakehouse.parquet.variant.Shredded.Primitive;
import dev.lakehouse.parquet.variant.Shredded.Typed;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/** Finds out how a variant column is shredded. The types in its shapes are of no table. */
final class VariantPlan {
  private static final LeafType RAW_LONG = new LeafType(Type.INT64, 0, new LeafType.Plain());

  private final List<PlannedLeaf> leaves;
  private final String file;

  /** Adds the leaves it needs to {@code leaves}. */
  VariantPlan(List<PlannedLeaf> leaves, String file) {
    this.leaves = leaves;
    this.file = file;
  }

  /** Adds the shapes of {@code value} and {@code typed_value}, those that are there. */
  Shredded addParts(FileNode group, List<Shape> parts) {
    Optional<FileNode> value = group.child("value");
    Optional<FileNode> typed = group.child("typed_value");
    if (value.isEmpty() && typed.isEmpty()) {
      throw new CorruptTableException(
          "Cannot read column '" + group.path() + "' of " + file + ": it is no variant");
    }
    value.ifPresent(node -> parts.add(leaf(node, plainBytes(node), DataType.BINARY)));
    Typed type = typed.map(node -> typed(node, parts)).orElse(null);
    return new Shredded(value.isPresent(), type);
  }

  private LeafType plainBytes(FileNode node) {
    if (!node.isLeaf() || node.leafType().physical() != Type.BYTE_ARRAY) {
      throw unsupported(node);
    }
    return new LeafType(Type.BYTE_ARRAY, 0, new LeafType.Plain());
  }

  private Shape leaf(FileNode node, LeafType stored, DataType type) {
    if (LeafFit.values(stored, type, LegacyCalendar.NONE).isEmpty()) {
      throw unsupported(node);
    }
    leaves.add(new PlannedLeaf(node, stored, type));
    return new Shape.Leaf(leaves.size() - 1, type, node.definition());
  }

  /** A struct of shapes whose types and names nobody asks for. */
  static Shape.Struct struct(int probe, FileNode node, List<Shape> parts) {
    List<StructField> fields = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      fields.add(StructField.optional("part" + i, DataType.VOID));
    }
    return new Shape.Struct(probe, new StructType(fields), node.definition(), parts);
  }

  private Typed typed(FileNode node, List<Shape> parts) {
    if (node.isLeaf()) {
      return scalar(node, parts);
    }
    return node.kind() == FileNode.Kind.LIST ? elements(node, parts) : fields(node, parts);
  }

  private Typed elements(FileNode list, List<Shape> parts) {
    FileNode repeated = list.repeated().orElseThrow(() -> unsupported(list));
    FileNode element = FileNode.isElement(list, repeated) ? repeated : repeated.children().get(0);
    List<Shape> elementParts = new ArrayList<>();
    Shredded shredded = addParts(element, elementParts);
    Shape.Struct shape = struct(elementParts.get(0).probe(), element, elementParts);
    Context inner = new Context(repeated.repeat(), repeated.definition());
    ArrayType type = new ArrayType(DataType.VOID, true);
    parts.add(new Shape.Array(shape.probe(), type, list.definition(), inner, shape));
    return new Shredded.Elements(shredded);
  }

  private Typed fields(FileNode group, List<Shape> parts) {
    List<String> names = new ArrayList<>();
    List<Shredded> shreddedFields = new ArrayList<>();
    List<Shape> shapes = new ArrayList<>();
    for (FileNode field : group.children()) {
      List<Shape> fieldParts = new ArrayList<>();
      names.add(field.name());
      shreddedFields.add(addParts(field, fieldParts));
      shapes.add(struct(fieldParts.get(0).probe(), field, fieldParts));
    }
    if (shapes.isEmpty()) {
      throw unsupported(group);
    }
    parts.add(struct(shapes.get(0).probe(), group, shapes));
    return new Shredded.Fields(names, shreddedFields);
  }

  private Typed scalar(FileNode node, List<Shape> parts) {
    LeafType stored = node.leafType();
    Primitive type = primitive(stored);
    if (type == null) {
      throw unsupported(node);
    }
    boolean raw =
        switch (type) {
          case TIMESTAMP, TIMESTAMP_NTZ, TIME, TIMESTAMP_NANOS, TIMESTAMP_NTZ_NANOS -> true;
          default -> false;
        };
    parts.add(leaf(node, raw ? RAW_LONG : stored, columnType(type, stored)));
    return new Shredded.Scalar(type);
  }

  private static @Nullable Primitive primitive(LeafType stored) {
    LeafType.Meaning meaning = stored.meaning();
    if (meaning instanceof LeafType.Decimal) {
      return decimal(stored);
    }
    return switch (stored.physical()) {
      case BOOLEAN -> meaning instanceof LeafType.Plain ? Primitive.BOOLEAN : null;
      case INT32 -> ofInt32(meaning);
      case INT64 -> ofInt64(meaning);
      case FLOAT -> meaning instanceof LeafType.Plain ? Primitive.FLOAT : null;
      case DOUBLE -> meaning instanceof LeafType.Plain ? Primitive.DOUBLE : null;
      case BYTE_ARRAY -> ofBytes(meaning);
      case FIXED_LEN_BYTE_ARRAY ->
          meaning instanceof LeafType.Bytes bytes && bytes.kind().equals("UUID")
              ? Primitive.UUID
              : null;
      case INT96 -> null;
    };
  }

  private static @Nullable Primitive decimal(LeafType stored) {
    int scale = scale(stored);
    return switch (stored.physical()) {
      case INT32 -> scale <= 9 ? Primitive.DECIMAL4 : null;
      case INT64 -> scale <= 18 ? Primitive.DECIMAL8 : null;
      case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> scale <= 38 ? Primitive.DECIMAL16 : null;
      case BOOLEAN, INT96, FLOAT, DOUBLE -> null;
    };
  }

  private static @Nullable Primitive ofInt32(LeafType.Meaning meaning) {
    if (meaning instanceof LeafType.Plain) {
      return Primitive.INT32;
    } else if (meaning instanceof LeafType.Date) {
      return Primitive.DATE;
    } else if (meaning instanceof LeafType.Int whole && whole.signed()) {
      return whole.bits() == 8
          ? Primitive.INT8
          : whole.bits() == 16 ? Primitive.INT16 : Primitive.INT32;
    }
    return null;
  }

  private static @Nullable Primitive ofInt64(LeafType.Meaning meaning) {
    if (meaning instanceof LeafType.Plain) {
      return Primitive.INT64;
    } else if (meaning instanceof LeafType.Int whole && whole.signed()) {
      return Primitive.INT64;
    } else if (meaning instanceof LeafType.Time time) {
      return time.unit() == LeafType.Unit.MICROS && !time.utc() ? Primitive.TIME : null;
    } else if (meaning instanceof LeafType.Timestamp time) {
      return ofTimestamp(time);
    }
    return null;
  }

  private static @Nullable Primitive ofTimestamp(LeafType.Timestamp time) {
    return switch (time.unit()) {
      case MILLIS -> null;
      case MICROS -> time.utc() ? Primitive.TIMESTAMP : Primitive.TIMESTAMP_NTZ;
      case NANOS -> time.utc() ? Primitive.TIMESTAMP_NANOS : Primitive.TIMESTAMP_NTZ_NANOS;
    };
  }

  private static @Nullable Primitive ofBytes(LeafType.Meaning meaning) {
    return meaning instanceof LeafType.Text
        ? Primitive.STRING
        : meaning instanceof LeafType.Plain ? Primitive.BINARY : null;
  }

  private static DataType columnType(Primitive type, LeafType stored) {
    return switch (type) {
      case BOOLEAN -> DataType.BOOLEAN;
      case INT8, INT16, INT32 -> DataType.INT;
      case DATE -> DataType.DATE;
      case FLOAT -> DataType.FLOAT;
      case DOUBLE -> DataType.DOUBLE;
      case STRING, BINARY, UUID -> DataType.BINARY;
      case DECIMAL4 -> DataType.decimal(9, scale(stored));
      case DECIMAL8 -> DataType.decimal(18, scale(stored));
      case DECIMAL16 -> DataType.decimal(38, scale(stored));
      case INT64, TIMESTAMP, TIMESTAMP_NTZ, TIME, TIMESTAMP_NANOS, TIMESTAMP_NTZ_NANOS ->
          DataType.LONG;
    };
  }

  private static int scale(LeafType stored) {
    return ((LeafType.Decimal) stored.meaning()).scale();
  }

  private UnsupportedFeatureException unsupported(FileNode node) {
    String stored = node.isLeaf() ? node.leafType().toString() : "a group";
    return new UnsupportedFeatureException(
        "shredded variant of " + stored,
        "Cannot read column '"
            + node.path()
            + "' of "
            + file
            + ": "
            + stored
            + " is no shredded value of a variant");
  }
}
