/**
 * From arrays to the pages of column chunks: levels, dictionaries, plain values, bounds. Internal.
 */
@NullMarked
package dev.lakehouse.parquet.encode;

import org.jspecify.annotations.NullMarked;
