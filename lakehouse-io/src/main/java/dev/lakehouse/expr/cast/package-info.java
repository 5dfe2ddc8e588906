/** Casts over columns. */
@NullMarked
package dev.lakehouse.expr.cast;

import org.jspecify.annotations.NullMarked;
