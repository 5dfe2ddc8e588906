package dev.lakehouse.log.stats;

import dev.lakehouse.types.ColumnPath;
import org.jspecify.annotations.Nullable;

/**
 * What a file's statistics say of one leaf column.
 *
 * @param path physical names
 * @param nullCount how many rows are null, those under a null parent included; null if not known
 * @param min lower bound of the values that are not null, of the class that {@link
 *     dev.lakehouse.columnar.Values} names for the type; null if there is none
 * @param max upper bound, likewise
 */
public record LeafStats(
    ColumnPath path, @Nullable Long nullCount, @Nullable Object min, @Nullable Object max) {}
