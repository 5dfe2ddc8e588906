/** Bound expressions computed a batch at a time. Internal. */
@NullMarked
package dev.lakehouse.expr.eval;

import org.jspecify.annotations.NullMarked;
