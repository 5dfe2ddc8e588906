/** Compact arrays for millions of values: texts, paths, numbers, bits, hash tables. Internal. */
@NullMarked
package dev.lakehouse.log.packed;

import org.jspecify.annotations.NullMarked;
