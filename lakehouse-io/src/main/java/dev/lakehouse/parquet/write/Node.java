package dev.lakehouse.parquet.write;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ListColumn;
import dev.lakehouse.columnar.MapColumn;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.columnar.VariantColumn;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.parquet.encode.LeafWriter;
import dev.lakehouse.parquet.encode.Slots;
import dev.lakehouse.types.ColumnPath;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One node of the schema being written: takes the slots of some rows from the node above, adds its
 * own levels, and hands them down to the leaves.
 */
abstract sealed class Node {
  private final ColumnPath path;
  private final boolean isKey;
  private long nullCount;

  private Node(ColumnPath path, boolean isKey) {
    this.path = path;
    this.isKey = isKey;
  }

  /** Where the node stands, by names of the schema. */
  ColumnPath path() {
    return path;
  }

  /** Writes the values of {@code column} in {@code slots}. */
  abstract void write(Column column, Slots slots);

  /** Visits the statistics of this node and those below it that have some in the Delta protocol. */
  abstract void statistics(BiConsumer<ColumnPath, LeafStatistics> visitor);

  /** The slots where this node is there. Counts the others. The key of a map is always there. */
  Slots enter(Slots slots, @Nullable Validity validity) {
    Slots inner = slots.optional(validity);
    if (isKey && inner.alive() < slots.alive()) {
      throw new SchemaMismatchException(
          "A map has a null key in '" + path + "'; keys must not be null");
    }
    nullCount += inner.count() - inner.alive();
    return isKey ? slots : inner;
  }

  void addNulls(int count) {
    nullCount += count;
  }

  LeafStatistics countsOnly() {
    return new LeafStatistics(nullCount, null, null);
  }

  /** A primitive. */
  static final class Leaf extends Node {
    private final LeafWriter writer;

    Leaf(ColumnPath path, boolean isKey, LeafWriter writer) {
      super(path, isKey);
      this.writer = writer;
    }

    @Override
    void write(Column column, Slots slots) {
      writer.append(enter(slots, column.validity()), column);
    }

    @Override
    void statistics(BiConsumer<ColumnPath, LeafStatistics> visitor) {
      visitor.accept(
          path(), new LeafStatistics(countsOnly().nullCount(), writer.min(), writer.max()));
    }
  }

  /** A struct. */
  static final class Struct extends Node {
    private final List<Node> fields;

    Struct(ColumnPath path, boolean isKey, List<Node> fields) {
      super(path, isKey);
      this.fields = List.copyOf(fields);
    }

    @Override
    void write(Column column, Slots slots) {
      StructColumn struct = (StructColumn) column;
      Slots inner = enter(slots, struct.validity());
      for (int i = 0; i < fields.size(); i++) {
        fields.get(i).write(struct.child(i), inner);
      }
    }

    @Override
    void statistics(BiConsumer<ColumnPath, LeafStatistics> visitor) {
      fields.forEach(field -> field.statistics(visitor));
    }
  }

  /** An array. */
  static final class Array extends Node {
    private final Node element;
    private final int repetition;

    Array(ColumnPath path, boolean isKey, Node element, int repetition) {
      super(path, isKey);
      this.element = element;
      this.repetition = repetition;
    }

    @Override
    void write(Column column, Slots slots) {
      ListColumn list = (ListColumn) column;
      Slots inner = enter(slots, list.validity());
      element.write(list.elements(), inner.repeated(list.offsets(), repetition));
    }

    @Override
    void statistics(BiConsumer<ColumnPath, LeafStatistics> visitor) {
      visitor.accept(path(), countsOnly());
    }
  }

  /** A map. */
  static final class Mapping extends Node {
    private final Node key;
    private final Node value;
    private final int repetition;

    Mapping(ColumnPath path, boolean isKey, Node key, Node value, int repetition) {
      super(path, isKey);
      this.key = key;
      this.value = value;
      this.repetition = repetition;
    }

    @Override
    void write(Column column, Slots slots) {
      MapColumn map = (MapColumn) column;
      Slots inner = enter(slots, map.validity()).repeated(map.offsets(), repetition);
      key.write(map.keys(), inner);
      value.write(map.values(), inner);
    }

    @Override
    void statistics(BiConsumer<ColumnPath, LeafStatistics> visitor) {
      visitor.accept(path(), countsOnly());
    }
  }

  /** A variant: two required leaves. */
  static final class VariantPair extends Node {
    private final LeafWriter metadata;
    private final LeafWriter value;

    VariantPair(ColumnPath path, boolean isKey, LeafWriter metadata, LeafWriter value) {
      super(path, isKey);
      this.metadata = metadata;
      this.value = value;
    }

    @Override
    void write(Column column, Slots slots) {
      VariantColumn variant = (VariantColumn) column;
      Slots inner = enter(slots, variant.validity());
      metadata.append(inner, variant.metadata());
      value.append(inner, variant.value());
    }

    @Override
    void statistics(BiConsumer<ColumnPath, LeafStatistics> visitor) {
      visitor.accept(path(), countsOnly());
    }
  }

  /** A void field: nothing is stored, all is null. */
  static final class Nothing extends Node {
    Nothing(ColumnPath path) {
      super(path, false);
    }

    @Override
    void write(Column column, Slots slots) {
      addNulls(slots.count());
    }

    @Override
    void statistics(BiConsumer<ColumnPath, LeafStatistics> visitor) {
      visitor.accept(path(), countsOnly());
    }
  }
}
