/**
 * Batches of columns on the heap, in Arrow's layout where that is fast: primitive arrays, validity
 * bitmaps, offsets and bytes for text, children for nested types.
 */
@NullMarked
package dev.lakehouse.columnar;

import org.jspecify.annotations.NullMarked;
