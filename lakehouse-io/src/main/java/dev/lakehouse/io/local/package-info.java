/** Files of local disk, or of any {@code java.nio} file system. Internal. */
@NullMarked
package dev.lakehouse.io.local;

import org.jspecify.annotations.NullMarked;
