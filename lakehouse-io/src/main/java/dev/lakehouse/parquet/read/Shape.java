package dev.lakehouse.parquet.read;

import dev.lakehouse.parquet.read.LevelWindow.Context;
import dev.lakehouse.parquet.variant.Shredded;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructType;
import java.util.List;

/**
 * How the values of a column, nested to any depth, are put together from leaves. Leaves are named
 * by their index among those of the column.
 */
sealed interface Shape {
  /** The leaf from whose levels it is seen whether values are there. */
  int probe();

  /**
   * A primitive.
   *
   * @param probe its leaf
   * @param type its type
   * @param definition the definition level at which it is there
   */
  record Leaf(int probe, DataType type, int definition) implements Shape {}

  /**
   * A struct.
   *
   * @param definition the definition level at which it is there
   * @param fields the shapes of its fields
   */
  record Struct(int probe, StructType type, int definition, List<Shape> fields) implements Shape {}

  /**
   * A list.
   *
   * @param definition the definition level at which it is there
   * @param inner the context of its elements
   */
  record Array(int probe, ArrayType type, int definition, Context inner, Shape element)
      implements Shape {}

  /**
   * A map.
   *
   * @param definition the definition level at which it is there
   * @param inner the context of its entries
   */
  record Entries(int probe, MapType type, int definition, Context inner, Shape key, Shape value)
      implements Shape {}

  /**
   * A variant.
   *
   * @param group its parts: a struct of {@code metadata} and what {@code shredded} describes
   */
  record VariantGroup(Struct group, Shredded shredded) implements Shape {
    @Override
    public int probe() {
      return group.probe();
    }
  }

  /** What the file lacks: nulls. */
  record Missing(DataType type) implements Shape {
    @Override
    public int probe() {
      throw new IllegalStateException("A missing column has no leaf");
    }
  }
}
