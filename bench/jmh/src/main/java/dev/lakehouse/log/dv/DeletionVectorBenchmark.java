package dev.lakehouse.log.dv;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
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

/** The rows that a deletion vector leaves of a batch. The unit is a row of the file. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class DeletionVectorBenchmark {
  private static final int FILE_ROWS = 1 << 20;
  private static final int BATCH_ROWS = 4096;

  private final int[] rows = new int[BATCH_ROWS];
  private final DeletionVector scattered = scattered(100);
  private final DeletionVector dense = scattered(3);

  /** About one row of {@code every}. */
  private static DeletionVector scattered(int every) {
    Random random = new Random(1);
    return DeletionVector.of(
        LongStream.range(0, FILE_ROWS).filter(row -> random.nextInt(every) == 0).toArray());
  }

  private long left(DeletionVector vector) {
    long left = 0;
    for (long from = 0; from < FILE_ROWS; from += BATCH_ROWS) {
      left += vector.left(from, BATCH_ROWS, rows);
    }
    return left;
  }

  /** One row of a hundred is deleted. */
  @Benchmark
  @OperationsPerInvocation(FILE_ROWS)
  public long scattered() {
    return left(scattered);
  }

  /** One row of three is deleted. */
  @Benchmark
  @OperationsPerInvocation(FILE_ROWS)
  public long dense() {
    return left(dense);
  }

  /** All positions of the vector, one after the other. */
  @Benchmark
  @OperationsPerInvocation(FILE_ROWS)
  public long positions() {
    long[] sum = new long[1];
    dense.forEach(row -> sum[0] += row);
    return sum[0];
  }
}
