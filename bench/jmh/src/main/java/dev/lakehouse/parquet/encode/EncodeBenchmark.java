package dev.lakehouse.parquet.encode;

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

/** Numbers and texts to dictionary indices, and these to the bytes of a page. A unit is a value. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EncodeBenchmark {
  private static final int ROWS = 4096;
  private static final int DISTINCT = 1000;
  private static final int ID_BITS = 10;

  private final WriteBuffers buffers = new WriteBuffers();
  private final LongDictionary numbers = new LongDictionary(buffers);
  private final BytesDictionary texts = new BytesDictionary(buffers, 4);
  private final Bytes out = new Bytes(buffers);
  private final long[] longs = new long[ROWS];
  private final int[] starts = new int[ROWS];
  private final int[] lengths = new int[ROWS];
  private final byte[] data = new byte[DISTINCT * 16];
  private final int[] ids = new int[ROWS];

  /** Fills the columns. */
  public EncodeBenchmark() {
    Random random = new Random(1);
    random.nextBytes(data);
    for (int i = 0; i < ROWS; i++) {
      int value = random.nextInt(DISTINCT);
      longs[i] = value * 7919L;
      starts[i] = 16 * value;
      lengths[i] = 5 + value % 11;
    }
  }

  /** Numbers of which a thousand differ. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public int[] dictionaryLong() {
    numbers.encode(longs, 0, ROWS, ids, 0);
    return ids;
  }

  /** Texts of 5 to 15 bytes of which a thousand differ. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public int[] dictionaryText() {
    texts.encode(data, starts, lengths, ROWS, ids, 0);
    return ids;
  }

  /** Texts of 5 to 15 bytes as they stand, behind their lengths. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public int plainText() {
    out.size = 0;
    out.ensure(20L * ROWS);
    for (int i = 0; i < ROWS; i++) {
      Bytes.INT.set(out.array, out.size, lengths[i]);
      out.size += Integer.BYTES;
      out.copy(data, starts[i], lengths[i]);
    }
    return out.size;
  }

  /** Indices of ten bits to packed runs. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public int packedIds() {
    out.size = 0;
    for (int i = 0; i < ROWS; i++) {
      ids[i] = (int) (longs[i] & (1 << ID_BITS) - 1);
    }
    RunLengths.encode(ids, ROWS, ID_BITS, out);
    return out.size;
  }
}
