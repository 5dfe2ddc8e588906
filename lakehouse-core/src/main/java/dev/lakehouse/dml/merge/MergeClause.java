package dev.lakehouse.dml.merge;

import dev.lakehouse.dml.Assignment;
import dev.lakehouse.expr.Expression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of rows.
 *
 * @param kind which rows
 * @param condition which of them; null for all
 * @param action what becomes of them
 * @param assignments for {@link Action#UPDATE} and {@link Action#INSERT}
 */
public record MergeClause(
    Kind kind, @Nullable Expression condition, Action action, List<Assignment> assignments) {
  /** Copies the list. */
  public MergeClause {
    assignments = List.copyOf(assignments);
  }

  /** Which rows a clause is for. */
  public enum Kind {
    /** Rows of the table with a row of the source. */
    MATCHED,
    /** Rows of the source without a row of the table. */
    NOT_MATCHED,
    /** Rows of the table without a row of the source. */
    NOT_MATCHED_BY_SOURCE
  }

  /** What a clause does. */
  public enum Action {
    /** Columns that it names get new values. */
    UPDATE,
    /** All columns get the values of the source's columns of the same names. */
    UPDATE_ALL,
    /** The row goes. */
    DELETE,
    /** A row comes, with values for the columns that it names. */
    INSERT,
    /** The source's row comes. */
    INSERT_ALL
  }
}
