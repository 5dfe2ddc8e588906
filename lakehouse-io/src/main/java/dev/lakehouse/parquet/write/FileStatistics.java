package dev.lakehouse.parquet.write;

import dev.lakehouse.types.ColumnPath;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The statistics of a file under the rules of the Delta protocol, save that timestamps are exact:
 * the log's JSON cuts them to milliseconds. Immutable.
 *
 * <p>Doubles have no bounds if there is a NaN, nor an infinite bound; a bound of zero is -0.0 below
 * and 0.0 above. Booleans, binary, arrays, maps, variants and void have no bounds at all.
 *
 * @param rowCount how many rows the file has
 * @param columns the leaves that were asked for, in the order of the schema
 */
public record FileStatistics(long rowCount, Map<ColumnPath, LeafStatistics> columns) {
  /** Copies the map. */
  public FileStatistics {
    columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
  }

  /** The statistics of the leaf at {@code path}; empty if they were not asked for. */
  public Optional<LeafStatistics> column(ColumnPath path) {
    return Optional.ofNullable(columns.get(path));
  }
}
