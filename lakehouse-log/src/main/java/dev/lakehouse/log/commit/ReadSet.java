package dev.lakehouse.log.commit;

import dev.lakehouse.log.action.AddFile;
import java.util.Set;

/**
 * What a transaction's outcome depends on. Immutable.
 *
 * @param files paths, as the log has them, of the files that were read
 * @param wholeTable whether every row was asked for
 * @param appIds applications whose progress was asked for
 */
public record ReadSet(Set<String> files, boolean wholeTable, Set<String> appIds) {
  /** Nothing was read. */
  public static final ReadSet NOTHING = new ReadSet(Set.of(), false, Set.of());

  /** Copies the sets. */
  public ReadSet {
    files = Set.copyOf(files);
    appIds = Set.copyOf(appIds);
  }

  /** True if no row of the table was read. */
  public boolean readsNoData() {
    return files.isEmpty() && !wholeTable;
  }

  /** True if {@code add}, had it been there, may have been read. */
  boolean mayHold(AddFile add) {
    return !readsNoData();
  }
}
