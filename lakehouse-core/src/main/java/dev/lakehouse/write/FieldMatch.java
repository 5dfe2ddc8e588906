package dev.lakehouse.write;

import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.Arrays;
import java.util.function.Predicate;

/** Finds the source's field for each field of a target, by name in any case. */
final class FieldMatch {
  private FieldMatch() {}

  /**
   * The index in {@code source} of each field of {@code target}; -1 for one it lacks.
   *
   * @param where the path of the struct with a dot at its end; empty at the top
   * @throws SchemaMismatchException if the source has a field that the target lacks, two of one
   *     name, or lacks a NOT NULL one
   */
  static int[] of(StructType source, StructType target, String where) {
    return of(source, target, where, field -> false);
  }

  /**
   * As above.
   *
   * @param fills whether a field that the source lacks gets a value elsewhere
   */
  static int[] of(
      StructType source, StructType target, String where, Predicate<StructField> fills) {
    int[] sources = new int[target.size()];
    Arrays.fill(sources, -1);
    for (int i = 0; i < source.size(); i++) {
      String name = source.field(i).name();
      int index = target.indexOf(name);
      if (index < 0) {
        throw new SchemaMismatchException(
            "The table has no column '"
                + where
                + name
                + "', only "
                + target.names()
                + ". Leave it out of the source, or add it to the table.");
      }
      if (sources[index] >= 0) {
        throw new SchemaMismatchException(
            "The source has column '"
                + where
                + target.field(index).name()
                + "' twice: '"
                + source.field(sources[index]).name()
                + "' and '"
                + name
                + "'");
      }
      sources[index] = i;
    }
    requireNotNullFields(sources, target, where, fills);
    return sources;
  }

  private static void requireNotNullFields(
      int[] sources, StructType target, String where, Predicate<StructField> fills) {
    for (int i = 0; i < sources.length; i++) {
      StructField field = target.field(i);
      if (sources[i] < 0 && !field.nullable() && !fills.test(field)) {
        throw new SchemaMismatchException(
            "The source has no column '"
                + where
                + field.name()
                + "', which the table declares NOT NULL");
      }
    }
  }
}
