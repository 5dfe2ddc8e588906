/**
 * The files of a table's log: their names, their listing, and which of them make up one version.
 * Source: Delta protocol, "Delta Log Entries", "Checkpoints" and "Last Checkpoint File". Internal.
 */
@NullMarked
package dev.lakehouse.log.segment;

import org.jspecify.annotations.NullMarked;
