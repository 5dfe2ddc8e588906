/**
 * What follows a commit: checkpoints, the sums of a version, and the removal of old log files. All
 * of it only makes reading faster; none of it changes what the table is. Internal.
 */
@NullMarked
package dev.lakehouse.log.checkpoint;

import org.jspecify.annotations.NullMarked;
