package dev.lakehouse.parquet.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.PrimitiveType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileStatisticsTest {
  private static final ColumnPath C = ColumnPath.of("c");

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void everyLeafIsBoundedAndCountedAsByBruteForce(long seed) {
    RandomTables tables = new RandomTables(seed);
    StructType schema = tables.schema(10, 2);
    List<List<@Nullable Object>> rows = tables.rows(schema, 800);
    Map<ColumnPath, List<@Nullable Object>> leaves = new LinkedHashMap<>();
    Map<ColumnPath, DataType> types = new LinkedHashMap<>();
    collect(schema, null, new ArrayList<>(rows), leaves, types);
    WriteOptions options = WriteOptions.builder().statistics(leaves.keySet()).pageRows(150).build();
    FileStatistics statistics = write(schema, rows, options);
    assertEquals(leaves.keySet(), statistics.columns().keySet());
    assertEquals(800, statistics.rowCount());
    leaves.forEach(
        (path, values) -> {
          LeafStatistics expected = expected(Objects.requireNonNull(types.get(path)), values);
          assertEquals(expected, statistics.column(path).orElseThrow(), path + " of " + schema);
        });
  }

  /** The values of each leaf, one a row, null under a null. */
  private static void collect(
      StructType struct,
      @Nullable ColumnPath parent,
      List<@Nullable List<@Nullable Object>> rows,
      Map<ColumnPath, List<@Nullable Object>> leaves,
      Map<ColumnPath, DataType> types) {
    for (int f = 0; f < struct.size(); f++) {
      StructField field = struct.field(f);
      ColumnPath path = parent == null ? ColumnPath.of(field.name()) : parent.child(field.name());
      List<@Nullable Object> values = new ArrayList<>();
      for (List<@Nullable Object> row : rows) {
        values.add(row == null ? null : row.get(f));
      }
      if (field.type() instanceof StructType inner) {
        List<@Nullable List<@Nullable Object>> structs = new ArrayList<>();
        values.forEach(value -> structs.add(asList(value)));
        collect(inner, path, structs, leaves, types);
      } else {
        leaves.put(path, values);
        types.put(path, field.type());
      }
    }
  }

  @SuppressWarnings("unchecked")
  private static @Nullable List<@Nullable Object> asList(@Nullable Object value) {
    return (List<@Nullable Object>) value;
  }

  private static LeafStatistics expected(DataType type, List<@Nullable Object> values) {
    List<Object> there = values.stream().filter(Objects::nonNull).map(v -> (Object) v).toList();
    long nulls = values.size() - there.size();
    Set<DataType> unbounded =
        Set.of(DataType.BOOLEAN, DataType.BINARY, DataType.VARIANT, DataType.VOID);
    boolean nan = there.stream().anyMatch(v -> ((Object) Double.NaN).equals(toDouble(v)));
    if (there.isEmpty() || DataType.isNested(type) || unbounded.contains(type) || nan) {
      return new LeafStatistics(nulls, null, null);
    }
    Comparator<Object> order = order(type);
    Object min = there.stream().min(order).orElseThrow();
    Object max = there.stream().max(order).orElseThrow();
    if (type == DataType.STRING) {
      return new LeafStatistics(nulls, cutMin((String) min), cutMax((String) max));
    }
    return new LeafStatistics(nulls, bound(min, -0.0), bound(max, 0.0));
  }

  private static @Nullable Object toDouble(Object value) {
    return value instanceof Float || value instanceof Double
        ? (Object) ((Number) value).doubleValue()
        : null;
  }

  private static @Nullable Object bound(Object value, double zero) {
    if (value instanceof Double d) {
      return d.isInfinite() ? null : (Object) (d == 0 ? zero : d);
    } else if (value instanceof Float f) {
      return f.isInfinite() ? null : (Object) (f == 0 ? (float) zero : f);
    }
    return value;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Comparator<Object> order(DataType type) {
    return type == DataType.STRING
        ? (a, b) ->
            Arrays.compareUnsigned(((String) a).getBytes(UTF_8), ((String) b).getBytes(UTF_8))
        : (a, b) -> ((Comparable) a).compareTo(b);
  }

  private static String cutMin(String text) {
    int points = text.codePointCount(0, text.length());
    return points <= 32 ? text : text.substring(0, text.offsetByCodePoints(0, 32));
  }

  /** The generator makes no text with the last code point, so that the tie-breaker is simple. */
  private static String cutMax(String text) {
    if (text.length() <= 32) {
      return text;
    }
    int cut = Character.isLowSurrogate(text.charAt(32)) ? 31 : 32;
    return text.substring(0, cut) + (text.charAt(cut) < 0x7f ? "\u007f" : "\udbff\udfff");
  }

  @Test
  void decimalsOfEveryPrecisionAreExact() {
    for (int precision = 1; precision <= DecimalType.MAX_PRECISION; precision++) {
      int scale = precision / 3;
      BigDecimal max =
          new BigDecimal(BigInteger.TEN.pow(precision).subtract(BigInteger.ONE), scale);
      BigDecimal minusOne = BigDecimal.valueOf(-1, scale);
      DecimalType type = DataType.decimal(precision, scale);
      assertEquals(
          new LeafStatistics(1, max.negate(), max),
          of(type, Arrays.asList(minusOne, max, null, max.negate())),
          "precision " + precision);
      assertEquals(new LeafStatistics(0, minusOne, minusOne), of(type, List.of(minusOne)));
    }
  }

  @Test
  void aNaNTakesBothBoundsAndZerosAreWidened() {
    assertEquals(nothing(0), of(DataType.DOUBLE, List.of(1.0, Double.NaN, 3.0)));
    assertEquals(nothing(0), of(DataType.DOUBLE, List.of(Double.NaN)));
    assertEquals(nothing(1), of(DataType.FLOAT, Arrays.asList(1f, Float.NaN, null)));
    assertEquals(new LeafStatistics(0, -0.0, 0.0), of(DataType.DOUBLE, List.of(0.0)));
    assertEquals(new LeafStatistics(0, -0.0, 0.0), of(DataType.DOUBLE, List.of(-0.0)));
    assertEquals(new LeafStatistics(0, -0.0f, 2f), of(DataType.FLOAT, List.of(2f, 0f)));
    assertEquals(new LeafStatistics(0, -2f, 0f), of(DataType.FLOAT, List.of(-2f, -0f)));
  }

  @Test
  void anInfiniteBoundIsLeftOut() {
    double infinity = Double.POSITIVE_INFINITY;
    assertEquals(new LeafStatistics(0, 1.0, null), of(DataType.DOUBLE, List.of(1.0, infinity)));
    assertEquals(new LeafStatistics(0, null, 1.0), of(DataType.DOUBLE, List.of(1.0, -infinity)));
    assertEquals(nothing(0), of(DataType.DOUBLE, List.of(infinity, -infinity)));
  }

  @Test
  void textsAreOrderedByTheirUtf8AndNotByUtf16() {
    String high = "\ud83d\ude00";
    String low = "\uffee";
    assertEquals(new LeafStatistics(0, low, high), of(DataType.STRING, List.of(high, low)));
  }

  @Test
  void oneTextThatCannotBeCutTakesTheBoundOfAll() {
    String long10ffff = "\udbff\udfff".repeat(100);
    LeafStatistics statistics = of(DataType.STRING, List.of("a", long10ffff));
    assertEquals("a", statistics.min());
    assertNull(statistics.max());
  }

  @Test
  void textThatIsNoUtf8HasNoBounds() {
    StructType schema = StructType.of(StructField.optional("c", DataType.STRING));
    byte[] bytes = {'a', (byte) 0xff, (byte) 0xfe};
    var column = new BytesColumn(DataType.STRING, new int[] {0, 3}, bytes, null, 1);
    Path file = folder.resolve("f.parquet");
    WriteOptions options = WriteOptions.builder().statistics(Set.of(C)).build();
    try (ParquetWriter writer = ParquetWriter.create(new PathFile(file), schema, options)) {
      writer.write(new Batch(schema, List.of(column), 1));
      assertEquals(nothing(0), writer.finish().statistics().column(C).orElseThrow());
    }
  }

  @Test
  void nullsOnlyHaveACountAndNoBounds() {
    for (PrimitiveType type : PrimitiveType.values()) {
      if (type != PrimitiveType.VOID) {
        assertEquals(nothing(2), of(type, Arrays.asList(null, null)), type.toString());
      }
    }
  }

  @Test
  void onlyTheLeavesThatWereAskedForAreThere() {
    StructType schema =
        StructType.of(
            StructField.optional("c", DataType.LONG), StructField.optional("d", DataType.LONG));
    List<List<@Nullable Object>> rows = new ArrayList<>();
    rows.add(Arrays.asList(1L, 2L));
    FileStatistics statistics =
        write(schema, rows, WriteOptions.builder().statistics(Set.of(C)).build());
    assertEquals(Map.of(C, new LeafStatistics(0, 1L, 1L)), statistics.columns());
  }

  @Test
  void aShorterPrefixCutsSooner() {
    StructType schema = StructType.of(StructField.optional("c", DataType.STRING));
    List<List<@Nullable Object>> rows = List.of(Arrays.asList("abcdef"));
    WriteOptions.Builder options = WriteOptions.builder().statistics(new HashSet<>(Set.of(C)));
    assertEquals(
        new LeafStatistics(0, "ab", "ab\u007f"),
        write(schema, rows, options.statisticsPrefix(2).build()).column(C).orElseThrow());
    assertEquals(
        new LeafStatistics(0, "", null),
        write(schema, rows, options.statisticsPrefix(0).build()).column(C).orElseThrow());
  }

  private static LeafStatistics nothing(long nulls) {
    return new LeafStatistics(nulls, null, null);
  }

  private LeafStatistics of(DataType type, List<? extends @Nullable Object> values) {
    StructType schema = StructType.of(StructField.optional("c", type));
    List<List<@Nullable Object>> rows = new ArrayList<>();
    values.forEach(value -> rows.add(Arrays.asList((Object) value)));
    WriteOptions options = WriteOptions.builder().statistics(Set.of(C)).build();
    return write(schema, rows, options).column(C).orElseThrow();
  }

  private FileStatistics write(
      StructType schema, List<List<@Nullable Object>> rows, WriteOptions options) {
    return RandomTables.write(folder.resolve("f.parquet"), schema, rows, 300, options).statistics();
  }
}
