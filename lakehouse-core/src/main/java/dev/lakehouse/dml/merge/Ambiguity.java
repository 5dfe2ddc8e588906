package dev.lakehouse.dml.merge;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.error.ConstraintViolationException;

/** The error that two rows of a source both change one row of the table. */
final class Ambiguity {
  private static final int MOST_TEXT = 400;

  private Ambiguity() {}

  /** The error for two pairs of {@code pairs}, of the same row of the table. */
  static ConstraintViolationException of(Batch pairs, int one, int other) {
    StructColumn sources = (StructColumn) pairs.column(MergeNames.SOURCE);
    return failure(
        pairs, one, "the rows " + text(sources, one) + " and " + text(sources, other) + " of");
  }

  /** The error for a pair whose row of the table an earlier row of the source changes. */
  static ConstraintViolationException ofLater(Batch pairs, int one) {
    StructColumn sources = (StructColumn) pairs.column(MergeNames.SOURCE);
    return failure(pairs, one, "the row " + text(sources, one) + " and an earlier one of");
  }

  private static ConstraintViolationException failure(Batch pairs, int row, String who) {
    StructColumn targets = (StructColumn) pairs.column(MergeNames.TARGET);
    return new ConstraintViolationException(
        "Merge is ambiguous: the target row "
            + text(targets, row)
            + " is changed by "
            + who
            + " the source. Let at most one row of the source match it: keep one row per key, or"
            + " add conditions to the clauses.");
  }

  private static String text(StructColumn rows, int row) {
    StringBuilder text = new StringBuilder("{");
    for (int i = 0; i < rows.type().size(); i++) {
      text.append(i == 0 ? "" : ", ")
          .append(rows.type().field(i).name())
          .append(": ")
          .append(Values.get(rows.child(i), row));
    }
    text.append('}');
    return text.length() <= MOST_TEXT ? text.toString() : text.substring(0, MOST_TEXT) + "...";
  }
}
