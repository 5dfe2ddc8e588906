/** Batches to Arrow vectors and back, one bulk copy a buffer. Internal. */
@NullMarked
package dev.lakehouse.arrow;

import org.jspecify.annotations.NullMarked;
