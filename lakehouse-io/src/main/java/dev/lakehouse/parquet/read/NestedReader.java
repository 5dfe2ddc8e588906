package dev.lakehouse.parquet.read;

import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ListColumn;
import dev.lakehouse.columnar.MapColumn;
import dev.lakehouse.columnar.NullColumn;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.columnar.VariantColumn;
import dev.lakehouse.parquet.decode.Spacing;
import dev.lakehouse.parquet.read.LevelWindow.Context;
import dev.lakehouse.parquet.variant.Unshredder;
import java.util.ArrayList;
import java.util.List;

/** Reads a nested column: its leaves side by side, and puts them together by their levels. */
final class NestedReader implements ColumnReader {
  private final Shape shape;
  private final List<LevelLeaf> leaves;
  private final List<LevelWindow> windows = new ArrayList<>();

  NestedReader(Shape shape, List<LevelLeaf> leaves) {
    this.shape = shape;
    this.leaves = leaves;
  }

  @Override
  public int available(long row, int max) {
    int rows = max;
    for (LevelLeaf leaf : leaves) {
      rows = Math.min(rows, leaf.available(row, max));
    }
    return rows;
  }

  @Override
  public Column take(long row, int count) {
    windows.clear();
    for (LevelLeaf leaf : leaves) {
      leaf.available(row, count);
      windows.add(leaf.window(count));
    }
    Column column = column(shape, Context.ROW, count);
    leaves.forEach(leaf -> leaf.advance(count));
    return column;
  }

  @Override
  public void close() {
    windows.clear();
    leaves.forEach(LevelLeaf::close);
  }

  private Column column(Shape shape, Context context, int slots) {
    if (shape instanceof Shape.Leaf leaf) {
      return leaf(leaf, context, slots);
    } else if (shape instanceof Shape.Struct struct) {
      return struct(struct, context, slots);
    } else if (shape instanceof Shape.Array array) {
      return array(array, context, slots);
    } else if (shape instanceof Shape.Entries map) {
      return map(map, context, slots);
    } else if (shape instanceof Shape.VariantGroup variant) {
      return variant(variant, context, slots);
    }
    return NullColumn.of(((Shape.Missing) shape).type(), slots);
  }

  private Column leaf(Shape.Leaf leaf, Context context, int slots) {
    LevelWindow window = windows.get(leaf.probe());
    Column values = window.values();
    if (values == null || values.size() == 0) {
      return NullColumn.of(leaf.type(), slots);
    }
    Validity present = window.present(context, leaf.definition(), slots);
    return Spacing.spread(values, window.valueFrom(), present, slots);
  }

  private StructColumn struct(Shape.Struct struct, Context context, int slots) {
    List<Column> children = new ArrayList<>();
    for (Shape field : struct.fields()) {
      children.add(column(field, context, slots));
    }
    Validity present = windows.get(struct.probe()).present(context, struct.definition(), slots);
    return new StructColumn(struct.type(), children, present, slots);
  }

  private Column array(Shape.Array array, Context context, int slots) {
    LevelWindow window = windows.get(array.probe());
    int[] offsets = window.offsets(context, array.inner(), slots);
    Column elements = column(array.element(), array.inner(), offsets[slots]);
    Validity present = window.present(context, array.definition(), slots);
    return new ListColumn(array.type(), offsets, elements, present, slots);
  }

  private Column map(Shape.Entries map, Context context, int slots) {
    LevelWindow window = windows.get(map.probe());
    int[] offsets = window.offsets(context, map.inner(), slots);
    Column keys = column(map.key(), map.inner(), offsets[slots]);
    Column values = column(map.value(), map.inner(), offsets[slots]);
    Validity present = window.present(context, map.definition(), slots);
    return new MapColumn(map.type(), offsets, keys, values, present, slots);
  }

  private Column variant(Shape.VariantGroup variant, Context context, int slots) {
    StructColumn group = struct(variant.group(), context, slots);
    boolean whole = variant.shredded().hasValue() && variant.shredded().typed() == null;
    if (whole && group.child(1).nullCount() == group.nullCount()) {
      return new VariantColumn(
          BytesColumn.of(group.child(0)), BytesColumn.of(group.child(1)), group.validity(), slots);
    }
    return Unshredder.join(group, variant.shredded());
  }
}
