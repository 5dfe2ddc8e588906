package dev.lakehouse.parquet.footer;

import dev.lakehouse.types.ColumnPath;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The leaves that hold the columns of a predicate.
 *
 * @param leaves the leaf of each column that the file has
 * @param missing the columns that it lacks: they are null in every row
 */
public record FilterLeaves(Map<ColumnPath, PlannedLeaf> leaves, Set<ColumnPath> missing) {
  /** Copies both. */
  public FilterLeaves {
    leaves = Map.copyOf(leaves);
    missing = Set.copyOf(missing);
  }

  /** The leaf of {@code path}, whatever the case of its names. */
  @Nullable PlannedLeaf find(ColumnPath path) {
    String folded = path.toString().toLowerCase(Locale.ROOT);
    return leaves.entrySet().stream()
        .filter(entry -> entry.getKey().toString().toLowerCase(Locale.ROOT).equals(folded))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  Optional<PlannedLeaf> leaf(ColumnPath path) {
    return Optional.ofNullable(leaves.get(path));
  }
}
