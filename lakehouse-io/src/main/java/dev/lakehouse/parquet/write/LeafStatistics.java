package dev.lakehouse.parquet.write;

import org.jspecify.annotations.Nullable;

/**
 * What a file's statistics say of one column, nested field, or whole array, map or variant.
 *
 * @param nullCount how many rows have no value there, those with a null above it included
 * @param min the least value, of the class that {@link dev.lakehouse.columnar.Values} names, a text
 *     cut to a prefix; null if there is no value, no bound, or the type has none
 * @param max the greatest value likewise, a cut text with a tie-breaker at its end
 */
public record LeafStatistics(long nullCount, @Nullable Object min, @Nullable Object max) {}
