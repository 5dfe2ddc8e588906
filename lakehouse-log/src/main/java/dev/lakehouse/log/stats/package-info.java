/**
 * Statistics and partition values of files: which columns have them, how the log writes them, how
 * they are read back, and which files they let a scan skip. Internal.
 */
@NullMarked
package dev.lakehouse.log.stats;

import org.jspecify.annotations.NullMarked;
