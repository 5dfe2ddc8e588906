package dev.lakehouse.log.commit;

import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.files.FileFilter;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a transaction's outcome depends on. Immutable.
 *
 * @param filters the files that may hold rows that were asked for, bound to the version that was
 *     read
 * @param files paths, as the log has them, of the files that were read
 * @param scope how much was read beyond these
 * @param appIds applications whose progress was asked for
 */
public record ReadSet(
    List<FileFilter> filters, Set<String> files, Scope scope, Set<String> appIds) {
  /** Nothing was read. */
  public static final ReadSet NOTHING = new ReadSet(List.of(), Set.of(), Scope.FILTERED, Set.of());

  /** How much of a table was read. */
  public enum Scope {
    /** What filters and files say. */
    FILTERED,
    /** Every row. */
    TABLE,
    /** That it is the newest version: no commit may come between, whatever it does. */
    VERSION
  }

  /** Copies lists and sets. */
  public ReadSet {
    filters = List.copyOf(filters);
    files = Set.copyOf(files);
    appIds = Set.copyOf(appIds);
  }

  /** True if no row of the table was read. */
  public boolean readsNoData() {
    return filters.isEmpty() && files.isEmpty() && scope == Scope.FILTERED;
  }

  /** True if every row was read. */
  public boolean wholeTable() {
    return scope != Scope.FILTERED;
  }

  /** True if the file at {@code path} was read. */
  boolean reads(String path) {
    return wholeTable() || files.contains(path);
  }

  /** True if no commit may come between. */
  boolean isExclusive() {
    return scope == Scope.VERSION;
  }

  /** The first of {@code adds} that may have been read, had it been there; empty if none may. */
  Optional<AddFile> firstReadOf(List<AddFile> adds, ConflictRules rules) {
    if (wholeTable()) {
      return adds.stream().findFirst();
    }
    return filters.stream().flatMap(filter -> first(filter, adds, rules).stream()).findFirst();
  }

  /** What cannot be judged may have been read. */
  private static Optional<AddFile> first(
      FileFilter filter, List<AddFile> adds, ConflictRules rules) {
    try {
      return rules == ConflictRules.SPARK ? filter.firstByPartition(adds) : filter.first(adds);
    } catch (LakehouseException e) {
      return adds.stream().findFirst();
    }
  }
}
