/**
 * Internal. The files of a table as columns: compact to hold, found by key, chosen by partition
 * values and statistics.
 */
@NullMarked
package dev.lakehouse.log.files;

import org.jspecify.annotations.NullMarked;
