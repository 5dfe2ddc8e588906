/**
 * MERGE: a source is joined with a table a part at a time, each part held by its keys in memory
 * while the table's files stream past; clauses say what becomes of the rows. Internal.
 */
@NullMarked
package dev.lakehouse.dml.merge;

import org.jspecify.annotations.NullMarked;
