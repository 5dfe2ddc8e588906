package dev.lakehouse.parquet.write;

import static org.apache.parquet.filter2.predicate.FilterApi.binaryColumn;
import static org.apache.parquet.filter2.predicate.FilterApi.doubleColumn;
import static org.apache.parquet.filter2.predicate.FilterApi.eq;
import static org.apache.parquet.filter2.predicate.FilterApi.gtEq;
import static org.apache.parquet.filter2.predicate.FilterApi.longColumn;
import static org.apache.parquet.filter2.predicate.FilterApi.lt;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.apache.parquet.column.statistics.DoubleStatistics;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.column.columnindex.BoundaryOrder;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.io.api.Binary;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bounds of pages and chunks, as parquet-java reads and uses them. */
class PageIndexTest {
  private static final int PAGE = 100;

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("file.parquet");
  }

  @Test
  void aFilterOnASortedColumnReadsOnlyItsPagesOfAllColumns() {
    StructType schema =
        StructType.of(
            StructField.optional("n", DataType.LONG),
            StructField.optional("l", DataType.array(DataType.STRING)),
            StructField.optional("s", DataType.STRING));
    List<List<@Nullable Object>> rows = new ArrayList<>();
    Random random = new Random(1);
    for (int i = 0; i < 1000; i++) {
      List<String> list = random.ints(random.nextInt(3), 0, 9).mapToObj(n -> "e" + n).toList();
      rows.add(Arrays.asList((long) i, list, i % 7 == 0 ? null : "s" + i));
    }
    RandomTables.write(file, schema, rows, 333, WriteOptions.builder().pageRows(PAGE).build());
    List<List<@Nullable Object>> read =
        read(schema, FilterApi.and(gtEq(longColumn("n"), 350L), lt(longColumn("n"), 520L)));
    RandomTables.assertRows(rows.subList(300, 600), read, schema);
    RandomTables.assertRows(
        rows.subList(700, 800), read(schema, eq(longColumn("n"), 777L)), schema);
    RandomTables.assertRows(List.of(), read(schema, eq(longColumn("n"), 5000L)), schema);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void noPageThatHoldsTheTextIsLeftOut(boolean dictionary) {
    Random random = new Random(2);
    StructType schema = one(DataType.STRING);
    List<List<@Nullable Object>> rows = rows(1000, i -> i % 11 == 0 ? null : text(random));
    RandomTables.write(
        file,
        schema,
        rows,
        250,
        WriteOptions.builder().pageRows(PAGE).dictionary(dictionary).build());
    for (int i = 0; i < 1000; i += 13) {
      Object wanted = rows.get(i).get(0);
      if (wanted != null) {
        Binary value = Binary.fromString((String) wanted);
        List<List<@Nullable Object>> read = read(schema, eq(binaryColumn("c"), value));
        assertTrue(read.contains(rows.get(i)), "row " + i);
      }
    }
  }

  @Test
  void everyPageHasItsExactBoundsAndNulls() throws IOException {
    StructType schema = one(DataType.LONG);
    Random random = new Random(3);
    List<List<@Nullable Object>> rows =
        rows(1000, i -> i / PAGE == 4 || random.nextInt(9) == 0 ? null : random.nextLong());
    RandomTables.write(file, schema, rows, 1000, WriteOptions.builder().pageRows(PAGE).build());
    ColumnIndex index = columnIndex();
    assertNotNull(index);
    for (int page = 0; page < 10; page++) {
      List<Long> values = new ArrayList<>();
      rows.subList(page * PAGE, page * PAGE + PAGE)
          .forEach(
              row -> {
                if (row.get(0) != null) values.add((Long) row.get(0));
              });
      assertEquals(PAGE - values.size(), index.getNullCounts().get(page));
      assertEquals(values.isEmpty(), index.getNullPages().get(page));
      if (!values.isEmpty()) {
        assertEquals(
            values.stream().min(Long::compare).get(), longOf(index.getMinValues().get(page)));
        assertEquals(
            values.stream().max(Long::compare).get(), longOf(index.getMaxValues().get(page)));
      }
    }
    assertEquals(BoundaryOrder.UNORDERED, index.getBoundaryOrder());
  }

  @Test
  void aPageWithNaNLeavesTheChunkWithoutBoundsAndIndexButCounted() throws IOException {
    StructType schema = one(DataType.DOUBLE);
    List<List<@Nullable Object>> rows =
        rows(300, i -> i == 150 ? (Object) Double.NaN : i % 10 == 0 ? null : (Object) (double) i);
    RandomTables.write(file, schema, rows, 300, WriteOptions.builder().pageRows(PAGE).build());
    assertNull(columnIndex());
    Statistics<?> chunk = chunk().getStatistics();
    assertFalse(chunk.hasNonNullValue());
    assertEquals(30 - 1, chunk.getNumNulls());
    assertEquals(1, chunk.getNanCount());
    assertEquals(300, read(schema, gtEq(doubleColumn("c"), 1e9)).size());
  }

  @Test
  void withoutNaNTheChunkSaysSo() {
    RandomTables.write(
        file, one(DataType.DOUBLE), rows(10, i -> (double) i), 10, WriteOptions.defaults());
    assertTrue(chunk().getStatistics().isNanCountSet());
    assertEquals(0, chunk().getStatistics().getNanCount());
  }

  @Test
  void boundsOfZeroAreWidenedToBothZeros() throws IOException {
    RandomTables.write(file, one(DataType.DOUBLE), rows(10, i -> 0.0), 10, WriteOptions.defaults());
    DoubleStatistics chunk = (DoubleStatistics) chunk().getStatistics();
    assertEquals(0, Double.compare(-0.0, chunk.getMin()));
    assertEquals(0, Double.compare(0.0, chunk.getMax()));
    ColumnIndex index = columnIndex();
    assertNotNull(index);
    assertEquals(Long.MIN_VALUE, longOf(index.getMinValues().get(0)));
    assertEquals(0, longOf(index.getMaxValues().get(0)));
  }

  @Test
  void longTextsAreCutInBoundsThatStillBound() {
    RandomTables.write(
        file,
        one(DataType.STRING),
        rows(10, i -> ("é" + i).repeat(3000)),
        10,
        WriteOptions.defaults());
    Statistics<?> chunk = chunk().getStatistics();
    assertTrue(chunk.getMinBytes().length <= 64);
    assertTrue(chunk.getMaxBytes().length <= 66);
    assertTrue(
        Binary.fromConstantByteArray(chunk.getMaxBytes()).toStringUsingUTF8().startsWith("é9é9"));
    assertEquals(0, chunk.getNumNulls());
  }

  @Test
  void binaryThatCannotBeRaisedHasNoBoundsButIsNotTakenForNull() throws IOException {
    byte[] high = new byte[100];
    Arrays.fill(high, (byte) -1);
    StructType schema = one(DataType.BINARY);
    RandomTables.write(
        file, schema, rows(10, i -> high), 10, WriteOptions.builder().dictionary(false).build());
    assertNull(columnIndex());
    assertFalse(chunk().getStatistics().hasNonNullValue());
    assertEquals(
        10, read(schema, eq(binaryColumn("c"), Binary.fromConstantByteArray(high))).size());
  }

  private List<List<@Nullable Object>> read(StructType schema, FilterPredicate predicate) {
    return ParquetJava.pages(file, schema, FilterCompat.get(predicate));
  }

  private ColumnChunkMetaData chunk() {
    return ParquetJava.footer(file).getBlocks().get(0).getColumns().get(0);
  }

  private @Nullable ColumnIndex columnIndex() throws IOException {
    try (ParquetFileReader reader = ParquetJava.open(file, FilterCompat.NOOP)) {
      return reader.readColumnIndex(chunk());
    }
  }

  private static long longOf(ByteBuffer bytes) {
    return bytes.order(ByteOrder.LITTLE_ENDIAN).getLong(0);
  }

  private static String text(Random random) {
    return ("common prefix " + random.nextInt(40)).repeat(random.nextInt(9)) + random.nextInt(30);
  }

  private static StructType one(DataType type) {
    return StructType.of(StructField.optional("c", type));
  }

  private static List<List<@Nullable Object>> rows(int count, IntFunction<@Nullable Object> value) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(Arrays.asList(value.apply(i)));
    }
    return rows;
  }
}
