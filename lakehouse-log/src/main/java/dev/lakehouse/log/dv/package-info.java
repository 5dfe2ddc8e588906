/**
 * Deletion vectors: the set of a file's deleted rows, its bytes, and the files that hold it.
 * Internal. Source: Delta protocol, "Deletion Vectors".
 */
@NullMarked
package dev.lakehouse.log.dv;

import org.jspecify.annotations.NullMarked;
