/**
 * How a table becomes its next version: one put-if-absent per attempt, a pure check against each
 * commit that came first, and one loop that does both until the commit stands or cannot. Internal.
 */
@NullMarked
package dev.lakehouse.log.commit;

import org.jspecify.annotations.NullMarked;
