/**
 * Expressions bound to a schema: names resolved, types known, implicit casts made explicit.
 * Internal.
 */
@NullMarked
package dev.lakehouse.expr.bind;

import org.jspecify.annotations.NullMarked;
