package dev.lakehouse.parquet.decode;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.parquet.LeafType;
import dev.lakehouse.types.DataType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Type;
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

/** From the bytes of a page to the array of a column. The unit is a value. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class DecodeBenchmark {
  private static final int ROWS = 4096;
  private static final int ID_BITS = 10;
  private static final int DELTA_BITS = 12;
  private static final LeafType INT64 = new LeafType(Type.INT64, 0, new LeafType.Plain());
  private static final LeafType BYTES = new LeafType(Type.BYTE_ARRAY, 0, new LeafType.Plain());

  private final Random random = new Random(1);
  private final PageBytes plainLongs = plainLongs(ROWS);
  private final PageBytes plainTexts = plainTexts();
  private final PageBytes ids = packed(ID_BITS, true);
  private final PageBytes levels = packed(1, false);
  private final PageBytes deltas = deltas();
  private final LeafValues longs = values(INT64, DataType.LONG);
  private final LeafValues texts = values(BYTES, DataType.STRING);
  private final long[] bits = new long[ROWS / 64];

  /** Sets the dictionary that the indices look into. */
  public DecodeBenchmark() {
    longs.dictionary(plainLongs(1 << ID_BITS), 1 << ID_BITS);
  }

  private static LeafValues values(LeafType type, DataType target) {
    return LeafFit.values(type, target, LegacyCalendar.NONE).orElseThrow();
  }

  private PageBytes plainLongs(int count) {
    ByteBuffer bytes = buffer(8 * count);
    for (int i = 0; i < count; i++) {
      bytes.putLong(random.nextLong());
    }
    return page(bytes);
  }

  private PageBytes plainTexts() {
    ByteBuffer bytes = buffer(64 * ROWS);
    for (int i = 0; i < ROWS; i++) {
      byte[] text = "x".repeat(10 + random.nextInt(34)).getBytes(StandardCharsets.UTF_8);
      bytes.putInt(text.length).put(text);
    }
    return page(bytes);
  }

  /** Bit-packed numbers in one run, behind a byte with their width if {@code withWidth}. */
  private PageBytes packed(int width, boolean withWidth) {
    ByteBuffer bytes = buffer(8 + ROWS * width / 8);
    if (withWidth) {
      bytes.put((byte) width);
    }
    putVarint(bytes, ROWS / 8 << 1 | 1);
    byte[] body = new byte[ROWS * width / 8];
    random.nextBytes(body);
    return page(bytes.put(body));
  }

  /** Blocks of 128 deltas in four miniblocks, as parquet-java writes them. */
  private PageBytes deltas() {
    ByteBuffer bytes = buffer(64 + ROWS * 4);
    putVarint(bytes, 128);
    putVarint(bytes, 4);
    putVarint(bytes, ROWS);
    bytes.put((byte) 0);
    for (int block = 0; block < ROWS / 128; block++) {
      bytes.put((byte) 0);
      for (int i = 0; i < 4; i++) {
        bytes.put((byte) DELTA_BITS);
      }
      byte[] body = new byte[128 * DELTA_BITS / 8];
      random.nextBytes(body);
      bytes.put(body);
    }
    return page(bytes);
  }

  private static ByteBuffer buffer(int size) {
    return ByteBuffer.allocate(size + PageBytes.SLACK).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void putVarint(ByteBuffer bytes, int number) {
    int rest = number;
    for (; rest > 0x7F; rest >>>= 7) {
      bytes.put((byte) (rest | 0x80));
    }
    bytes.put((byte) rest);
  }

  private static PageBytes page(ByteBuffer bytes) {
    return new PageBytes(bytes.array(), 0, bytes.position());
  }

  private static Column read(LeafValues values, PageBytes page, Encoding encoding) {
    values.page(page, encoding);
    values.begin(ROWS);
    values.fit(ROWS, Long.MAX_VALUE);
    values.read(ROWS);
    return values.column();
  }

  /** Numbers as they stand. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public Column plainLong() {
    return read(longs, plainLongs, Encoding.PLAIN);
  }

  /** Indices of ten bits, looked up in a dictionary of 1024 numbers. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public Column dictionaryLong() {
    return read(longs, ids, Encoding.RLE_DICTIONARY);
  }

  /** Deltas of twelve bits. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public Column deltaLong() {
    return read(longs, deltas, Encoding.DELTA_BINARY_PACKED);
  }

  /** Texts of 27 bytes, as they stand. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public Column plainText() {
    return read(texts, plainTexts, Encoding.PLAIN);
  }

  /** Definition levels where every other value is null. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public int scatteredLevels() {
    java.util.Arrays.fill(bits, 0);
    return new RunLengthReader(levels, 1).readBits(bits, 0, ROWS);
  }
}
