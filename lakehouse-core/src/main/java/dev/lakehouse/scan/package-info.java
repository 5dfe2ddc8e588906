/**
 * From a snapshot to batches: which files, which of their rows, in the table's columns. Internal.
 */
@NullMarked
package dev.lakehouse.scan;

import org.jspecify.annotations.NullMarked;
