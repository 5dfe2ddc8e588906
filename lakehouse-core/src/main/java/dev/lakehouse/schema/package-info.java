/** How a table's columns change when a write brings others. Internal. */
@NullMarked
package dev.lakehouse.schema;

import org.jspecify.annotations.NullMarked;
