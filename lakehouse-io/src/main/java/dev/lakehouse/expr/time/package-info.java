/**
 * Functions of dates and times over columns. The zone of a timestamp is the context's. Internal.
 */
@NullMarked
package dev.lakehouse.expr.time;

import org.jspecify.annotations.NullMarked;
