package dev.lakehouse.parquet.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.OperationCancelledException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.MemoryBudget;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.io.local.LocalFileIOFactory;
import dev.lakehouse.io.memory.MemoryFileIO;
import dev.lakehouse.parquet.FieldNaming;
import dev.lakehouse.parquet.write.ParquetWriter;
import dev.lakehouse.parquet.write.RandomTables;
import dev.lakehouse.parquet.write.WriteOptions;
import dev.lakehouse.testing.CanonicalRows;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.FieldMetadata;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetFileTest {
  private static final Location FILE = Location.parse("memory://test/file.parquet");
  private final MemoryFileIO files = new MemoryFileIO();
  private final MemoryBudget memory = new MemoryBudget(64 << 20);

  @TempDir private Path folder;

  @Test
  void columnsThatTheFileLacksAreNullAtEveryLevel() {
    write(
        StructType.of(
            StructField.optional("a", DataType.INT),
            StructField.optional("s", DataType.struct(StructField.optional("x", DataType.INT)))),
        row(1, List.of(2)),
        row(3, null));
    StructType wanted =
        StructType.of(
            StructField.optional("b", DataType.array(DataType.STRING)),
            StructField.optional(
                "s",
                DataType.struct(
                    StructField.optional("y", DataType.LONG),
                    StructField.optional("x", DataType.INT),
                    StructField.optional("z", DataType.struct()))),
            StructField.optional("a", DataType.INT));
    assertEquals(
        List.of(row(null, row(null, 2, null), 1), row(null, null, 3)),
        rows(ReadRequest.of(wanted)));
  }

  @Test
  void aStructOfWhichNoFieldIsInTheFileKeepsItsNulls() {
    write(
        StructType.of(
            StructField.optional("s", DataType.struct(StructField.optional("x", DataType.INT))),
            StructField.optional(
                "l", DataType.array(DataType.struct(StructField.optional("x", DataType.INT))))),
        row(List.of(2), List.of(List.of(1), List.of(2))),
        row(null, null),
        row(Arrays.asList((Object) null), List.of()));
    DataType other = DataType.struct(StructField.optional("new", DataType.DOUBLE));
    StructType wanted =
        StructType.of(
            StructField.optional("s", other), StructField.optional("l", DataType.array(other)));
    assertEquals(
        List.of(
            row(row((Object) null), List.of(row((Object) null), row((Object) null))),
            row(null, null),
            row(row((Object) null), List.of())),
        rows(ReadRequest.of(wanted)));
  }

  @Test
  void namesMatchInTheirOwnCaseFirstAndThenInAnyCase() {
    write(
        StructType.of(
            StructField.optional("ID", DataType.INT),
            StructField.optional("Name", DataType.STRING),
            StructField.optional("name", DataType.STRING)),
        row(1, "upper", "lower"));
    StructType wanted =
        StructType.of(
            StructField.optional("id", DataType.INT),
            StructField.optional("name", DataType.STRING),
            StructField.optional("NAME", DataType.STRING));
    assertEquals(List.of(row(1, "lower", "upper")), rows(ReadRequest.of(wanted)));
  }

  @Test
  void mappedColumnsAreFoundByPhysicalNameOrByIdNestedOnesToo() {
    StructType mapped =
        StructType.of(
            mapped("a", "p1", 1, DataType.INT),
            mapped("b", "a", 2, DataType.struct(mapped("c", "p3", 3, DataType.STRING))));
    WriteOptions options = WriteOptions.builder().naming(FieldNaming.MAPPED).build();
    write(mapped, options, row(1, List.of("x")));
    List<List<@Nullable Object>> expected = List.of(row(1, List.of("x")));
    ReadRequest request = ReadRequest.of(mapped);
    assertEquals(expected, rows(request.matching(FieldMatching.PHYSICAL_NAME)));
    assertEquals(expected, rows(request.matching(FieldMatching.ID)));
    StructType renamed =
        StructType.of(
            mapped("x", "other", 1, DataType.INT),
            mapped("y", "b", 2, DataType.struct(mapped("z", "c", 3, DataType.STRING))));
    assertEquals(expected, rows(ReadRequest.of(renamed).matching(FieldMatching.ID)));
  }

  @Test
  void aFileWithoutIdsIsRefusedWhereColumnsMatchById() {
    write(StructType.of(StructField.optional("a", DataType.INT)), row(1));
    StructType mapped = StructType.of(mapped("a", "a", 1, DataType.INT));
    CorruptTableException error =
        assertThrows(
            CorruptTableException.class,
            () -> rows(ReadRequest.of(mapped).matching(FieldMatching.ID)));
    assertTrue(error.getMessage().contains(FILE.toString()), error.getMessage());
  }

  private static StructField mapped(String name, String physical, int id, DataType type) {
    FieldMetadata metadata =
        FieldMetadata.EMPTY.with(FieldNaming.PHYSICAL_NAME, physical).with(FieldNaming.ID, id);
    return new StructField(name, type, true, metadata);
  }

  @Test
  void narrowerColumnsAreWidenedAsTheProtocolAllows() {
    write(
        StructType.of(
            StructField.optional("b", DataType.BYTE),
            StructField.optional("i", DataType.INT),
            StructField.optional("f", DataType.FLOAT),
            StructField.optional("d", DataType.DATE),
            StructField.optional("dec", DataType.decimal(5, 2)),
            StructField.optional("wide", DataType.decimal(20, 3)),
            StructField.optional("j", DataType.INT),
            StructField.optional("k", DataType.LONG),
            StructField.optional("l", DataType.array(DataType.SHORT))),
        row(
            (byte) -3,
            7,
            1.5f,
            LocalDate.of(2020, 1, 2),
            new BigDecimal("-1.25"),
            new BigDecimal("12345678901234567.125"),
            9,
            Long.MIN_VALUE,
            List.of((short) 5)));
    StructType wanted =
        StructType.of(
            StructField.optional("b", DataType.LONG),
            StructField.optional("i", DataType.DOUBLE),
            StructField.optional("f", DataType.DOUBLE),
            StructField.optional("d", DataType.TIMESTAMP_NTZ),
            StructField.optional("dec", DataType.decimal(10, 4)),
            StructField.optional("wide", DataType.decimal(30, 10)),
            StructField.optional("j", DataType.decimal(12, 2)),
            StructField.optional("k", DataType.decimal(38, 18)),
            StructField.optional("l", DataType.array(DataType.INT)));
    assertEquals(
        List.of(
            row(
                -3L,
                7.0,
                1.5,
                LocalDateTime.of(2020, 1, 2, 0, 0),
                new BigDecimal("-1.2500"),
                new BigDecimal("12345678901234567.1250000000"),
                new BigDecimal("9.00"),
                new BigDecimal(Long.MIN_VALUE).setScale(18),
                List.of(5))),
        rows(ReadRequest.of(wanted)));
  }

  @Test
  void aColumnOfAnotherTypeIsRefusedNamingFileColumnAndBothTypes() {
    write(
        StructType.of(
            StructField.optional("n", DataType.LONG),
            StructField.optional("t", DataType.STRING),
            StructField.optional("d", DataType.decimal(10, 4))),
        row(1L, "x", new BigDecimal("1.0000")));
    assertRefused("n", DataType.INT, "INT64");
    assertRefused("n", DataType.STRING, "INT64");
    assertRefused("t", DataType.LONG, "BYTE_ARRAY");
    assertRefused("t", DataType.array(DataType.STRING), "BYTE_ARRAY");
    assertRefused("d", DataType.decimal(10, 2), "INT64");
    assertRefused("d", DataType.decimal(12, 8), "INT64");
    assertRefused("n", DataType.VARIANT, "INT64");
  }

  private void assertRefused(String column, DataType type, String stored) {
    SchemaMismatchException error =
        assertThrows(
            SchemaMismatchException.class,
            () -> rows(ReadRequest.of(StructType.of(StructField.optional(column, type)))));
    String message = error.getMessage();
    assertTrue(message.contains("'" + column + "'"), message);
    assertTrue(message.contains(FILE.toString()), message);
    assertTrue(message.contains(stored), message);
    assertTrue(message.contains(type.toString()), message);
  }

  @Test
  void rowPositionsGoThroughAllRowGroups() {
    StructType schema = StructType.of(StructField.optional("n", DataType.LONG));
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (long i = 0; i < 20_000; i++) {
      rows.add(row(i * 3));
    }
    WriteOptions options = WriteOptions.builder().rowGroupBytes(10_000).build();
    try (ParquetWriter writer = ParquetWriter.create(files.create(FILE), schema, options)) {
      for (int from = 0; from < rows.size(); from += 1000) {
        writer.write(RandomTables.batch(schema, rows.subList(from, from + 1000)));
      }
      writer.finish();
    }
    try (ParquetFile file = open(ReadOptions.of(memory))) {
      assertTrue(file.rowGroupCount() > 1);
      assertEquals(20_000, file.rowCount());
    }
    long position = 0;
    for (List<@Nullable Object> row : rows(ReadRequest.of(schema).rowIndex("at"))) {
      assertEquals(row(position * 3, position), row);
      position++;
    }
    assertEquals(20_000, position);
    assertEquals(
        List.of(0L, 1L),
        rows(ReadRequest.of(new StructType(List.of())).rowIndex("at")).stream()
            .limit(2)
            .map(row -> row.get(0))
            .toList());
  }

  @Test
  void textsWithFewValuesStayInADictionary() {
    StructType schema = StructType.of(StructField.optional("s", DataType.STRING));
    write(schema, row("a"), row("b"), row((Object) null), row("a"));
    try (ParquetFile file = open(ReadOptions.of(memory));
        CloseableIterator<Batch> batches = file.read(ReadRequest.of(schema))) {
      DictionaryColumn column = (DictionaryColumn) batches.next().column(0);
      assertEquals(2, column.dictionary().size());
      assertNull(Values.get(column, 2));
      assertFalse(batches.hasNext());
    }
  }

  @Test
  void everyExecutorGivesTheSameRows() throws Exception {
    RandomTables tables = new RandomTables(3);
    StructType schema = tables.schema(8, 2);
    List<List<@Nullable Object>> rows = tables.rows(schema, 4000);
    WriteOptions options = WriteOptions.builder().pageRows(100).rowGroupBytes(200_000).build();
    try (ParquetWriter writer = ParquetWriter.create(files.create(FILE), schema, options)) {
      for (int from = 0; from < rows.size(); from += 500) {
        writer.write(RandomTables.batch(schema, rows.subList(from, from + 500)));
      }
      writer.finish();
    }
    String expected = new CanonicalRows().add(RandomTables.batch(schema, rows)).hash();
    ExecutorService one = Executors.newFixedThreadPool(1);
    ExecutorService four = Executors.newFixedThreadPool(4);
    try {
      Executor full =
          task -> {
            throw new RejectedExecutionException("full");
          };
      for (Executor executor : List.of(ReadOptions.CALLER, Runnable::run, one, four, full)) {
        assertEquals(expected, hash(schema, executor));
      }
      // The reader is itself the only task of its executor.
      Future<String> inside = one.submit(() -> hash(schema, one));
      assertEquals(expected, inside.get(60, TimeUnit.SECONDS));
    } finally {
      one.shutdownNow();
      four.shutdownNow();
    }
    assertEquals(0, memory.used());
  }

  private String hash(StructType schema, Executor executor) {
    CanonicalRows rows = new CanonicalRows();
    try (ParquetFile file = open(ReadOptions.of(memory).withExecutor(executor));
        CloseableIterator<Batch> batches = file.read(ReadRequest.of(schema))) {
      batches.forEachRemaining(rows::add);
    }
    return rows.hash();
  }

  @Test
  void closingEarlyGivesTheMemoryBack() {
    StructType schema = StructType.of(StructField.optional("n", DataType.LONG));
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (long i = 0; i < 50_000; i++) {
      rows.add(row(i * i));
    }
    write(schema, rows);
    ExecutorService pool = Executors.newFixedThreadPool(2);
    try (ParquetFile file = open(ReadOptions.of(memory).withExecutor(pool))) {
      CloseableIterator<Batch> batches = file.read(ReadRequest.of(schema));
      batches.next();
      assertTrue(memory.used() > 0);
      batches.close();
      assertEquals(0, memory.used());
      assertFalse(batches.hasNext());
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void anInterruptEndsTheRead() {
    StructType schema = StructType.of(StructField.optional("n", DataType.LONG));
    write(schema, row(1L));
    try (ParquetFile file = open(ReadOptions.of(memory));
        CloseableIterator<Batch> batches = file.read(ReadRequest.of(schema))) {
      Thread.currentThread().interrupt();
      assertThrows(OperationCancelledException.class, batches::hasNext);
      assertTrue(Thread.interrupted(), "the flag is kept");
    }
  }

  @Test
  void oldDatesAndTimestampsOfSparkTwoKeepTheirNames() {
    StructType schema =
        StructType.of(
            StructField.optional("d", DataType.DATE),
            StructField.optional("t", DataType.TIMESTAMP));
    WriteOptions options =
        WriteOptions.builder()
            .keyValues(
                Map.of(
                    "org.apache.spark.version", "3.2.0",
                    "org.apache.spark.legacyDateTime", "",
                    "org.apache.spark.timeZone", "UTC"))
            .build();
    // 1500-01-01 of the Julian calendar is the day that the Gregorian one calls 1500-01-10.
    write(
        schema,
        options,
        row(LocalDate.of(1500, 1, 10), Instant.parse("1500-01-10T12:00:00Z")),
        row(LocalDate.of(2020, 1, 1), Instant.parse("2020-01-01T12:00:00Z")));
    assertEquals(
        List.of(
            row(LocalDate.of(1500, 1, 1), Instant.parse("1500-01-01T12:00:00Z")),
            row(LocalDate.of(2020, 1, 1), Instant.parse("2020-01-01T12:00:00Z"))),
        rows(ReadRequest.of(schema)));
  }

  @Test
  void nanosecondsAreFlooredAndMillisecondsScaled() throws IOException {
    SchemaElement millis = PageFile.column(Type.INT64);
    millis.setConverted_type(ConvertedType.TIMESTAMP_MILLIS);
    Path file = folder.resolve("millis.parquet");
    try (PageFile pages = PageFile.of(file, millis)) {
      pages.page(Encoding.PLAIN, 1, new byte[] {-1, -1, -1, -1, -1, -1, -1, -1});
    }
    assertEquals(List.of(row(Instant.ofEpochMilli(-1))), rowsOnDisk(file, DataType.TIMESTAMP));
  }

  @Test
  void aTimeOfDayIsRefusedOnlyWhenItIsAskedFor() throws IOException {
    SchemaElement time = PageFile.column(Type.INT32);
    time.setConverted_type(ConvertedType.TIME_MILLIS);
    Path path = folder.resolve("time.parquet");
    try (PageFile pages = PageFile.of(path, time)) {
      pages.page(Encoding.PLAIN, 1, new byte[4]);
    }
    UnsupportedFeatureException error =
        assertThrows(UnsupportedFeatureException.class, () -> rowsOnDisk(path, DataType.INT));
    assertTrue(error.getMessage().contains("'c'"), error.getMessage());
    assertTrue(error.getMessage().contains("time.parquet"), error.getMessage());
    assertEquals(
        List.of(row((Object) null)),
        rowsOf(path, ReadRequest.of(StructType.of(StructField.optional("x", DataType.INT)))));
  }

  private List<List<@Nullable Object>> rowsOnDisk(Path path, DataType type) {
    return rowsOf(path, ReadRequest.of(StructType.of(StructField.optional("c", type))));
  }

  private List<List<@Nullable Object>> rowsOf(Path path, ReadRequest request) {
    var disk = new LocalFileIOFactory().create(StorageOptions.DEFAULT);
    try (ParquetFile file =
        ParquetFile.open(disk.open(Location.of(path)), ReadOptions.of(memory))) {
      return rows(file, request);
    }
  }

  private ParquetFile open(ReadOptions options) {
    return ParquetFile.open(files.open(FILE), options);
  }

  private List<List<@Nullable Object>> rows(ReadRequest request) {
    try (ParquetFile file = open(ReadOptions.of(memory))) {
      return rows(file, request);
    }
  }

  private static List<List<@Nullable Object>> rows(ParquetFile file, ReadRequest request) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    try (CloseableIterator<Batch> batches = file.read(request)) {
      while (batches.hasNext()) {
        Batch batch = batches.next();
        for (int i = 0; i < batch.rowCount(); i++) {
          int index = i;
          rows.add(
              new ArrayList<>(
                  batch.columns().stream().map(column -> Values.get(column, index)).toList()));
        }
      }
    }
    return rows;
  }

  @SafeVarargs
  private void write(StructType schema, List<@Nullable Object>... rows) {
    write(schema, WriteOptions.defaults(), rows);
  }

  @SafeVarargs
  private void write(StructType schema, WriteOptions options, List<@Nullable Object>... rows) {
    write(schema, options, List.of(rows));
  }

  private void write(StructType schema, List<List<@Nullable Object>> rows) {
    write(schema, WriteOptions.defaults(), rows);
  }

  private void write(StructType schema, WriteOptions options, List<List<@Nullable Object>> rows) {
    try (ParquetWriter writer = ParquetWriter.create(files.create(FILE), schema, options)) {
      writer.write(RandomTables.batch(schema, rows));
      writer.finish();
    }
  }

  private static List<@Nullable Object> row(@Nullable Object... values) {
    return Arrays.asList(values);
  }
}
