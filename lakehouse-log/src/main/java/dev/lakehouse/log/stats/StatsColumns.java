package dev.lakehouse.log.stats;

import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Which leaves of a table get statistics: the first so many in schema order, or those that the
 * table names. An array, map or variant is one leaf; partition columns are none.
 *
 * <p>Source: Delta protocol, "Per-file Statistics"; the limit and the list are Delta Spark's.
 */
public final class StatsColumns {
  private static final String LIMIT = "delta.dataSkippingNumIndexedCols";
  private static final String LIST = "delta.dataSkippingStatsColumns";
  private static final int DEFAULT_LIMIT = 32;

  private StatsColumns() {}

  /** The paths of the leaves, in schema order. */
  public static List<ColumnPath> of(
      StructType schema, List<String> partitionColumns, Map<String, String> properties) {
    List<ColumnPath> leaves = new ArrayList<>();
    for (StructField field : schema) {
      if (partitionColumns.stream().noneMatch(field.name()::equalsIgnoreCase)) {
        collect(ColumnPath.of(field.name()), field, leaves);
      }
    }
    String list = properties.get(LIST);
    return list == null ? first(leaves, limit(properties)) : named(leaves, list);
  }

  private static void collect(ColumnPath path, StructField field, List<ColumnPath> leaves) {
    if (field.type() instanceof StructType struct) {
      struct.forEach(child -> collect(path.child(child.name()), child, leaves));
    } else {
      leaves.add(path);
    }
  }

  private static int limit(Map<String, String> properties) {
    String limit = properties.get(LIMIT);
    try {
      return limit == null ? DEFAULT_LIMIT : Integer.parseInt(limit.trim());
    } catch (NumberFormatException e) {
      return DEFAULT_LIMIT;
    }
  }

  private static List<ColumnPath> first(List<ColumnPath> leaves, int limit) {
    return limit < 0 || limit >= leaves.size()
        ? List.copyOf(leaves)
        : List.copyOf(leaves.subList(0, limit));
  }

  private static List<ColumnPath> named(List<ColumnPath> leaves, String list) {
    List<ColumnPath> wanted = new ArrayList<>();
    for (String text : split(list)) {
      wanted.add(ColumnPath.parse(text));
    }
    return leaves.stream()
        .filter(leaf -> wanted.stream().anyMatch(path -> contains(path, leaf)))
        .toList();
  }

  /** The comma-separated parts of {@code list}; a comma between back-ticks separates nothing. */
  private static List<String> split(String list) {
    List<String> parts = new ArrayList<>();
    boolean quoted = false;
    int from = 0;
    for (int i = 0; i <= list.length(); i++) {
      if (i == list.length() || (list.charAt(i) == ',' && !quoted)) {
        String part = list.substring(from, i).trim();
        if (!part.isEmpty()) {
          parts.add(part);
        }
        from = i + 1;
      } else if (list.charAt(i) == '`') {
        quoted = !quoted;
      }
    }
    return parts;
  }

  private static boolean contains(ColumnPath path, ColumnPath leaf) {
    if (path.names().size() > leaf.names().size()) {
      return false;
    }
    for (int i = 0; i < path.names().size(); i++) {
      if (!lower(path.names().get(i)).equals(lower(leaf.names().get(i)))) {
        return false;
      }
    }
    return true;
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
