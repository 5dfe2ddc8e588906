package dev.lakehouse.columnar;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.PrimitiveType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ColumnTest {
  private static final List<DataType> TYPES =
      List.of(
          DataType.BOOLEAN,
          DataType.BYTE,
          DataType.SHORT,
          DataType.INT,
          DataType.LONG,
          DataType.FLOAT,
          DataType.DOUBLE,
          DataType.STRING,
          DataType.BINARY,
          DataType.DATE,
          DataType.TIMESTAMP,
          DataType.TIMESTAMP_NTZ,
          DataType.VARIANT,
          DataType.VOID,
          DataType.decimal(9, 2),
          DataType.decimal(38, 10),
          DataType.array(DataType.STRING),
          DataType.map(DataType.INT, DataType.array(DataType.decimal(20, 0))),
          DataType.struct(
              StructField.optional("a", DataType.LONG),
              StructField.optional("b", DataType.array(DataType.BOOLEAN))));

  @Test
  void everyTypeIsThere() {
    assertTrue(TYPES.containsAll(List.of(PrimitiveType.values())), "a new type has a column");
  }

  @Test
  void aSelectionOfAllRowsInAnotherOrderReordersThem() {
    Column column = ColumnBuilder.column(DataType.INT, List.of(10, 11, 12));
    Batch batch =
        new Batch(StructType.of(StructField.optional("n", DataType.INT)), List.of(column), 3);
    Batch turned = batch.select(new Selection(new int[] {2, 0, 1}, 3));
    assertValues(List.of(12, 10, 11), turned.column("n"));
    Batch repeated = batch.select(new Selection(new int[] {1, 1, 1}, 3));
    assertValues(List.of(11, 11, 11), repeated.column("n"));
    assertSame(batch, batch.select(Selection.all(3)));
  }

  @Test
  void builtValuesComeBackFromSlicesAndGathers() {
    Random random = new Random(7);
    for (DataType type : TYPES) {
      for (int size : new int[] {0, 1, 63, 64, 65, 200}) {
        List<Object> values = values(type, size, random);
        Column column = ColumnBuilder.column(type, values);
        assertEquals(type, column.type());
        assertValues(values, column);
        assertEquals(
            values.stream().filter(v -> v == null).count(), column.nullCount(), type.toString());
        int from = size == 0 ? 0 : random.nextInt(size);
        int length = random.nextInt(size - from + 1);
        Column slice = column.slice(from, length);
        assertValues(values.subList(from, from + length), slice);
        int[] rows = random.ints(size, 0, Math.max(1, length)).toArray();
        int count = length == 0 ? 0 : size;
        List<Object> gathered = new ArrayList<>();
        for (int i = 0; i < count; i++) {
          gathered.add(values.get(from + rows[i]));
        }
        assertValues(gathered, slice.gather(rows, count));
      }
    }
  }

  private static void assertValues(List<Object> expected, Column column) {
    assertEquals(expected.size(), column.size());
    for (int i = 0; i < expected.size(); i++) {
      Object value = Values.get(column, i);
      if (expected.get(i) instanceof byte[] bytes) {
        assertArrayEquals(bytes, (byte[]) value);
      } else {
        assertEquals(expected.get(i), value);
      }
    }
  }

  private static List<Object> values(DataType type, int size, Random random) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      values.add(random.nextInt(4) == 0 ? null : value(type, random));
    }
    return values;
  }

  private static Object value(DataType type, Random random) {
    if (type instanceof DecimalType decimal) {
      BigInteger limit = BigInteger.TEN.pow(decimal.precision());
      BigInteger unscaled = new BigInteger(130, random).mod(limit);
      return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), decimal.scale());
    } else if (type instanceof dev.lakehouse.types.ArrayType array) {
      return values(array.element(), random.nextInt(4), random);
    } else if (type instanceof dev.lakehouse.types.MapType map) {
      Map<Object, Object> entries = new LinkedHashMap<>();
      for (int i = random.nextInt(3); i > 0; i--) {
        entries.put(value(map.key(), random), value(map.value(), random));
      }
      return entries;
    } else if (type instanceof StructType struct) {
      List<Object> fields = new ArrayList<>();
      struct.forEach(field -> fields.add(values(field.type(), 1, random).get(0)));
      return fields;
    }
    return primitive((PrimitiveType) type, random);
  }

  private static Object primitive(PrimitiveType type, Random random) {
    byte[] bytes = new byte[random.nextInt(5)];
    random.nextBytes(bytes);
    return switch (type) {
      case BOOLEAN -> random.nextBoolean();
      case BYTE -> (byte) random.nextInt();
      case SHORT -> (short) random.nextInt();
      case INT -> random.nextInt();
      case LONG -> random.nextLong();
      case FLOAT -> random.nextFloat();
      case DOUBLE -> random.nextDouble();
      case STRING -> "ä".repeat(random.nextInt(3)) + random.nextInt(10);
      case BINARY -> bytes;
      case DATE -> LocalDate.ofEpochDay(random.nextInt());
      case TIMESTAMP -> Values.instant(random.nextLong());
      case TIMESTAMP_NTZ -> Values.localDateTime(random.nextLong());
      case VARIANT -> new Variant(bytes, new byte[] {(byte) random.nextInt()});
      case VOID -> null;
    };
  }

  @Test
  void dictionaryColumnsHoldTheSameValuesAsFlatOnes() {
    BytesColumn dictionary =
        (BytesColumn) ColumnBuilder.column(DataType.STRING, List.of("b", "", "ccc"));
    Validity validity = Validity.ofBooleans(new boolean[] {true, false, true, true}, 4);
    DictionaryColumn column = new DictionaryColumn(new int[] {2, 0, 1, 0}, dictionary, validity, 4);
    List<Object> expected = new ArrayList<>(List.of("ccc", "", "b"));
    expected.add(1, null);
    assertValues(expected, column);
    assertValues(expected, column.flat());
    assertValues(expected.subList(1, 3), column.slice(1, 2));
    assertInstanceOf(DictionaryColumn.class, column.gather(new int[] {3, 1}, 2));
    BytesColumn nothing = (BytesColumn) ColumnBuilder.of(DataType.STRING).append(null).build();
    assertEquals(3, DictionaryColumn.constant(nothing, 3).nullCount());
  }

  @Test
  void decimalsThatDoNotFitAreRefused() {
    ColumnBuilder builder = ColumnBuilder.of(DataType.decimal(4, 2));
    assertThrows(ArithmeticException.class, () -> builder.append(new BigDecimal("1.234")));
    assertThrows(ArithmeticException.class, () -> builder.append(new BigDecimal("123.00")));
    assertEquals(
        new BigDecimal("1.20"), Values.get(builder.append(new BigDecimal("1.2")).build(), 0));
  }

  @Test
  void timesBelowAMicrosecondAreRoundedDown() {
    assertEquals(-1, Values.micros(Instant.parse("1969-12-31T23:59:59.999999999Z")));
    assertEquals(1, Values.micros(Instant.parse("1970-01-01T00:00:00.000001999Z")));
    assertEquals(-1, Values.micros(LocalDateTime.parse("1969-12-31T23:59:59.999999999")));
    for (long micros : new long[] {Long.MIN_VALUE, Long.MAX_VALUE, -1, 0, 999_999, -1_000_000}) {
      assertEquals(micros, Values.micros(Values.instant(micros)));
      assertEquals(micros, Values.micros(Values.localDateTime(micros)));
    }
    assertThrows(ArithmeticException.class, () -> Values.micros(Instant.MAX));
  }

  @Test
  void validityIsNullWhereThereAreNoNulls() {
    assertNull(Validity.ofBooleans(new boolean[] {true, true}, 2));
    Validity some = Validity.ofBooleans(new boolean[] {true, false, true}, 3);
    assertNull(Validity.slice(some, 2, 1));
    assertNull(Validity.gather(some, new int[] {0, 2}, 2));
    assertEquals(1, Validity.and(some, null, 3).nullCount(3));
  }

  @Test
  void batchesMustHaveTheirSchemasColumns() {
    StructType schema = StructType.of(StructField.optional("a", DataType.INT));
    Column two = ColumnBuilder.column(DataType.INT, List.of(1, 2));
    assertThrows(IllegalArgumentException.class, () -> new Batch(schema, List.of(two), 3));
    assertThrows(IllegalArgumentException.class, () -> new Batch(schema, List.of(), 0));
    Batch batch = new Batch(schema, List.of(two), 2);
    assertThrows(IllegalArgumentException.class, () -> batch.column("b"));
    assertEquals(2, Values.get(batch.slice(1, 1).column("A"), 0));
  }
}
