/** Bound expressions computed a batch at a time. */
@NullMarked
package dev.lakehouse.expr.eval;

import org.jspecify.annotations.NullMarked;
