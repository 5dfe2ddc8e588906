/** Tables: where a user starts, with {@link dev.lakehouse.Lakehouse}. */
@NullMarked
package dev.lakehouse;

import org.jspecify.annotations.NullMarked;
