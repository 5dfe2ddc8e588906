package dev.lakehouse.parquet.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ColumnBuilder;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.expr.Literal;
import dev.lakehouse.expr.eval.Filter;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.MemoryBudget;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.io.local.LocalFileIOFactory;
import dev.lakehouse.io.memory.MemoryFileIO;
import dev.lakehouse.parquet.write.ParquetWriter;
import dev.lakehouse.parquet.write.WriteOptions;
import dev.lakehouse.testing.CanonicalRows;
import dev.lakehouse.testing.Shared;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A filtered read gives exactly the rows that a filter over all rows gives. */
class PruningTest {
  private static final ExpressionContext CONTEXT = ExpressionContext.utc(Instant.EPOCH);
  private static final ReadOptions OPTIONS = ReadOptions.of(new MemoryBudget(64 << 20));
  private static final int ROWS = 3000;

  private static final StructType SCHEMA =
      StructType.of(
          StructField.optional("l", DataType.LONG),
          StructField.optional("i", DataType.INT),
          StructField.optional("s", DataType.STRING),
          StructField.optional("d", DataType.DOUBLE),
          StructField.optional("f", DataType.FLOAT),
          StructField.optional("d9", DataType.decimal(9, 2)),
          StructField.optional("d38", DataType.decimal(38, 4)),
          StructField.optional("day", DataType.DATE),
          StructField.optional("ts", DataType.TIMESTAMP),
          StructField.optional("ntz", DataType.TIMESTAMP_NTZ),
          StructField.optional("b", DataType.BOOLEAN),
          StructField.optional("bin", DataType.BINARY),
          StructField.optional(
              "st",
              DataType.struct(
                  StructField.optional("x", DataType.INT),
                  StructField.optional("y", DataType.STRING))),
          StructField.optional("list", DataType.array(DataType.INT)));

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void ourFilesGiveWhatAFilterOverAllRowsGives(long seed) {
    Random random = new Random(seed);
    List<Batch> batches = table(random);
    InputFile file = write(batches, random);
    List<Batch> all = read(file, ReadRequest.of(SCHEMA).rowIndex("#"));
    for (int i = 0; i < 25; i++) {
      assertSameRows(file, SCHEMA, all, predicate(random, batches.get(0), 2));
    }
  }

  @Test
  void foreignFilesGiveWhatAFilterOverAllRowsGives() throws IOException {
    List<Path> files;
    try (Stream<Path> listing = Files.list(Shared.folder("parquet").resolve("files"))) {
      files = listing.sorted().filter(file -> file.toString().endsWith(".parquet")).toList();
    }
    FileIO disk = new LocalFileIOFactory().create(StorageOptions.DEFAULT);
    Random random = new Random(1);
    int compared = 0;
    for (Path path : files) {
      if (path.toString().contains("corrupt")) {
        continue; // Its statistics are of the values before the damage.
      }
      InputFile file = disk.open(Location.of(path));
      for (StructField column : columnsOf(file)) {
        compared += compareForeign(file, StructType.of(column), random);
      }
    }
    assertTrue(compared > 500, compared + " comparisons");
  }

  private static List<StructField> columnsOf(InputFile file) {
    try {
      return ParquetFile.open(file, OPTIONS).schema().fields();
    } catch (RuntimeException e) {
      return List.of();
    }
  }

  private static int compareForeign(InputFile file, StructType schema, Random random) {
    DataType type = schema.field(0).type();
    List<Batch> all;
    try {
      all = read(file, ReadRequest.of(schema).rowIndex("#"));
    } catch (RuntimeException e) {
      return 0;
    }
    if (all.isEmpty() || DataType.isNested(type) || type == DataType.VARIANT) {
      return 0;
    }
    Batch sample = new Batch(schema, all.get(0).columns().subList(0, 1), all.get(0).rowCount());
    for (int i = 0; i < 4; i++) {
      assertSameRows(file, schema, all, predicate(random, sample, 1));
    }
    return 4;
  }

