package dev.lakehouse.log.stats;

import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Decimal128Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.FloatColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.NullColumn;
import dev.lakehouse.columnar.Validity;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Statistics of many pieces of files, put together into those of all. */
public final class StatisticsConcat {
  private StatisticsConcat() {}

  /** The statistics of {@code pieces}, in order, each of which has {@code columns}. */
  public static FileStatistics of(
      List<FileStatistics> pieces, Collection<StatisticsColumn> columns) {
    LongColumn rows = (LongColumn) concat(pieces, FileStatistics::numRecords);
    Map<StatisticsColumn, ColumnBounds> bounds = new HashMap<>();
    @Nullable LongColumn zeros = null;
    for (StatisticsColumn column : columns) {
      LongColumn nulls = (LongColumn) concat(pieces, piece -> of(piece, column).nullCount());
      if (isZero(nulls)) {
        // Most columns have no nulls at all: they share one column that says so.
        zeros = zeros == null ? nulls : zeros;
        nulls = zeros;
      }
      bounds.put(
          column,
          new ColumnBounds(
              concat(pieces, piece -> of(piece, column).min()),
              concat(pieces, piece -> of(piece, column).max()),
              nulls));
    }
    return new FileStatistics(rows, bounds);
  }

  private static ColumnBounds of(FileStatistics piece, StatisticsColumn column) {
    ColumnBounds bounds = piece.columns().get(column);
    if (bounds == null) {
      throw new IllegalArgumentException("A piece lacks " + column);
    }
    return bounds;
  }

  private static boolean isZero(LongColumn column) {
    if (column.validity() != null) {
      return false;
    }
    long any = 0;
    for (int i = 0; i < column.size(); i++) {
      any |= column.values()[i];
    }
    return any == 0;
  }

  private static Column concat(
      List<FileStatistics> pieces, Function<FileStatistics, Column> choice) {
    return concat(pieces.stream().map(choice).map(StatisticsConcat::flat).toList());
  }

  private static Column flat(Column column) {
    return column instanceof DictionaryColumn dictionary ? dictionary.flat() : column;
  }

  /** The values of {@code columns}, of one type, one after the other. */
  private static Column concat(List<Column> columns) {
    if (columns.size() == 1) {
      return columns.get(0);
    }
    int size = columns.stream().mapToInt(Column::size).sum();
    Column first = columns.isEmpty() ? new NullColumn(0) : columns.get(0);
    if (first instanceof LongColumn) {
      long[] values = new long[size];
      fill(columns, (column, at) -> copy(((LongColumn) column).values(), values, at, column));
      return new LongColumn(first.type(), values, validity(columns, size), size);
    } else if (first instanceof IntColumn) {
      int[] values = new int[size];
      fill(columns, (column, at) -> copy(((IntColumn) column).values(), values, at, column));
      return new IntColumn(first.type(), values, validity(columns, size), size);
    } else if (first instanceof DoubleColumn) {
      double[] values = new double[size];
      fill(columns, (column, at) -> copy(((DoubleColumn) column).values(), values, at, column));
      return new DoubleColumn(first.type(), values, validity(columns, size), size);
    } else if (first instanceof FloatColumn) {
      float[] values = new float[size];
      fill(columns, (column, at) -> copy(((FloatColumn) column).values(), values, at, column));
      return new FloatColumn(first.type(), values, validity(columns, size), size);
    } else if (first instanceof Decimal128Column decimals) {
      long[] highs = new long[size];
      long[] lows = new long[size];
      fill(
          columns,
          (column, at) -> {
            copy(((Decimal128Column) column).high(), highs, at, column);
            copy(((Decimal128Column) column).low(), lows, at, column);
          });
      return new Decimal128Column(decimals.type(), highs, lows, validity(columns, size), size);
    } else if (first instanceof BytesColumn) {
      return texts(columns, size);
    }
    return new NullColumn(size);
  }

  private static void copy(Object source, Object target, int at, Column column) {
    System.arraycopy(source, 0, target, at, column.size());
  }

  private static void fill(List<Column> columns, Copy copy) {
    int at = 0;
    for (Column column : columns) {
      copy.accept(column, at);
      at += column.size();
    }
  }

  private interface Copy {
    void accept(Column column, int at);
  }

  private static Column texts(List<Column> columns, int size) {
    int[] offsets = new int[size + 1];
    int total = 0;
    int row = 0;
    for (Column column : columns) {
      BytesColumn texts = (BytesColumn) column;
      for (int i = 0; i < texts.size(); i++) {
        total = Math.addExact(total, texts.length(i));
        offsets[++row] = total;
      }
    }
    byte[] data = new byte[total];
    int at = 0;
    for (Column column : columns) {
      BytesColumn texts = (BytesColumn) column;
      int from = texts.offsets()[0];
      int length = texts.offsets()[texts.size()] - from;
      System.arraycopy(texts.data(), from, data, at, length);
      at += length;
    }
    return new BytesColumn(columns.get(0).type(), offsets, data, validity(columns, size), size);
  }

  private static @Nullable Validity validity(List<Column> columns, int size) {
    if (columns.stream().allMatch(column -> column.validity() == null)) {
      return null;
    }
    boolean[] valid = new boolean[size];
    int at = 0;
    for (Column column : columns) {
      for (int i = 0; i < column.size(); i++) {
        valid[at++] = !column.isNull(i);
      }
    }
    return Validity.ofBooleans(valid, size);
  }
}
