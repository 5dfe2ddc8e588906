package dev.lakehouse.parquet.read;

import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.parquet.LeafType;
import dev.lakehouse.parquet.decode.LeafFit;
import dev.lakehouse.parquet.decode.LegacyCalendar;
import dev.lakehouse.parquet.footer.FileNode;
import dev.lakehouse.parquet.footer.Footer;
import dev.lakehouse.parquet.footer.PlannedLeaf;
import dev.lakehouse.parquet.read.LevelWindow.Context;
import dev.lakehouse.parquet.variant.Shredded;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the wanted columns in a file and checks that they can be read. */
final class ReadPlan {
  private final Footer footer;
  private final FieldMatching matching;
  private final LegacyCalendar calendar;
  private List<PlannedLeaf> leaves = new ArrayList<>();

  /**
   * A column to read.
   *
   * @param shape how it is put together
   * @param leaves the leaves that the shape refers to
   */
  record PlannedColumn(Shape shape, List<PlannedLeaf> leaves) {
    /** True if a row is a value or a null. */
    boolean isFlat() {
      return shape instanceof Shape.Leaf
          && leaves.get(0).node().repeat() == 0
          && !leaves.get(0).isLevelsOnly();
    }
  }

  private ReadPlan(Footer footer, FieldMatching matching) {
    this.footer = footer;
    this.matching = matching;
    this.calendar = footer.calendar();
  }

  /**
   * How to read each of {@code columns}.
   *
   * @throws SchemaMismatchException if a column is of another type in the file
   * @throws UnsupportedFeatureException if a column is stored in a way that cannot be read
   */
  static List<PlannedColumn> of(Footer footer, StructType columns, FieldMatching matching) {
    ReadPlan plan = new ReadPlan(footer, matching);
    if (matching == FieldMatching.ID && columns.size() > 0) {
      plan.requireIds();
    }
    return columns.fields().stream().map(plan::column).toList();
  }

  private void requireIds() {
    FileNode root = footer.schema();
    if (root.children().stream().allMatch(child -> child.fieldId() < 0)) {
      throw new CorruptTableException(
          "Cannot read "
              + footer.name()
              + ": the table maps columns by id, but the file's columns have no ids");
    }
  }

  private PlannedColumn column(StructField field) {
    leaves = new ArrayList<>();
    Shape shape = field(field, footer.schema(), Context.ROW);
    return new PlannedColumn(shape, leaves);
  }

  private Shape field(StructField field, FileNode group, Context context) {
    Optional<FileNode> node = matching.find(field, group);
    return node.isEmpty() || field.type() == DataType.VOID
        ? new Shape.Missing(field.type())
        : shape(node.get(), field.type(), context);
  }

  private Shape shape(FileNode node, DataType type, Context context) {
    return node.isRepeated() ? bareList(node, type) : single(node, type, context);
  }

  /** A field that repeats without a group that says so: a list that is never null. */
  private Shape bareList(FileNode node, DataType type) {
    if (!(type instanceof ArrayType array)) {
      throw mismatch(node, type);
    }
    Context inner = new Context(node.repeat(), node.definition());
    Shape element = orLevels(single(node, array.element(), inner), node);
    return new Shape.Array(element.probe(), array, node.definition() - 1, inner, element);
  }

  private Shape single(FileNode node, DataType type, Context context) {
    if (type instanceof StructType struct) {
      return struct(node, struct, context);
    } else if (type instanceof ArrayType array) {
      return array(node, array);
    } else if (type instanceof MapType map) {
      return map(node, map);
    } else if (type == DataType.VARIANT) {
      return variant(node);
    }
    return leaf(node, type);
  }

  private Shape leaf(FileNode node, DataType type) {
    if (!node.isLeaf()) {
      throw mismatch(node, type);
    }
    LeafType stored = node.leafType();
    if (type == DataType.VOID || stored.meaning() instanceof LeafType.Nothing) {
      return new Shape.Leaf(add(node, DataType.VOID), type, node.definition());
    }
    if (stored.meaning() instanceof LeafType.Foreign foreign) {
      throw unsupported(node, foreign.name());
    } else if (stored.meaning() instanceof LeafType.Time) {
      throw unsupported(node, "TIME");
    }
    if (LeafFit.values(stored, type, calendar).isEmpty()) {
      throw mismatch(node, type);
    }
    return new Shape.Leaf(add(node, type), type, node.definition());
  }

