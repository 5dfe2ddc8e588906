package dev.lakehouse.parquet.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ColumnBuilder;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.ListColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.MapColumn;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.io.MemoryBudget;
import dev.lakehouse.parquet.Compression;
import dev.lakehouse.parquet.FieldNaming;
import dev.lakehouse.parquet.encode.WriteBuffers;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.FieldMetadata;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.values.bloomfilter.BloomFilter;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParquetWriterTest {
  private static final StructType ONE_LONG =
      StructType.of(StructField.optional("n", DataType.LONG));
  private static final StructType ONE_TEXT =
      StructType.of(StructField.optional("s", DataType.STRING));

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("file.parquet");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void anyRowsOfAnySchemaAreReadBackByParquetJava(long seed) {
    RandomTables tables = new RandomTables(seed);
    StructType schema = tables.schema(8, 3);
    List<List<@Nullable Object>> rows = tables.rows(schema, 1000);
    write(schema, rows, 700, WriteOptions.builder().pageRows(500).build());
    assertRows(schema, rows);
  }

  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23, 24})
  void smallPagesDictionariesAndRowGroupsChangeNothing(long seed) {
    RandomTables tables = new RandomTables(seed);
    StructType schema = tables.schema(6, 2);
    List<List<@Nullable Object>> rows = tables.rows(schema, 1000);
    Random random = new Random(seed);
    WriteOptions options =
        WriteOptions.builder()
            .pageRows(1 + random.nextInt(300))
            .pageBytes(1 + random.nextInt(2000))
            .dictionaryBytes(1 + random.nextInt(5000))
            .rowGroupBytes(10_000)
            .build();
    write(schema, rows, 1 + random.nextInt(1000), options);
    assertTrue(footer().getBlocks().size() > 1, "more than one row group");
    assertRows(schema, rows);
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void everyCodecIsReadBack(Compression compression) {
    RandomTables tables = new RandomTables(99);
    StructType schema = tables.schema(6, 1);
    List<List<@Nullable Object>> rows = tables.rows(schema, 2000);
    write(schema, rows, 2000, WriteOptions.builder().compression(compression).build());
    assertRows(schema, rows);
    for (ColumnChunkMetaData chunk : footer().getBlocks().get(0).getColumns()) {
      assertEquals(compression.parquetName(), chunk.getCodec());
    }
  }

  @Test
  void aHigherLevelMakesASmallerFile() {
    List<List<@Nullable Object>> rows = rows(20_000, i -> "row " + i * 7919 % 10007 + " of many");
    WriteOptions.Builder options = WriteOptions.builder().dictionary(false);
    long fast = write(ONE_TEXT, rows, 5000, options.level(1).build()).bytes();
    long small = write(ONE_TEXT, rows, 5000, options.level(15).build()).bytes();
    assertTrue(small < fast, small + " < " + fast);
    assertRows(ONE_TEXT, rows);
  }

  @Test
  void aFileWithoutRowsHasASchemaAndNoRowGroup() throws IOException {
    WrittenFile written = write(ONE_LONG, List.of(), 1, WriteOptions.defaults());
    assertEquals(0, written.rowCount());
    assertEquals(Files.size(file), written.bytes());
    assertEquals(0, footer().getBlocks().size());
    assertRows(ONE_LONG, List.of());
  }

  @Test
  void theFooterNamesThisLibraryAndTheGivenKeysAndNothingElse() throws IOException {
    WriteOptions options = WriteOptions.builder().keyValues(Map.of("who", "we")).build();
    WrittenFile written = write(ONE_LONG, rows(3, i -> (long) i), 3, options);
    assertTrue(
        footer().getFileMetaData().getCreatedBy().startsWith("lakehouse version "),
        footer().getFileMetaData().getCreatedBy());
    assertEquals(Map.of("who", "we"), footer().getFileMetaData().getKeyValueMetaData());
    assertEquals(Files.size(file), written.bytes());
    assertEquals(3, written.rowCount());
  }

  @Test
  void mappedFieldsStandUnderPhysicalNamesWithIds() {
    FieldMetadata mapping =
        FieldMetadata.EMPTY.with(FieldNaming.ID, 7).with(FieldNaming.PHYSICAL_NAME, "col-7");
    StructType schema =
        StructType.of(StructField.optional("n", DataType.LONG).withMetadata(mapping));
    write(schema, rows(3, i -> (long) i), 3, options().naming(FieldNaming.MAPPED).build());
    assertEquals(
        Types.optional(PrimitiveTypeName.INT64).id(7).named("col-7"),
        footer().getFileMetaData().getSchema().getType("col-7"));
  }

  @Test
  void voidIsNotStoredAndCountsAsNull() {
    StructType inner =
        StructType.of(
            StructField.optional("v", DataType.VOID), StructField.optional("n", DataType.INT));
    StructType schema =
        StructType.of(StructField.optional("v", DataType.VOID), StructField.optional("s", inner));
    List<List<@Nullable Object>> rows = new ArrayList<>();
    rows.add(Arrays.asList(null, Arrays.asList(null, 1)));
    rows.add(Arrays.asList(null, null));
    ColumnPath nested = ColumnPath.of("s", "v");
    WrittenFile written =
        write(
            schema,
            rows,
            2,
            WriteOptions.builder().statistics(Set.of(ColumnPath.of("v"), nested)).build());
    assertEquals(1, footer().getFileMetaData().getSchema().getColumns().size());
    assertEquals(2, written.statistics().column(ColumnPath.of("v")).orElseThrow().nullCount());
    assertEquals(2, written.statistics().column(nested).orElseThrow().nullCount());
    assertRows(schema, rows);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void codesOfDictionariesAreWrittenAsTheirValues(boolean dictionary) {
    Random random = new Random(5);
    List<List<@Nullable Object>> rows = new ArrayList<>();
    try (ParquetWriter writer = create(ONE_TEXT, options().dictionary(dictionary).build())) {
      for (int b = 0; b < 10; b++) {
        List<String> words =
            IntStream.range(0, 50).mapToObj(i -> "word " + random.nextInt(80)).toList();
        BytesColumn values = (BytesColumn) ColumnBuilder.column(DataType.STRING, words);
        for (int repeat = 0; repeat < 3; repeat++) {
          List<@Nullable Object> codes = new ArrayList<>();
          random.ints(300, 0, 60).forEach(i -> codes.add(i < 50 ? i : null));
          int[] ids = codes.stream().mapToInt(c -> c == null ? 0 : (Integer) c).toArray();
          Column column =
              new DictionaryColumn(
                  ids, values, ColumnBuilder.column(DataType.INT, codes).validity(), ids.length);
          writer.write(new Batch(ONE_TEXT, List.of(column), ids.length));
          for (int i = 0; i < ids.length; i++) {
            rows.add(Arrays.asList(Values.get(column, i)));
          }
        }
      }
      writer.finish();
    }
    assertRows(ONE_TEXT, rows);
  }

  @Test
  void slicesOfColumnsAreWrittenFromTheirFirstValue() {
    RandomTables tables = new RandomTables(31);
    StructType schema = tables.schema(10, 3);
    List<List<@Nullable Object>> rows = tables.rows(schema, 400);
    Batch batch = RandomTables.batch(schema, rows);
    try (ParquetWriter writer = create(schema, WriteOptions.defaults())) {
      writer.write(batch.slice(100, 37));
      writer.write(batch.slice(300, 100));
      writer.finish();
    }
    List<List<@Nullable Object>> expected = new ArrayList<>(rows.subList(100, 137));
    expected.addAll(rows.subList(300, 400));
    assertRows(schema, expected);
  }

  /** PARQUET-3637: the fallback of one row group must not leak into the next. */
  @Test
  void everyRowGroupBeginsWithADictionaryAgain() {
    Random random = new Random(1);
    List<List<@Nullable Object>> rows =
        rows(60_000, i -> i % 20_000 < 5000 ? (long) (i % 3) : random.nextLong());
    WriteOptions options = WriteOptions.builder().pageRows(5000).dictionaryBytes(30_000).build();
    try (ParquetWriter writer = create(ONE_LONG, options)) {
      for (int group = 0; group < 3; group++) {
        writer.write(
            RandomTables.batch(ONE_LONG, rows.subList(group * 20_000, group * 20_000 + 20_000)));
        writer.endRowGroup();
      }
      writer.finish();
    }
    assertEquals(3, footer().getBlocks().size());
    for (BlockMetaData block : footer().getBlocks()) {
      Set<Encoding> encodings = block.getColumns().get(0).getEncodings();
      assertTrue(encodings.contains(Encoding.RLE_DICTIONARY), encodings::toString);
      assertTrue(encodings.contains(Encoding.PLAIN), encodings::toString);
    }
    assertRows(ONE_LONG, rows);
  }

  @Test
  void aColumnWithoutRepeatsHasNoDictionary() {
    write(ONE_LONG, rows(10_000, i -> i * 1_000_003L), 5000, WriteOptions.defaults());
    assertFalse(footer().getBlocks().get(0).getColumns().get(0).hasDictionaryPage());
    assertRows(ONE_LONG, rows(10_000, i -> i * 1_000_003L));
  }

  @Test
  void valuesLargerThanAPageHaveAPageOfTheirOwn() {
    IntFunction<Object> value = i -> (i % 3 == 0 ? "x" : "y" + i).repeat(i % 4 == 1 ? 300_000 : 5);
    List<List<@Nullable Object>> rows = rows(40, value);
    write(ONE_TEXT, rows, 16, WriteOptions.defaults());
    assertRows(ONE_TEXT, rows);
  }

  @Test
  void fewLargeValuesThatRepeatDoNotMakeAHugePageWhenTheDictionaryFills() {
    List<String> large = IntStream.range(0, 4).mapToObj(i -> ("" + i).repeat(400_000)).toList();
    List<List<@Nullable Object>> rows = rows(60, i -> large.get(i < 50 ? i % 2 : i % 4));
    write(ONE_TEXT, rows, 10, WriteOptions.defaults());
    assertRows(ONE_TEXT, rows);
    ColumnChunkMetaData chunk = footer().getBlocks().get(0).getColumns().get(0);
    assertTrue(chunk.getTotalUncompressedSize() < 8_000_000, chunk::toString);
  }

  @Test
  void pagesOfAllColumnsEndAtTheSameRows() throws IOException {
    RandomTables tables = new RandomTables(77);
    StructType schema = tables.schema(8, 2);
    write(schema, tables.rows(schema, 2500), 333, options().pageRows(1000).build());
    try (ParquetFileReader reader = ParquetJava.open(file, FilterCompat.NOOP)) {
      for (ColumnChunkMetaData chunk : reader.getFooter().getBlocks().get(0).getColumns()) {
        OffsetIndex index = reader.readOffsetIndex(chunk);
        assertEquals(3, index.getPageCount(), chunk::toString);
        assertEquals(1000, index.getFirstRowIndex(1));
        assertEquals(2000, index.getFirstRowIndex(2));
      }
    }
  }

  @Test
  void memoryThatTheBudgetRefusesEndsTheRowGroup() {
    MemoryBudget budget = new MemoryBudget(4 << 20);
    Random random = new Random(3);
    List<List<@Nullable Object>> rows = rows(300_000, i -> random.nextLong());
    try (MemoryBudget.Reservation reservation = budget.acquire("test", 1024);
        MemoryBudget.Reservation other = budget.acquire("other", 1 << 20)) {
      write(ONE_LONG, rows, 8192, options().reservation(reservation).build());
      assertEquals(1024, reservation.bytes());
      assertEquals(1 << 20, other.bytes());
    }
    assertEquals(0, budget.used());
    int groups = footer().getBlocks().size();
    assertTrue(groups >= 2 && groups < 10, groups + " row groups");
    assertRows(ONE_LONG, rows);
  }

  @Test
  void buffersOfOneFileServeTheNext() {
    RandomTables tables = new RandomTables(41);
    StructType schema = tables.schema(6, 2);
    try (WriteBuffers buffers = new WriteBuffers()) {
      for (int i = 0; i < 4; i++) {
        List<List<@Nullable Object>> rows = tables.rows(schema, 500);
        write(schema, rows, 100, options().buffers(buffers).build());
        assertRows(schema, rows);
        assertTrue(buffers.idleBytes() > 0);
      }
    }
  }

  @Test
  void bloomFiltersSayYesToEveryValueAndAreAsLargeAsNeeded() throws IOException {
    StructType schema =
        StructType.of(
            StructField.optional("few", DataType.STRING),
            StructField.optional("many", DataType.LONG),
            StructField.optional("none", DataType.INT));
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      rows.add(Arrays.asList("v" + i % 10, i * 31L, i));
    }
    write(
        schema,
        rows,
        5000,
        options().bloomFilters(Set.of(ColumnPath.of("few"), ColumnPath.of("many"))).build());
    try (ParquetFileReader reader = ParquetJava.open(file, FilterCompat.NOOP)) {
      List<ColumnChunkMetaData> chunks = reader.getFooter().getBlocks().get(0).getColumns();
      BloomFilter few = reader.readBloomFilter(chunks.get(0));
      BloomFilter many = reader.readBloomFilter(chunks.get(1));
      assertNotNull(few);
      assertNotNull(many);
      assertEquals(null, reader.readBloomFilter(chunks.get(2)));
      assertEquals(32, few.getBitsetSize());
      assertEquals(32 << 10, many.getBitsetSize());
      int wrong = 0;
      for (int i = 0; i < 20_000; i++) {
        assertTrue(many.findHash(many.hash(i * 31L)));
        wrong += many.findHash(many.hash(i * 31L + 1)) ? 1 : 0;
      }
      assertTrue(wrong < 400, wrong + " of 20000 wrong");
      for (int i = 0; i < 10; i++) {
        var value = Binary.fromString("v" + i);
        assertTrue(few.findHash(few.hash(value)));
      }
    }
  }

  @Test
  void aWriterThatIsNotFinishedLeavesNoFile() {
    try (ParquetWriter writer = create(ONE_LONG, WriteOptions.defaults())) {
      writer.write(RandomTables.batch(ONE_LONG, rows(10, i -> (long) i)));
    }
    assertFalse(Files.exists(file));
  }

  @Test
  void nothingCanBeWrittenAfterTheEnd() {
    ParquetWriter writer = create(ONE_LONG, WriteOptions.defaults());
    writer.finish();
    Batch batch = RandomTables.batch(ONE_LONG, rows(1, i -> 1L));
    assertThrows(IllegalStateException.class, () -> writer.write(batch));
    assertThrows(IllegalStateException.class, writer::finish);
  }

  @Test
  void aWriterThatFailedDropsItsFile() {
    ParquetWriter writer = create(ONE_TEXT, WriteOptions.defaults());
    writer.write(RandomTables.batch(ONE_TEXT, rows(10, i -> "x")));
    Batch wrong = RandomTables.batch(ONE_LONG, rows(1, i -> 1L));
    assertThrows(IllegalArgumentException.class, () -> writer.write(wrong));
    assertFalse(Files.exists(file));
    assertThrows(IllegalStateException.class, writer::finish);
  }

  @Test
  void aBatchWithAnotherNumberOfColumnsIsRefusedAndHarmsNothing() {
    ParquetWriter writer = create(ONE_LONG, WriteOptions.defaults());
    Batch empty = new Batch(new StructType(List.of()), List.of(), 0);
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> writer.write(empty));
    assertEquals(
        "A batch of 0 columns cannot be written to a file with the 1 columns [n]", e.getMessage());
    writer.write(RandomTables.batch(ONE_LONG, rows(1, i -> 1L)));
    assertEquals(1, writer.finish().rowCount());
  }

  @Test
  void aSchemaOfVoidOnlyIsRefused() {
    StructType nothing = StructType.of(StructField.optional("v", DataType.VOID));
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> create(nothing, WriteOptions.defaults()));
    assertEquals(
        "A Parquet file needs a column that is not void: struct<v:void> has none", e.getMessage());
    assertFalse(Files.exists(file));
  }

  @Test
  void codecsHaveTheNamesOfTheTableProperty() {
    assertEquals(Compression.ZSTD, Compression.named("ZSTD").orElseThrow());
    assertEquals(Compression.NONE, Compression.named("uncompressed").orElseThrow());
    assertEquals(Compression.LZ4_RAW, Compression.named("lz4_raw").orElseThrow());
    assertTrue(Compression.named("brotli").isEmpty());
  }

  @Test
  void aNullKeyOfAMapIsRefused() {
    MapType type = DataType.map(DataType.LONG, DataType.LONG);
    StructType schema = StructType.of(StructField.optional("m", type));
    Column keys = ColumnBuilder.column(DataType.LONG, Arrays.asList(1L, null));
    Column map = new MapColumn(type, new int[] {0, 2}, keys, keys, null, 1);
    try (ParquetWriter writer = create(schema, WriteOptions.defaults())) {
      Batch batch = new Batch(schema, List.of(map), 1);
      SchemaMismatchException e =
          assertThrows(SchemaMismatchException.class, () -> writer.write(batch));
      assertEquals("A map has a null key in 'm.key'; keys must not be null", e.getMessage());
    }
  }

  @Test
  void aColumnOfTheWrongLayoutIsNamed() {
    Column longs = new LongColumn(DataType.LONG, new long[1], null, 1);
    try (ParquetWriter writer = create(ONE_TEXT, WriteOptions.defaults())) {
      Batch batch = new Batch(ONE_TEXT, List.of(longs), 1);
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> writer.write(batch));
      assertEquals("Column 's' of the batch has the wrong layout for type string", e.getMessage());
    }
  }

  /** A page holds whole rows and is compressed in one array. The megabyte stands here once. */
  @Test
  void aRowOfMoreThanAGigabyteInOneColumnIsRefusedNamingIt() {
    StructType schema =
        StructType.of(StructField.optional("texts", DataType.array(DataType.STRING)));
    BytesColumn megabyte =
        (BytesColumn) ColumnBuilder.column(DataType.STRING, List.of("x".repeat(1 << 20)));
    Column many =
        new ListColumn(
            DataType.array(DataType.STRING),
            new int[] {0, 1025},
            new DictionaryColumn(new int[1025], megabyte, null, 1025),
            null,
            1);
    try (ParquetWriter writer = create(schema, WriteOptions.defaults())) {
      Batch batch = new Batch(schema, List.of(many), 1);
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> writer.write(batch));
      assertTrue(e.getMessage().contains("'texts.list.element'"), e.getMessage());
      assertTrue(e.getMessage().contains("a page holds at most 1073741824"), e.getMessage());
    }
  }

  private ParquetWriter create(StructType schema, WriteOptions options) {
    return ParquetWriter.create(new PathFile(file), schema, options);
  }

  private WrittenFile write(
      StructType schema, List<List<@Nullable Object>> rows, int batchRows, WriteOptions options) {
    return RandomTables.write(file, schema, rows, batchRows, options);
  }

  private static WriteOptions.Builder options() {
    return WriteOptions.builder();
  }

  private ParquetMetadata footer() {
    return ParquetJava.footer(file);
  }

  private void assertRows(StructType schema, List<List<@Nullable Object>> expected) {
    RandomTables.assertRows(expected, ParquetJava.rows(file, schema), schema);
  }

  private static List<List<@Nullable Object>> rows(int count, IntFunction<Object> value) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(Arrays.asList(value.apply(i)));
    }
    return rows;
  }
}
