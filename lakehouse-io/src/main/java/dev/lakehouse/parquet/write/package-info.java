/**
 * Writes Parquet from columns: own encoding of arrays into pages over parquet-java's file writer,
 * with the statistics of the Delta protocol collected in the same pass. Internal.
 */
@NullMarked
package dev.lakehouse.parquet.write;

import org.jspecify.annotations.NullMarked;
