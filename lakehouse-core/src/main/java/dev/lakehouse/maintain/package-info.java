/** Upkeep of tables: checking them against the protocol. Internal. */
@NullMarked
package dev.lakehouse.maintain;

import org.jspecify.annotations.NullMarked;
