/**
 * Arithmetic over columns: overflow and division by zero are errors, as in Spark's ANSI mode.
 * Internal.
 */
@NullMarked
package dev.lakehouse.expr.math;

import org.jspecify.annotations.NullMarked;