  private UnsupportedFeatureException unsupported(FileNode node, String logicalType) {
    return new UnsupportedFeatureException(
        logicalType,
        "Cannot read column '"
            + node.path()
            + "' of "
            + footer.name()
            + ": tables have no type for its logical type, "
            + logicalType);
  }

  private int add(FileNode leaf, DataType type) {
    leaves.add(new PlannedLeaf(leaf, leaf.leafType(), type));
    return leaves.size() - 1;
  }

  private Shape struct(FileNode node, StructType type, Context context) {
    if (node.isLeaf() || node.kind() == FileNode.Kind.VARIANT) {
      throw mismatch(node, type);
    }
    List<Shape> fields = new ArrayList<>();
    for (StructField field : type) {
      fields.add(field(field, node, context));
    }
    return new Shape.Struct(probe(fields, node), type, node.definition(), fields);
  }

  /**
   * The first leaf of {@code shapes}, or else one of {@code node} of which only levels are read.
   */
  private int probe(List<Shape> shapes, FileNode node) {
    for (Shape shape : shapes) {
      if (!(shape instanceof Shape.Missing)) {
        return shape.probe();
      }
    }
    return add(firstLeaf(node), DataType.VOID);
  }

  private FileNode firstLeaf(FileNode node) {
    FileNode at = node;
    while (!at.isLeaf()) {
      if (at.children().isEmpty()) {
        throw new CorruptTableException(
            "Cannot read column '" + node.path() + "' of " + footer.name() + ": it has no fields");
      }
      at = at.children().get(0);
    }
    return at;
  }

  /** The shape, or if the file lacks it one of nulls that knows how many there are. */
  private Shape orLevels(Shape shape, FileNode node) {
    return shape instanceof Shape.Missing missing
        ? new Shape.Leaf(add(firstLeaf(node), DataType.VOID), missing.type(), Integer.MAX_VALUE)
        : shape;
  }

  private Shape array(FileNode node, ArrayType type) {
    FileNode repeated = node.repeated().orElseThrow(() -> mismatch(node, type));
    boolean isSet = node.kind() == FileNode.Kind.MAP && repeated.children().size() == 1;
    if (node.kind() != FileNode.Kind.LIST && !isSet) {
      throw mismatch(node, type);
    }
    Context inner = new Context(repeated.repeat(), repeated.definition());
    Shape element =
        !isSet && FileNode.isElement(node, repeated)
            ? single(repeated, type.element(), inner)
            : shape(repeated.children().get(0), type.element(), inner);
    Shape known = orLevels(element, repeated);
    return new Shape.Array(known.probe(), type, node.definition(), inner, known);
  }

  private Shape map(FileNode node, MapType type) {
    if (node.kind() != FileNode.Kind.MAP
        || node.repeated().isEmpty()
        || node.repeated().get().children().isEmpty()) {
      throw mismatch(node, type);
    }
    FileNode entry = node.repeated().get();
    Context inner = new Context(entry.repeat(), entry.definition());
    FileNode keyNode = entry.children().get(0);
    Shape key = orLevels(shape(keyNode, type.key(), inner), keyNode);
    Shape value =
        entry.children().size() < 2
            ? new Shape.Missing(type.value())
            : shape(entry.children().get(1), type.value(), inner);
    return new Shape.Entries(key.probe(), type, node.definition(), inner, key, value);
  }

  private Shape variant(FileNode node) {
    FileNode metadata = node.child("metadata").orElseThrow(() -> mismatch(node, DataType.VARIANT));
    List<Shape> parts = new ArrayList<>();
    parts.add(leaf(metadata, DataType.BINARY));
    VariantPlan plan = new VariantPlan(leaves, footer.name());
    Shredded shredded = plan.addParts(node, parts);
    return new Shape.VariantGroup(VariantPlan.struct(parts.get(0).probe(), node, parts), shredded);
  }

  private SchemaMismatchException mismatch(FileNode node, DataType type) {
    String stored = node.isLeaf() ? node.leafType().toString() : "a group, " + node.kind();
    return new SchemaMismatchException(
        "Cannot read column '"
            + node.path()
            + "' of "
            + footer.name()
            + " as "
            + type
            + ": it is stored as "
            + stored);
  }
}
