/**
 * A table's log as one object: what the table is at a version, what it was, and the transactions
 * that make it the next version. Internal.
 */
@NullMarked
package dev.lakehouse.log;

import org.jspecify.annotations.NullMarked;
