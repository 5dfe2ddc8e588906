/** From a source's batches to a table's data files: names, values, checks, partitions. Internal. */
@NullMarked
package dev.lakehouse.write;

import org.jspecify.annotations.NullMarked;