  @Test
  void aPointLookUpReadsOnlyThePagesOfItsRow() {
    InputFile file = write(table(new Random(7)), new Random(8));
    CountingFile counting = new CountingFile(file);
    Expression predicate = Expressions.col("l").eq(1500L);
    List<Batch> found = read(counting, ReadRequest.of(SCHEMA).where(predicate, CONTEXT));
    assertTrue(found.stream().mapToInt(Batch::rowCount).sum() <= 12);
    assertTrue(
        counting.bytes < file.length() / 2,
        counting.bytes + " of " + file.length() + " bytes were read");
  }

  @Test
  void aValueThatTheBloomFilterLacksReadsNoRowGroup() {
    Random random = new Random(9);
    InputFile file = write(table(random), random);
    CountingFile counting = new CountingFile(file);
    Expression predicate = Expressions.col("s").eq("k0000150x");
    assertEquals(List.of(), read(counting, ReadRequest.of(SCHEMA).where(predicate, CONTEXT)));
    assertTrue(counting.bytes < 80_000, counting.bytes + " bytes were read");
  }

  private static void assertSameRows(
      InputFile file, StructType schema, List<Batch> all, Expression predicate) {
    Filter filter = Filter.bind(predicate, schema, CONTEXT);
    CanonicalRows expected = new CanonicalRows();
    for (Batch batch : all) {
      expected.add(batch.select(filter.select(batch)));
    }
    CanonicalRows actual = new CanonicalRows();
    long last = -1;
    ReadRequest request = ReadRequest.of(schema).where(predicate, CONTEXT).rowIndex("#");
    for (Batch batch : read(file, request)) {
      assertTrue(batch.rowCount() > 0);
      actual.add(batch);
      for (int i = 0; i < batch.rowCount(); i++) {
        long position = ((LongColumn) batch.column("#")).values()[i];
        assertTrue(position > last, predicate + " gives rows out of order");
        last = position;
      }
    }
    assertEquals(expected.sorted(), actual.sorted(), () -> predicate + " over " + file.location());
  }

  private static List<Batch> read(InputFile file, ReadRequest request) {
    List<Batch> batches = new ArrayList<>();
    ParquetFile parquet = ParquetFile.open(file, OPTIONS);
    try (CloseableIterator<Batch> iterator = parquet.read(request)) {
      iterator.forEachRemaining(batches::add);
    }
    assertEquals(0, OPTIONS.memory().used());
    return batches;
  }

  private static InputFile write(List<Batch> batches, Random random) {
    MemoryFileIO files = new MemoryFileIO();
    Location location = new Location("memory", "", "/pruned.parquet");
    WriteOptions options =
        WriteOptions.builder()
            .pageRows(20 + random.nextInt(100))
            .rowGroupBytes(20_000 + random.nextInt(100_000))
            .bloomFilters(Set.of(ColumnPath.of("s"), ColumnPath.of("i"), ColumnPath.of("st", "x")))
            .build();
    try (ParquetWriter writer = ParquetWriter.create(files.create(location), SCHEMA, options)) {
      batches.forEach(writer::write);
      writer.finish();
    }
    return files.open(location);
  }

  /** Columns that mostly rise, so that pages differ, with nulls, NaNs and zeros of both signs. */
  private static List<Batch> table(Random random) {
    List<Batch> batches = new ArrayList<>();
    for (int from = 0; from < ROWS; from += 500) {
      List<ColumnBuilder> builders =
          SCHEMA.fields().stream().map(field -> ColumnBuilder.of(field.type())).toList();
      for (int row = from; row < from + 500; row++) {
        for (int c = 0; c < builders.size(); c++) {
          boolean isNull = random.nextInt(10) == 0 || (row / 300 + c) % 7 == 0;
          long key = row / 2 + random.nextInt(4);
          builders.get(c).append(isNull ? null : value(SCHEMA.field(c).type(), key, random));
        }
      }
      List<Column> columns = builders.stream().map(ColumnBuilder::build).toList();
      batches.add(new Batch(SCHEMA, columns, 500));
    }
    return batches;
  }

