/**
 * Expressions over the columns of a table: the tree, its factories, and its SQL text both ways.
 *
 * <p>Start at {@link dev.lakehouse.expr.Expressions}.
 */
@NullMarked
package dev.lakehouse.expr;

import org.jspecify.annotations.NullMarked;
