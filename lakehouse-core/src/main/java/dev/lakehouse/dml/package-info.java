/**
 * Changes of rows: which files hold them, which rows those are, and what becomes of the files.
 * Internal.
 */
@NullMarked
package dev.lakehouse.dml;

import org.jspecify.annotations.NullMarked;
