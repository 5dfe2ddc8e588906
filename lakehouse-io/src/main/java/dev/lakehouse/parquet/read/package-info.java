/**
 * Reads Parquet files into batches of columns. Entry: {@link
 * dev.lakehouse.parquet.read.ParquetFile}. Internal.
 */
@NullMarked
package dev.lakehouse.parquet.read;

import org.jspecify.annotations.NullMarked;
