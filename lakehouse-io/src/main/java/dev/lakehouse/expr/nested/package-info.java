/** Functions of arrays, maps and structs over columns. Internal. */
@NullMarked
package dev.lakehouse.expr.nested;

import org.jspecify.annotations.NullMarked;
