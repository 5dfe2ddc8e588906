/**
 * A table's log as one object: {@link dev.lakehouse.log.DeltaLog} opens it, {@link
 * dev.lakehouse.log.Snapshot} is what it says of one version; also what it was, and the
 * transactions that make it the next version. Internal.
 */
@NullMarked
package dev.lakehouse.log;

import org.jspecify.annotations.NullMarked;
