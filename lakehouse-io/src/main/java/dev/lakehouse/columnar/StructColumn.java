package dev.lakehouse.columnar;

import dev.lakehouse.types.StructType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Structs. A null struct is distinct from a struct of nulls: under a null the children's values are
 * null too.
 *
 * @param type the struct type
 * @param children one column a field, in the type's order, each of this column's size
 * @param validity which structs are there; null if all are
 * @param size how many structs there are
 */
public record StructColumn(
    StructType type, List<Column> children, @Nullable Validity validity, int size)
    implements Column {
  /** Copies the list of children. */
  public StructColumn {
    children = List.copyOf(children);
  }

  /** The child of the field at {@code index}. */
  public Column child(int index) {
    return children.get(index);
  }

  @Override
  public StructColumn slice(int from, int newSize) {
    List<Column> sliced = children.stream().map(child -> child.slice(from, newSize)).toList();
    return new StructColumn(type, sliced, Validity.slice(validity, from, newSize), newSize);
  }

  @Override
  public StructColumn gather(int[] rows, int count) {
    List<Column> gathered = children.stream().map(child -> child.gather(rows, count)).toList();
    return new StructColumn(type, gathered, Validity.gather(validity, rows, count), count);
  }

  @Override
  public long bytes() {
    long children = this.children.stream().mapToLong(Column::bytes).sum();
    return children + (validity == null ? 0 : size >>> 3);
  }
}
