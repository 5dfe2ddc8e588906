/** Casts over columns. Internal. */
@NullMarked
package dev.lakehouse.expr.cast;

import org.jspecify.annotations.NullMarked;
