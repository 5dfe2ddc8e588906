/**
 * Loops over columns: comparisons, three-valued logic, casts. They know layouts and values, not
 * expressions. Internal.
 */
@NullMarked
package dev.lakehouse.expr.kernel;

import org.jspecify.annotations.NullMarked;
