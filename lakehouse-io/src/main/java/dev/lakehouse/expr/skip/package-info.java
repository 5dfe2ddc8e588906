/**
 * Which files, row groups and pages a predicate can match, from their statistics alone. Internal.
 */
@NullMarked
package dev.lakehouse.expr.skip;

import org.jspecify.annotations.NullMarked;
