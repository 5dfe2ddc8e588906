/** The types of tables: {@link dev.lakehouse.types.DataType} and the schemas made of them. */
@NullMarked
package dev.lakehouse.types;

import org.jspecify.annotations.NullMarked;
