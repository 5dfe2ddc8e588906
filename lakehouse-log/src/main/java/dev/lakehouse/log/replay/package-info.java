/**
 * Internal. From the files of a segment to the state of a table: commits newest first, then the
 * checkpoint. Source: Delta protocol, "Action Reconciliation".
 */
@NullMarked
package dev.lakehouse.log.replay;

import org.jspecify.annotations.NullMarked;
