/**
 * What reading and writing Parquet share: schemas both ways, compression, pooled buffers. Internal.
 */
@NullMarked
package dev.lakehouse.parquet;

import org.jspecify.annotations.NullMarked;
