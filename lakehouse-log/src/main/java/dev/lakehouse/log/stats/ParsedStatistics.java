package dev.lakehouse.log.stats;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.NullColumn;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the statistics of files from the columns of a checkpoint, {@code add.stats_parsed}. They
 * mean what the JSON means: times are cut to milliseconds, wide bounds make counts of nulls
 * uncertain.
 */
public final class ParsedStatistics {
  private static final String ROWS = "numRecords";
  private static final String TIGHT = "tightBounds";
  private static final String MIN = "minValues";
  private static final String MAX = "maxValues";
  private static final String NULLS = "nullCount";
  private static final long CUT_MICROS = 1000;

  private ParsedStatistics() {}

  /**
   * The part of {@code stats_parsed} to ask a checkpoint for.
   *
   * @param inFile what its file has
   */
  public static StructType request(StructType inFile, Collection<StatisticsColumn> columns) {
    Map<String, StructField> fields = new LinkedHashMap<>();
    fields.put(ROWS, StructField.optional(ROWS, DataType.LONG));
    if (inFile.find(TIGHT).isPresent()) {
      fields.put(TIGHT, StructField.optional(TIGHT, DataType.BOOLEAN));
    }
    for (StatisticsColumn column : columns) {
      for (String part : List.of(MIN, MAX, NULLS)) {
        if (has(inFile, column.path(), part)) {
          DataType type = part.equals(NULLS) ? DataType.LONG : column.type();
          add(fields, part, column.path().names(), type);
        }
      }
    }
    return new StructType(List.copyOf(fields.values()));
  }

  private static boolean has(StructType inFile, ColumnPath path, String part) {
    DataType type = inFile.find(part).map(StructField::type).orElse(DataType.VOID);
    for (String name : path.names()) {
      Optional<StructField> field =
          type instanceof StructType struct ? struct.find(name) : Optional.empty();
      if (field.isEmpty()) {
        return false;
      }
      type = field.get().type();
    }
    return !DataType.isNested(type);
  }

  private static void add(
      Map<String, StructField> fields, String name, List<String> rest, DataType leaf) {
    StructField known = fields.get(name);
    if (rest.isEmpty()) {
      fields.put(name, StructField.optional(name, leaf));
      return;
    }
    Map<String, StructField> inner = new LinkedHashMap<>();
    if (known != null && known.type() instanceof StructType struct) {
      struct.forEach(field -> inner.put(field.name(), field));
    }
    add(inner, rest.get(0), rest.subList(1, rest.size()), leaf);
    fields.put(name, StructField.optional(name, new StructType(List.copyOf(inner.values()))));
  }

  /** The statistics of rows of {@code stats_parsed}, as {@link #request} asked for them. */
  public static FileStatistics read(StructColumn parsed, Collection<StatisticsColumn> columns) {
    int size = parsed.size();
    LongColumn rows = (LongColumn) child(parsed, List.of(ROWS), DataType.LONG);
    BooleanColumn tight = (BooleanColumn) child(parsed, List.of(TIGHT), DataType.BOOLEAN);
    Map<StatisticsColumn, ColumnBounds> bounds = new HashMap<>();
    for (StatisticsColumn column : columns) {
      Column min = child(parsed, path(MIN, column), column.type());
      Column max = child(parsed, path(MAX, column), column.type());
      LongColumn nulls = (LongColumn) child(parsed, path(NULLS, column), DataType.LONG);
      bounds.put(
          column, new ColumnBounds(min, widened(max, size), certain(nulls, rows, tight, size)));
    }
    return new FileStatistics(rows, bounds);
  }

  private static List<String> path(String part, StatisticsColumn column) {
    List<String> path = new ArrayList<>();
    path.add(part);
    path.addAll(column.path().names());
    return path;
  }

  private static Column child(StructColumn struct, List<String> path, DataType type) {
    Column column = struct;
    for (String name : path) {
      int index = column instanceof StructColumn parent ? parent.type().indexOf(name) : -1;
      if (index < 0) {
        return NullColumn.of(type, struct.size());
      }
      column = ((StructColumn) column).child(index);
    }
    return column;
  }

  private static Column widened(Column max, int size) {
    boolean isTime = max.type() == DataType.TIMESTAMP || max.type() == DataType.TIMESTAMP_NTZ;
    if (!isTime || !(max instanceof LongColumn times)) {
      return max;
    }
    long[] later = new long[size];
    for (int i = 0; i < size; i++) {
      long time = times.values()[i];
      later[i] = time > Long.MAX_VALUE - CUT_MICROS ? Long.MAX_VALUE : time + CUT_MICROS;
    }
    return new LongColumn(times.type(), later, times.validity(), size);
  }

  private static LongColumn certain(
      LongColumn nulls, LongColumn rows, BooleanColumn tight, int size) {
    if (tight.nullCount() == size) {
      return nulls;
    }
    boolean[] known = new boolean[size];
    for (int i = 0; i < size; i++) {
      long count = nulls.values()[i];
      boolean wide = !tight.isNull(i) && !tight.values()[i];
      boolean holds = count == 0 || (!rows.isNull(i) && count == rows.values()[i]);
      known[i] = !nulls.isNull(i) && (!wide || holds);
    }
    return new LongColumn(DataType.LONG, nulls.values(), Validity.ofBooleans(known, size), size);
  }

  /**
   * The JSON text of the statistics in one row, all of them; null if the row has none.
   *
   * @param parsed all of {@code stats_parsed}
   */
  public static @Nullable String json(StructColumn parsed, int row) {
    Object rows = parsed.isNull(row) ? null : value(parsed, ROWS, row);
    if (!(rows instanceof Long count)) {
      return null;
    }
    List<LeafStats> leaves = new ArrayList<>();
    for (String part : List.of(MIN, MAX, NULLS)) {
      int index = parsed.type().indexOf(part);
      if (index >= 0 && parsed.child(index) instanceof StructColumn struct) {
        collect(struct, List.of(), part, row, leaves);
      }
    }
    Object tight = value(parsed, TIGHT, row);
    StatsJson.TightBounds bounds =
        tight == null
            ? StatsJson.TightBounds.IMPLIED
            : tight.equals(true) ? StatsJson.TightBounds.SAID : StatsJson.TightBounds.DENIED;
    return StatsJson.write(count, leaves, bounds);
  }

  private static @Nullable Object value(StructColumn struct, String name, int row) {
    int index = struct.type().indexOf(name);
    return index < 0 ? null : Values.get(struct.child(index), row);
  }

  private static void collect(
      StructColumn struct, List<String> parents, String part, int row, List<LeafStats> leaves) {
    for (int i = 0; i < struct.children().size(); i++) {
      List<String> path = new ArrayList<>(parents);
      path.add(struct.type().field(i).name());
      if (struct.child(i) instanceof StructColumn inner) {
        collect(inner, path, part, row, leaves);
        continue;
      }
      Object value = Values.get(struct.child(i), row);
      if (value == null) {
        continue;
      }
      leaves.add(
          new LeafStats(
              new ColumnPath(path),
              part.equals(NULLS) && value instanceof Long count ? count : null,
              part.equals(MIN) ? value : null,
              part.equals(MAX) ? value : null));
    }
  }
}
