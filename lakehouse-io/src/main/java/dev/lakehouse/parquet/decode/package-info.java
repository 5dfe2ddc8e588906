/**
 * Parquet's value encodings: from the bytes of a page to the arrays of a column. Nothing here knows
 * files or nesting. Internal.
 */
@NullMarked
package dev.lakehouse.parquet.decode;

import org.jspecify.annotations.NullMarked;
