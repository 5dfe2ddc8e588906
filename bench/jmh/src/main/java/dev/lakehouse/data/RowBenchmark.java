package dev.lakehouse.data;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Getters of rows. The unit is a row of which one value is read. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RowBenchmark {
  private static final int ROWS = 4096;
  private static final StructType SCHEMA =
      StructType.of(
          StructField.optional("id", DataType.LONG),
          StructField.optional("price", DataType.decimal(15, 2)),
          StructField.optional("day", DataType.DATE),
          StructField.optional("city", DataType.STRING),
          StructField.optional("comment", DataType.STRING));

  private final Batch batch = batch();

  private static Batch batch() {
    Random random = new Random(1);
    long[] numbers = random.longs(ROWS, 0, 1_000_000).toArray();
    int[] days = random.ints(ROWS, 10_000, 10_100).toArray();
    int[] codes = random.ints(ROWS, 0, 3).toArray();
    byte[] text = "OsloRomeKyiv".repeat(ROWS).getBytes(StandardCharsets.US_ASCII);
    int[] offsets = new int[ROWS + 1];
    for (int i = 0; i < ROWS; i++) {
      offsets[i + 1] = offsets[i] + 5 + i % 7;
    }
    BytesColumn entries = new BytesColumn(DataType.STRING, new int[] {0, 4, 8, 12}, text, null, 3);
    return new Batch(
        SCHEMA,
        List.of(
            new LongColumn(DataType.LONG, numbers, null, ROWS),
            new LongColumn(DataType.decimal(15, 2), numbers, null, ROWS),
            new IntColumn(DataType.DATE, days, null, ROWS),
            new DictionaryColumn(codes, entries, null, ROWS),
            new BytesColumn(DataType.STRING, offsets, text, null, ROWS)),
        ROWS);
  }

  private RowReader rows() {
    return RowReader.of(BatchReader.of(SCHEMA, CloseableIterator.of(List.of(batch))));
  }

  /** A whole number. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public long number() {
    long sum = 0;
    for (Row row : rows()) {
      sum += row.getLong(0);
    }
    return sum;
  }

  /** A decimal of 15 digits. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public long decimal() {
    long sum = 0;
    for (Row row : rows()) {
      sum += row.getDecimal(1).scale();
    }
    return sum;
  }

  /** A date, one of a hundred. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public long date() {
    long sum = 0;
    for (Row row : rows()) {
      sum += row.getDate(2).getDayOfMonth();
    }
    return sum;
  }

  /** A text of a dictionary of three. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public long dictionaryText() {
    long sum = 0;
    for (Row row : rows()) {
      sum += row.getString(3).length();
    }
    return sum;
  }

  /** A text of its own. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public long plainText() {
    long sum = 0;
    for (Row row : rows()) {
      sum += row.getString(4).length();
    }
    return sum;
  }
}
