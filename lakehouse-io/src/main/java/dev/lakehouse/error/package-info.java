/**
 * Everything that can go wrong, as one fixed set of unchecked exceptions under {@link
 * dev.lakehouse.error.LakehouseException}.
 */
@NullMarked
package dev.lakehouse.error;

import org.jspecify.annotations.NullMarked;
