package dev.lakehouse.parquet.write;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Decimal128Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.ListColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.OutputFile;
import dev.lakehouse.parquet.Compression;
import dev.lakehouse.parquet.encode.WriteBuffers;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What writing a value of each kind costs, in nanoseconds of this thread's CPU time; arguments: the
 * codec ({@code NONE} by default), a part of the kinds' names. Runs alone, by its {@code main}.
 */
final class WriterBenchmark {
  private static final int ROWS = 4096;
  private static final int BATCHES = 256;
  private static final int REPEATS = 20;

  private final Random random = new Random(1);

  private WriterBenchmark() {}

  public static void main(String[] arguments) {
    Compression codec = Compression.valueOf(arguments.length > 0 ? arguments[0] : "NONE");
    String part = arguments.length > 1 ? arguments[1] : "";
    new WriterBenchmark()
        .kinds()
        .forEach(
            (name, batch) -> {
              if (name.contains(part)) {
                System.out.printf(
                    Locale.ROOT, "%-28s %6.2f ns%n", name, measure(many(batch), codec));
              }
            });
  }

  /** The best of some runs after the JIT is done. */
  private static double measure(List<Column> batches, Compression codec) {
    StructType schema = StructType.of(StructField.optional("c", batches.get(0).type()));
    long best = Long.MAX_VALUE;
    try (WriteBuffers buffers = new WriteBuffers()) {
      WriteOptions options =
          WriteOptions.builder()
              .compression(codec)
              .buffers(buffers)
              .statistics(Set.of(ColumnPath.of("c")))
              .build();
      for (int repeat = 0; repeat < REPEATS; repeat++) {
        long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        try (ParquetWriter writer = ParquetWriter.create(new Nowhere(), schema, options)) {
          for (Column column : batches) {
            writer.write(new Batch(schema, List.of(column), column.size()));
          }
          writer.finish();
        }
        best =
            Math.min(best, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start);
      }
    }
    return (double) best / (ROWS * BATCHES);
  }

  private Map<String, Supplier<Column>> kinds() {
    Map<String, Supplier<Column>> kinds = new TreeMap<>();
    kinds.put("long, all different", () -> longs(Long.MAX_VALUE, null));
    kinds.put("long, 100 different", () -> longs(100, null));
    kinds.put("long, 100, 1 of 7 null", () -> longs(100, scattered()));
    kinds.put("long, different, 1 of 7 null", () -> longs(Long.MAX_VALUE, scattered()));
    kinds.put("int, 5000 different", () -> ints(5000));
    kinds.put("double, all different", this::doubles);
    kinds.put("boolean", this::booleans);
    kinds.put("decimal(38), different", this::decimals);
    kinds.put("text, 7 short", () -> texts(7, 6));
    kinds.put("text, 7 of 20 bytes", () -> texts(7, 20));
    kinds.put("text, different, 30 bytes", () -> texts(Integer.MAX_VALUE, 30));
    BytesColumn words = texts(50, 20);
    kinds.put("text, codes of 50", () -> codes(words));
    kinds.put("list of 3 longs, per row", this::lists);
    kinds.put("struct of 2 longs, per row", this::structs);
    return kinds;
  }

  private static List<Column> many(Supplier<Column> one) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < BATCHES; i++) {
      columns.add(one.get());
    }
    return columns;
  }

  private Validity scattered() {
    boolean[] valid = new boolean[ROWS];
    for (int i = 0; i < ROWS; i++) {
      valid[i] = random.nextInt(7) != 0;
    }
    return Objects.requireNonNull(Validity.ofBooleans(valid, ROWS));
  }

  private Column longs(long different, @Nullable Validity validity) {
    long[] values = new long[ROWS];
    for (int i = 0; i < ROWS; i++) {
      values[i] = different == Long.MAX_VALUE ? random.nextLong() : random.nextInt((int) different);
    }
    return new LongColumn(DataType.LONG, values, validity, ROWS);
  }

  private Column ints(int different) {
    return new IntColumn(DataType.INT, random.ints(ROWS, 0, different).toArray(), null, ROWS);
  }

  private Column doubles() {
    return new DoubleColumn(DataType.DOUBLE, random.doubles(ROWS).toArray(), null, ROWS);
  }

  private Column booleans() {
    boolean[] values = new boolean[ROWS];
    for (int i = 0; i < ROWS; i++) {
      values[i] = random.nextBoolean();
    }
    return new BooleanColumn(DataType.BOOLEAN, values, null, ROWS);
  }

  private Column decimals() {
    long[] high = random.longs(ROWS, -1L << 60, 1L << 60).toArray();
    return new Decimal128Column(
        DataType.decimal(38, 2), high, random.longs(ROWS).toArray(), null, ROWS);
  }

  private BytesColumn texts(int different, int length) {
    int[] offsets = new int[ROWS + 1];
    byte[] data = new byte[ROWS * length];
    for (int i = 0; i < ROWS; i++) {
      Arrays.fill(data, i * length, (i + 1) * length, (byte) ' ');
      byte[] bytes = Integer.toHexString(random.nextInt(different)).getBytes(US_ASCII);
      int shown = Math.min(length, bytes.length);
      System.arraycopy(bytes, 0, data, (i + 1) * length - shown, shown);
      offsets[i + 1] = (i + 1) * length;
    }
    return new BytesColumn(DataType.STRING, offsets, data, null, ROWS);
  }

  private Column codes(BytesColumn of) {
    return new DictionaryColumn(random.ints(ROWS, 0, 50).toArray(), of, null, ROWS);
  }

  private Column lists() {
    int[] offsets = new int[ROWS + 1];
    Validity validity = scattered();
    for (int i = 0; i < ROWS; i++) {
      offsets[i + 1] = offsets[i] + (validity.isValid(i) ? random.nextInt(7) : 0);
    }
    int count = offsets[ROWS];
    long[] values = random.longs(count, 0, 1000).toArray();
    return new ListColumn(
        DataType.array(DataType.LONG),
        offsets,
        new LongColumn(DataType.LONG, values, null, count),
        validity,
        ROWS);
  }

  private Column structs() {
    StructType type =
        StructType.of(
            StructField.optional("a", DataType.LONG), StructField.optional("b", DataType.LONG));
    Validity validity = scattered();
    return new StructColumn(
        type, List.of(longs(100, validity), longs(100, validity)), validity, ROWS);
  }

  /** A file that forgets. */
  private static final class Nowhere implements OutputFile {
    private long position;

    @Override
    public Location location() {
      return Location.parse("memory://benchmark/file");
    }

    @Override
    public void write(byte[] source, int offset, int length) {
      position += length;
    }

    @Override
    public long position() {
      return position;
    }

    @Override
    public void abort() {}

    @Override
    public void close() {}
  }
}
