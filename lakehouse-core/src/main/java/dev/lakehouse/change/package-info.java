/** The change feed of a table: which rows came, went and changed in which version. Internal. */
@NullMarked
package dev.lakehouse.change;

import org.jspecify.annotations.NullMarked;
