package dev.lakehouse.parquet.footer;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.expr.skip.StatisticsBatch;
import dev.lakehouse.parquet.LeafType;
import dev.lakehouse.parquet.decode.LegacyCalendar;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Statistics;
import org.jspecify.annotations.Nullable;

/** What the footer knows of the values in each row group, as far as it can be trusted. */
public final class GroupStatistics implements StatisticsBatch {
  /** Writers that are known to count nulls. Others may leave the count at zero. */
  private static final List<String> COUNTING_WRITERS =
      List.of(
          "lakehouse",
          "parquet-mr version 1.1",
          "parquet-cpp-arrow",
          "parquet-rs",
          "DuckDB",
          "Polars");

  private final Footer footer;
  private final List<RowGroup> groups;
  private final FilterLeaves leaves;
  private final LegacyCalendar calendar;

  /** Of all row groups of {@code footer}. */
  public GroupStatistics(Footer footer, FilterLeaves leaves) {
    this.footer = footer;
    this.groups = footer.rowGroups();
    this.leaves = leaves;
    this.calendar = footer.calendar();
  }

  @Override
  public int size() {
    return groups.size();
  }

  @Override
  public @Nullable Column min(ColumnPath path) {
    return bounds(path, GroupStatistics::min);
  }

  @Override
  public @Nullable Column max(ColumnPath path) {
    return bounds(path, GroupStatistics::max);
  }

  private @Nullable Column bounds(ColumnPath path, BoundOf bound) {
    PlannedLeaf leaf = leaves.leaf(path).orElse(null);
    if (leaf == null || !Bounds.areOrdered(leaf, calendar)) {
      return null;
    }
    List<byte @Nullable []> bounds = new ArrayList<>();
    for (RowGroup group : groups) {
      Statistics statistics = statistics(group, leaf);
      bounds.add(statistics == null ? null : bound.of(statistics, leaf.stored()));
    }
    return Bounds.column(leaf, bounds);
  }

  /** A bound of some statistics; null if they have none that can be trusted. */
  private interface BoundOf {
    byte @Nullable [] of(Statistics statistics, LeafType stored);
  }

  private static byte @Nullable [] min(Statistics statistics, LeafType stored) {
    return statistics.isSetMin_value()
        ? statistics.getMin_value()
        : Bounds.areSigned(stored) && statistics.isSetMin() ? statistics.getMin() : null;
  }

  private static byte @Nullable [] max(Statistics statistics, LeafType stored) {
    return statistics.isSetMax_value()
        ? statistics.getMax_value()
        : Bounds.areSigned(stored) && statistics.isSetMax() ? statistics.getMax() : null;
  }

  private @Nullable Statistics statistics(RowGroup group, PlannedLeaf leaf) {
    ColumnMetaData chunk = footer.chunk(group, leaf.node().leafIndex());
    return chunk.statistics;
  }

  @Override
  public @Nullable LongColumn nullCount(ColumnPath path) {
    if (leaves.missing().contains(path)) {
      return rowCount();
    }
    PlannedLeaf leaf = leaves.leaf(path).orElse(null);
    if (leaf == null || leaf.node().repeat() > 0) {
      return null;
    }
    return counts(group -> nullCount(leaf, statistics(group, leaf)));
  }

  /** How many nulls there are; -1 if that cannot be trusted. */
  private long nullCount(PlannedLeaf leaf, @Nullable Statistics statistics) {
    if (leaf.node().definition() == 0) {
      return 0;
    }
    if (statistics == null || !statistics.isSetNull_count()) {
      return -1;
    }
    return statistics.null_count > 0 || countsNulls() ? statistics.null_count : -1;
  }

  private boolean countsNulls() {
    String writer = footer.metadata().created_by;
    return writer != null && COUNTING_WRITERS.stream().anyMatch(writer::startsWith);
  }

  @Override
  public @Nullable LongColumn nanCount(ColumnPath path) {
    PlannedLeaf leaf = leaves.leaf(path).orElse(null);
    if (leaf == null || (leaf.type() != DataType.FLOAT && leaf.type() != DataType.DOUBLE)) {
      return null;
    }
    return counts(group -> nanCount(statistics(group, leaf)));
  }

  private static long nanCount(@Nullable Statistics statistics) {
    return statistics != null && statistics.isSetNan_count() ? statistics.nan_count : -1;
  }

  @Override
  public LongColumn rowCount() {
    return counts(group -> group.num_rows);
  }

  private LongColumn counts(ToLongFunction<RowGroup> count) {
    return counts(groups, count);
  }

  /** The counts of {@code things}; negative ones are unknown. */
  static <T> LongColumn counts(List<T> things, ToLongFunction<T> count) {
    long[] counts = things.stream().mapToLong(count).toArray();
    boolean[] known = new boolean[counts.length];
    for (int i = 0; i < known.length; i++) {
      known[i] = counts[i] >= 0;
    }
    Validity validity = Validity.ofBooleans(known, known.length);
    return new LongColumn(DataType.LONG, counts, validity, counts.length);
  }
}