  private static Object value(DataType type, long key, Random random) {
    if (type == DataType.LONG) {
      return key;
    } else if (type == DataType.INT) {
      return (int) key - 700;
    } else if (type == DataType.STRING) {
      return String.format("k%07d%s", key, "é".repeat(random.nextInt(3)));
    } else if (type == DataType.DOUBLE) {
      return oddNumber(key, random);
    } else if (type == DataType.FLOAT) {
      return (float) oddNumber(key, random);
    } else if (type.equals(DataType.decimal(9, 2))) {
      return BigDecimal.valueOf(key - 800, 2);
    } else if (type.equals(DataType.decimal(38, 4))) {
      return new BigDecimal(BigInteger.TEN.pow(30).multiply(BigInteger.valueOf(key - 800)), 4);
    } else if (type == DataType.DATE) {
      return LocalDate.ofEpochDay(key - 800);
    } else if (type == DataType.TIMESTAMP) {
      return Instant.ofEpochSecond(key - 800, 1000);
    } else if (type == DataType.TIMESTAMP_NTZ) {
      return LocalDateTime.of(1970, 1, 1, 0, 0).plusSeconds(key);
    } else if (type == DataType.BOOLEAN) {
      return key % 600 < 300;
    } else if (type == DataType.BINARY) {
      return BigInteger.valueOf(key).toByteArray();
    } else if (type instanceof StructType) {
      return Arrays.asList(random.nextInt(5) == 0 ? null : (int) key, "y" + key);
    }
    return List.of((int) key, 7);
  }

  private static double oddNumber(long key, Random random) {
    return switch (random.nextInt(40)) {
      case 0 -> Double.NaN;
      case 1 -> -0.0;
      case 2 -> 0.0;
      default -> key - 500;
    };
  }

  private static Expression predicate(Random random, Batch sample, int depth) {
    if (depth > 0 && random.nextInt(3) == 0) {
      Expression left = predicate(random, sample, depth - 1);
      Expression right = predicate(random, sample, depth - 1);
      return switch (random.nextInt(3)) {
        case 0 -> left.and(right);
        case 1 -> left.or(right);
        default -> left.not();
      };
    }
    int index = random.nextInt(sample.columns().size());
    while (sample.schema().field(index).type() instanceof dev.lakehouse.types.ArrayType) {
      index = random.nextInt(sample.columns().size());
    }
    StructField field = sample.schema().field(index);
    int row = random.nextInt(sample.rowCount());
    if (field.type() instanceof StructType struct) {
      Object value = Values.get(sample.column(index), row);
      int child = random.nextInt(struct.size());
      Expression column = Expressions.col(ColumnPath.of(field.name(), struct.field(child).name()));
      return comparison(
          random,
          column,
          struct.field(child).type(),
          value == null ? null : ((List<?>) value).get(child));
    }
    Expression column = Expressions.col(ColumnPath.of(field.name()));
    return comparison(random, column, field.type(), Values.get(sample.column(index), row));
  }

  private static Expression comparison(
      Random random, Expression column, DataType type, @Nullable Object value) {
    Literal literal = new Literal(type, value);
    return switch (random.nextInt(11)) {
      case 0 -> column.isNull();
      case 1 -> column.isNotNull();
      case 2 -> column.lt(literal);
      case 3 -> column.le(literal);
      case 4 -> column.gt(literal);
      case 5 -> column.ge(literal);
      case 6 -> column.ne(literal);
      case 7 -> column.eqNullSafe(literal);
      case 8 -> column.in(List.of(literal, literal));
      default -> column.eq(literal);
    };
  }

  /** Counts the bytes read. */
  private static final class CountingFile implements InputFile {
    private final InputFile file;
    private long bytes;

    CountingFile(InputFile file) {
      this.file = file;
    }

    @Override
    public Location location() {
      return file.location();
    }

    @Override
    public long length() {
      return file.length();
    }

    @Override
    public void read(long position, byte[] target, int offset, int length) {
      bytes += length;
      file.read(position, target, offset, length);
    }

    @Override
    public List<java.util.concurrent.CompletableFuture<java.nio.ByteBuffer>> readRanges(
        List<dev.lakehouse.io.ByteRange> ranges,
        java.util.function.IntFunction<java.nio.ByteBuffer> allocator) {
      bytes += ranges.stream().mapToLong(dev.lakehouse.io.ByteRange::length).sum();
      return file.readRanges(ranges, allocator);
    }

    @Override
    public void close() {
      file.close();
    }
  }
}
