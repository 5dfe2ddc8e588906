package dev.lakehouse.alter;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One change of a table, as Delta Spark's ALTER TABLE knows it. */
public interface Alteration {
  /** Its name in the table's history. */
  String operation();

  /** Its parameters in the table's history, given the table as it was. */
  Map<String, @Nullable String> parameters(Draft before);

  /**
   * The table after it.
   *
   * @throws dev.lakehouse.error.SchemaMismatchException if the table's columns do not allow it
   * @throws dev.lakehouse.error.UnsupportedFeatureException if the table lacks a feature for it
   */
  Draft apply(Draft draft);

  /** Whether it says, in SQL text, which values columns have or may have. */
  default boolean declaresValues() {
    return false;
  }

  /** Whether a version is written though the table is as it was before. */
  default boolean commitsAlways() {
    return false;
  }
}
