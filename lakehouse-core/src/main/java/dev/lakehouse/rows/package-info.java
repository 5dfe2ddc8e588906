/** Java records and rows to columns and back, a column at a time. Internal. */
@NullMarked
package dev.lakehouse.rows;

import org.jspecify.annotations.NullMarked;
