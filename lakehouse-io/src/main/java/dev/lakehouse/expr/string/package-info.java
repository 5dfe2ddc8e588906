/**
 * Functions of text and bytes over columns. Positions and lengths of text are in code points.
 * Internal.
 */
@NullMarked
package dev.lakehouse.expr.string;

import org.jspecify.annotations.NullMarked;
