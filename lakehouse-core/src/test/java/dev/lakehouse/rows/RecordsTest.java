package dev.lakehouse.rows;

import static dev.lakehouse.types.DataType.BINARY;
import static dev.lakehouse.types.DataType.BOOLEAN;
import static dev.lakehouse.types.DataType.BYTE;
import static dev.lakehouse.types.DataType.DATE;
import static dev.lakehouse.types.DataType.DOUBLE;
import static dev.lakehouse.types.DataType.FLOAT;
import static dev.lakehouse.types.DataType.INT;
import static dev.lakehouse.types.DataType.LONG;
import static dev.lakehouse.types.DataType.SHORT;
import static dev.lakehouse.types.DataType.STRING;
import static dev.lakehouse.types.DataType.TIMESTAMP;
import static dev.lakehouse.types.DataType.TIMESTAMP_NTZ;
import static dev.lakehouse.types.DataType.array;
import static dev.lakehouse.types.DataType.decimal;
import static dev.lakehouse.types.DataType.map;
import static dev.lakehouse.types.StructField.optional;
import static dev.lakehouse.types.StructField.required;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.data.BatchReader;
import dev.lakehouse.data.Column;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordsTest {
  private enum Color {
    RED,
    BLUE
  }

  private record Point(int x, @Nullable Double y) {}

  private record Everything(
      boolean bool,
      byte b,
      short s,
      int i,
      @Column("the_long") long l,
      float f,
      double d,
      @Nullable BigDecimal decimal,
      @Nullable String text,
      byte @Nullable [] raw,
      @Nullable LocalDate date,
      @Nullable Instant time,
      @Nullable LocalDateTime local,
      Optional<Long> maybe,
      @Nullable Color color,
      @Nullable Point point,
      @Nullable List<@Nullable Point> points,
      @Nullable Map<String, List<Integer>> lists) {}

  private static final Everything FULL =
      new Everything(
          true,
          (byte) -1,
          (short) 300,
          70_000,
          1L << 40,
          1.5f,
          -0.0,
          new BigDecimal("12.50"),
          "žluť 😀",
          new byte[] {0, -1},
          LocalDate.parse("1969-12-31"),
          Instant.parse("2026-01-02T03:04:05.000006Z"),
          LocalDateTime.parse("0001-01-01T00:00:00.000001"),
          Optional.of(7L),
          Color.BLUE,
          new Point(1, null),
          Arrays.asList(new Point(2, 2.5), null),
          Map.of("a", List.of(1, 2), "b", List.of()));

  private static final Everything EMPTY =
      new Everything(
          false,
          (byte) 0,
          (short) 0,
          0,
          0,
          0,
          0,
          null,
          null,
          null,
          null,
          null,
          null,
          Optional.empty(),
          null,
          null,
          null,
          null);

  private static <T> BatchReader batches(Class<T> type, List<T> records) {
    return Transposer.records(type, CloseableIterator.of(records), null);
  }

  private static <T> List<T> roundTrip(Class<T> type, List<T> records) {
    List<T> back = new ArrayList<>();
    try (RecordRows<T> rows = RecordRows.of(type, batches(type, records))) {
      rows.forEachRemaining(back::add);
    }
    return back;
  }

  @Test
  void componentsBecomeColumnsOfTheirTypes() {
    StructType point = StructType.of(required("x", INT), optional("y", DOUBLE));
    assertEquals(
        StructType.of(
            required("bool", BOOLEAN),
            required("b", BYTE),
            required("s", SHORT),
            required("i", INT),
            required("the_long", LONG),
            required("f", FLOAT),
            required("d", DOUBLE),
            optional("decimal", decimal(38, 18)),
            optional("text", STRING),
            optional("raw", BINARY),
            optional("date", DATE),
            optional("time", TIMESTAMP),
            optional("local", TIMESTAMP_NTZ),
            optional("maybe", LONG),
            optional("color", STRING),
            optional("point", point),
            optional("points", array(point)),
            optional("lists", map(STRING, array(INT)))),
        Transposer.schema(Everything.class, null));
  }

  @Test
  void aBigDecimalTakesPrecisionAndScaleOfTheTable() {
    record Priced(BigDecimal price, List<BigDecimal> steps) {}
    StructType table =
        StructType.of(optional("STEPS", array(decimal(9, 3))), optional("Price", decimal(15, 2)));
    assertEquals(
        StructType.of(optional("price", decimal(15, 2)), optional("steps", array(decimal(9, 3)))),
        Transposer.schema(Priced.class, table));
  }

  @Test
  void recordsComeBackAsTheyWere() {
    List<Everything> back = roundTrip(Everything.class, List.of(FULL, EMPTY, FULL));
    assertEquals(3, back.size());
    for (int i : new int[] {0, 2}) {
      Everything full = back.get(i);
      assertArrayEquals(FULL.raw, full.raw);
      assertEquals(
          List.of(FULL.b, FULL.s, FULL.i, FULL.l, FULL.f, FULL.d),
          List.of(full.b, full.s, full.i, full.l, full.f, full.d));
      assertTrue(full.bool);
      assertEquals(0, FULL.decimal.compareTo(full.decimal));
      assertEquals(FULL.text, full.text);
      assertEquals(FULL.date, full.date);
      assertEquals(FULL.time, full.time);
      assertEquals(FULL.local, full.local);
      assertEquals(FULL.maybe, full.maybe);
      assertEquals(FULL.color, full.color);
      assertEquals(FULL.point, full.point);
      assertEquals(FULL.points, full.points);
      assertEquals(FULL.lists, full.lists);
    }
    assertEquals(EMPTY, back.get(1));
  }

  @Test
  void aNullStructStaysDistinctFromAStructOfNulls() {
    record Holder(@Nullable Inner inner) {
      record Inner(@Nullable String a, @Nullable Integer b) {}
    }
    List<Holder> holders = List.of(new Holder(null), new Holder(new Holder.Inner(null, null)));
    Batch batch = batches(Holder.class, holders).next();
    StructColumn inner = assertInstanceOf(StructColumn.class, batch.column(0));
    assertTrue(inner.isNull(0));
    assertTrue(!inner.isNull(1));
    assertEquals(2, inner.child(0).nullCount());
    assertEquals(holders, roundTrip(Holder.class, holders));
  }

  @Test
  void instantsAndLocalTimesBelowAMicrosecondAreFloored() {
    record Times(Instant utc, LocalDateTime local) {}
    Times odd =
        new Times(
            Instant.parse("1969-12-31T23:59:59.999999999Z"),
            LocalDateTime.parse("1969-12-31T23:59:59.999999999"));
    Times floored =
        new Times(
            Instant.parse("1969-12-31T23:59:59.999999Z"),
            LocalDateTime.parse("1969-12-31T23:59:59.999999"));
    assertEquals(List.of(floored), roundTrip(Times.class, List.of(odd)));
  }

  @Test
  void fewTextsShareOneDictionaryAndManyAreFlat() {
    record Texts(String few, String many) {}
    List<Texts> texts =
        IntStream.range(0, 10_000).mapToObj(i -> new Texts("v" + i % 3, "v" + i)).toList();
    List<Batch> batches = new ArrayList<>();
    batches(Texts.class, texts).forEachRemaining(batches::add);
    assertEquals(List.of(4096, 4096, 1808), batches.stream().map(Batch::rowCount).toList());
    DictionaryColumn first = assertInstanceOf(DictionaryColumn.class, batches.get(0).column(0));
    DictionaryColumn last = assertInstanceOf(DictionaryColumn.class, batches.get(2).column(0));
    assertTrue(first.dictionary() == last.dictionary());
    assertInstanceOf(BytesColumn.class, batches.get(0).column(1));
    assertEquals(texts, roundTrip(Texts.class, texts));
  }

  @Test
  void aDictionaryThatGrowsLeavesEarlierBatchesAsTheyWere() {
    record Text(String text) {}
    List<Text> texts = IntStream.range(0, 9000).mapToObj(i -> new Text("t" + i / 12)).toList();
    List<Text> back = new ArrayList<>();
    List<Batch> kept = new ArrayList<>();
    batches(Text.class, texts).forEachRemaining(kept::add);
    try (RowReader rows =
        RowReader.of(BatchReader.of(kept.get(0).schema(), CloseableIterator.of(kept)))) {
      rows.forEach(row -> back.add(new Text(row.getString("text"))));
    }
    assertEquals(texts, back);
  }

  @Test
  void longTextsCutABatchAndALongerOneMakesABatchOfItsOwn() {
    record Text(String text) {}
    String long1 = "x".repeat(5 << 20);
    String long2 = "y".repeat(20 << 20);
    List<Text> texts =
        List.of(
            new Text(long1), new Text(long1), new Text(long1), new Text(long1), new Text(long2));
    List<Batch> batches = new ArrayList<>();
    batches(Text.class, texts).forEachRemaining(batches::add);
    assertEquals(5, batches.stream().mapToInt(Batch::rowCount).sum());
    assertTrue(batches.stream().allMatch(b -> b.rowCount() == 1 || b.bytes() <= 17 << 20));
    assertEquals(1, batches.get(batches.size() - 1).rowCount());
    assertEquals(texts, roundTrip(Text.class, texts));
  }

  @Test
  void halfASurrogatePairIsAnErrorWithRowAndColumn() {
    record Text(List<String> words) {}
    List<Text> texts = List.of(new Text(List.of()), new Text(List.of("fine?", "bro\uD83Dken")));
    SchemaMismatchException error =
        assertThrows(SchemaMismatchException.class, () -> batches(Text.class, texts).next());
    assertEquals(
        "Text 1, column 'words': element 1: the text has half of a surrogate pair, \\ud83d,"
            + " at its character 3, which UTF-8 cannot write",
        error.getMessage());
  }

  @Test
  void aDecimalThatDoesNotFitIsAnErrorWithRowAndValue() {
    record Priced(BigDecimal price) {}
    StructType table = StructType.of(optional("price", decimal(4, 2)));
    assertEquals("12.30", price("12.3000", table));
    assertEquals("-99.99", price("-99.99", table));
    for (String wrong : List.of("100.00", "1E+30", "-100", "12.345", "0.001")) {
      SchemaMismatchException error =
          assertThrows(SchemaMismatchException.class, () -> price(wrong, table));
      assertTrue(
          error.getMessage().startsWith("Priced 0, column 'price': a decimal(4,2) does not hold "),
          error.getMessage());
    }
  }

  private static String price(String text, StructType table) {
    record Priced(BigDecimal price) {}
    List<Priced> one = List.of(new Priced(new BigDecimal(text)));
    BatchReader batches = Transposer.records(Priced.class, CloseableIterator.of(one), table);
    return String.valueOf(RowReader.of(batches).next().getDecimal(0));
  }

  @Test
  void widerComponentsReadNarrowerColumns() {
    record Narrow(byte a, short b, int c, float d) {}
    record Wide(long A, Integer B, long c, Double D) {}
    BatchReader narrow = batches(Narrow.class, List.of(new Narrow((byte) -1, (short) 2, 3, 0.5f)));
    try (RecordRows<Wide> wide = RecordRows.of(Wide.class, narrow)) {
      assertEquals(new Wide(-1, 2, 3, 0.5), wide.next());
    }
  }

  /** Gives the bytes of {@link Elsewhere} to a class of its own. */
  private static final class OtherLoader extends ClassLoader {
    OtherLoader() {
      super(RecordsTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals(Elsewhere.class.getName())) {
        return super.loadClass(name, resolve);
      }
      Class<?> known = findLoadedClass(name);
      if (known != null) {
        return known;
      }
      try (var bytes = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] code = bytes.readAllBytes();
        return defineClass(name, code, 0, code.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  /** Development modes of frameworks, application servers and scripts have loaders of their own. */
  @Test
  void recordsOfAnotherClassLoaderAreWrittenAndRead() throws Exception {
    Class<?> type = new OtherLoader().loadClass(Elsewhere.class.getName());
    assertTrue(type != Elsewhere.class);
    var constructor = type.getDeclaredConstructors()[0];
    constructor.setAccessible(true);
    Object one = constructor.newInstance(1L, 2, true, 0.5, 0.25f, "x", (byte) 3);
    Object two = constructor.newInstance(-1L, -2, false, -0.5, -0.25f, null, (byte) -3);
    assertEquals(List.of(one, two), throughColumns(type, List.of(one, two)));
  }

  private static <T> List<T> throughColumns(Class<T> type, List<?> records) {
    return roundTrip(type, records.stream().map(type::cast).toList());
  }

  @Test
  void whatCannotBeMappedIsRefusedBeforeAnythingIsRead() {
    record Odd(Object thing) {}
    record Loop(List<Loop> loops) {}
    record Twice(@Column("a") int x, @Column("A") int y) {}
    record Missing(int absent) {}
    record Wrong(int text) {}
    record Text(String text) {}
    refused(Odd.class, "is of type java.lang.Object, which no column type stands for");
    refused(Loop.class, "holds itself");
    refused(Twice.class, "stands twice");
    refused(String.class, "java.lang.String is not a record");
    for (Class<?> type : List.of(Missing.class, Wrong.class)) {
      BatchReader texts = batches(Text.class, List.of(new Text("x")));
      IllegalArgumentException error =
          assertThrows(IllegalArgumentException.class, () -> RecordRows.of(type, texts));
      assertTrue(
          error
              .getMessage()
              .contains(type == Missing.class ? "no column 'absent'" : "'text' of type string"),
          error.getMessage());
    }
  }

  private static void refused(Class<?> type, String why) {
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> Transposer.schema(type, null));
    assertTrue(error.getMessage().contains(why), error.getMessage());
  }

  @Test
  void aNullForAPrimitiveSaysWhatToDeclare() {
    record Boxed(@Nullable Integer a) {}
    record Primitive(int a) {}
    BatchReader boxed = batches(Boxed.class, List.of(new Boxed(1), new Boxed(null)));
    RecordRows<Primitive> rows = RecordRows.of(Primitive.class, boxed);
    assertEquals(new Primitive(1), rows.next());
    IllegalStateException error = assertThrows(IllegalStateException.class, rows::next);
    assertTrue(error.getMessage().contains("Declare it as the boxed type"), error.getMessage());
  }

  @Test
  void rowsAreMatchedByNameAndConvertedValueByValue() {
    StructType schema =
        StructType.of(optional("id", LONG), optional("s", StructType.of(optional("x", BYTE))));
    StructType other =
        StructType.of(optional("S", StructType.of(optional("X", INT))), optional("ID", INT));
    Row inner = Row.of(StructType.of(optional("X", INT)), 5);
    List<Row> rows = List.of(Row.of(schema, 1, null), Row.of(other, inner, 2));
    List<Row> back = RowReader.of(Transposer.rows(schema, CloseableIterator.of(rows))).toList();
    assertEquals(List.of(1L, 2L), back.stream().map(row -> row.getLong("id")).toList());
    assertNull(back.get(0).getStruct("s"));
    assertEquals((byte) 5, back.get(1).getStruct("s").getByte("x"));
    Row wrong = Row.of(schema, 1, Row.of(StructType.of(optional("x", INT)), 128));
    SchemaMismatchException error =
        assertThrows(
            SchemaMismatchException.class,
            () -> Transposer.rows(schema, CloseableIterator.of(List.of(wrong))).next());
    assertEquals(
        "Row 0, column 's': field 'x': a tinyint does not hold 128 (Integer)", error.getMessage());
  }

  @Test
  void aMapWithANullKeyIsAnError() {
    record Mapped(Map<@Nullable String, Integer> map) {}
    Map<@Nullable String, Integer> map = new java.util.HashMap<>();
    map.put(null, 1);
    assertThrows(
        SchemaMismatchException.class,
        () -> batches(Mapped.class, List.of(new Mapped(map))).next());
  }
}
