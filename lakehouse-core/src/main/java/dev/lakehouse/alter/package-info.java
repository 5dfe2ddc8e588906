/** What changes of a table's columns and properties make of its metadata. Internal. */
@NullMarked
package dev.lakehouse.alter;

import org.jspecify.annotations.NullMarked;
