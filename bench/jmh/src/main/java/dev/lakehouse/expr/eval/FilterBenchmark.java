package dev.lakehouse.expr.eval;

import static dev.lakehouse.expr.Expressions.col;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.Selection;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
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

/** Predicates over a batch. The unit is a row. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class FilterBenchmark {
  private static final int ROWS = 4096;
  private static final StructType SCHEMA =
      StructType.of(
          StructField.optional("n", DataType.LONG), StructField.optional("city", DataType.STRING));

  private final Batch batch = batch();
  private final Filter range = filter(col("n").ge(400L).and(col("n").lt(500L)));
  private final Filter text = filter(col("city").eq("Oslo"));
  private final Filter members = filter(col("n").in(1L, 20L, 300L, 999L));

  private static Filter filter(Expression predicate) {
    return Filter.bind(predicate, SCHEMA, ExpressionContext.utc(Instant.EPOCH));
  }

  private static Batch batch() {
    Random random = new Random(1);
    long[] numbers = random.longs(ROWS, 0, 1000).toArray();
    int[] codes = random.ints(ROWS, 0, 3).toArray();
    byte[] cities = "OsloRomeKyiv".getBytes(StandardCharsets.US_ASCII);
    BytesColumn entries =
        new BytesColumn(DataType.STRING, new int[] {0, 4, 8, 12}, cities, null, 3);
    return new Batch(
        SCHEMA,
        List.of(
            new LongColumn(DataType.LONG, numbers, null, ROWS),
            new DictionaryColumn(codes, entries, null, ROWS)),
        ROWS);
  }

  /** One row of ten lies in a range of numbers. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public Selection range() {
    return range.select(batch);
  }

  /** One row of three has a text, of a dictionary of three. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public Selection text() {
    return text.select(batch);
  }

  /** Numbers of a list of four. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public Selection members() {
    return members.select(batch);
  }
}
