package dev.lakehouse.alter;

import dev.lakehouse.log.protocol.TableProperty;
import dev.lakehouse.types.ColumnPath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The property that names the columns of which there are statistics, when columns change. */
final class StatisticsColumns {
  private StatisticsColumns() {}

  static Draft without(Draft draft, ColumnPath gone) {
    return edit(draft, path -> startsWith(path, gone) ? Optional.empty() : Optional.of(path));
  }

  static Draft renamed(Draft draft, ColumnPath old, ColumnPath now) {
    return edit(draft, path -> Optional.of(startsWith(path, old) ? moved(path, now) : path));
  }

  private static Draft edit(Draft draft, Function<ColumnPath, Optional<ColumnPath>> change) {
    Optional<String> text = TableProperty.STATS_COLUMNS.of(draft.metadata());
    if (text.isEmpty() || text.get().isBlank()) {
      return draft;
    }
    String changed =
        Arrays.stream(text.get().split(",", -1))
            .map(part -> change.apply(ColumnPath.parse(part.strip())))
            .flatMap(Optional::stream)
            .map(ColumnPath::toString)
            .collect(Collectors.joining(","));
    return draft.with(TableProperty.STATS_COLUMNS.key(), changed);
  }

  private static boolean startsWith(ColumnPath path, ColumnPath start) {
    return path.names().size() >= start.names().size()
        && folded(path.names().subList(0, start.names().size())).equals(folded(start.names()));
  }

  private static List<String> folded(List<String> names) {
    return names.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
  }

  private static ColumnPath moved(ColumnPath path, ColumnPath start) {
    List<String> names = new ArrayList<>(start.names());
    names.addAll(path.names().subList(start.names().size(), path.names().size()));
    return new ColumnPath(names);
  }
}
