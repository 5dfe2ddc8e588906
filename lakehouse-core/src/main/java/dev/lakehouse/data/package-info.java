/**
 * What goes into tables and comes out of them: rows, readers, tasks of a scan, and the results of
 * operations.
 */
@NullMarked
package dev.lakehouse.data;

import org.jspecify.annotations.NullMarked;
