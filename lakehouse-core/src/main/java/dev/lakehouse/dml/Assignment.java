package dev.lakehouse.dml;

import dev.lakehouse.expr.Expression;
import dev.lakehouse.types.ColumnPath;

/**
 * A new value for a column, or for a field inside one.
 *
 * @param column which column, in any case
 * @param value of what it is computed
 */
public record Assignment(ColumnPath column, Expression value) {}
