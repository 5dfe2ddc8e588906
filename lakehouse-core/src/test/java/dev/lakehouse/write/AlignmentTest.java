package dev.lakehouse.write;

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
import static dev.lakehouse.types.DataType.VOID;
import static dev.lakehouse.types.DataType.array;
import static dev.lakehouse.types.DataType.decimal;
import static dev.lakehouse.types.DataType.map;
import static dev.lakehouse.types.StructField.optional;
import static dev.lakehouse.types.StructField.required;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ColumnBuilder;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.data.RandomBatches;
import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AlignmentTest {
  private static Batch batch(DataType type, @Nullable Object... values) {
    Column column = ColumnBuilder.column(type, Arrays.asList(values));
    return new Batch(StructType.of(optional("v", type)), List.of(column), values.length);
  }

  private static List<@Nullable Object> values(Column column) {
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < column.size(); i++) {
      values.add(Values.get(column, i));
    }
    return values;
  }

  private static List<@Nullable Object> align(DataType from, DataType to, @Nullable Object... in) {
    Batch batch = batch(from, in);
    Alignment alignment = Alignment.of(batch.schema(), StructType.of(optional("V", to)));
    Column column = alignment.align(batch, 0).column(0);
    assertEquals(to, column.type());
    return values(column);
  }

  private static void refused(DataType from, DataType to, Object value, String message) {
    SchemaMismatchException error =
        assertThrows(SchemaMismatchException.class, () -> align(from, to, null, value));
    String start = "Row 1, column 'V': " + message + ". Row: {v: ";
    assertTrue(error.getMessage().startsWith(start), error.getMessage());
  }

  @Test
  void wholeNumbersFitWhateverHoldsThem() {
    assertEquals(Arrays.asList(5L, null, -5L), align(INT, LONG, 5, null, -5));
    assertEquals(Arrays.asList((byte) -128, null), align(LONG, BYTE, -128L, null));
    assertEquals(List.of((short) 32767), align(INT, SHORT, 32767));
    assertEquals(List.of(Integer.MIN_VALUE), align(LONG, INT, (long) Integer.MIN_VALUE));
    assertEquals(List.of(9007199254740992.0, -3.0), align(LONG, DOUBLE, 1L << 53, -3L));
    assertEquals(List.of(16777216f), align(INT, FLOAT, 1 << 24));
    assertEquals(
        List.of(new BigDecimal("-7.00"), new BigDecimal("99.00")),
        align(INT, decimal(4, 2), -7, 99));
    refused(LONG, BYTE, 128L, "a tinyint does not hold 128");
    refused(INT, SHORT, -32769, "a smallint does not hold -32769");
    refused(LONG, INT, 1L << 31, "a int does not hold 2147483648");
    refused(LONG, DOUBLE, (1L << 53) + 1, "a double does not hold 9007199254740993");
    refused(LONG, DOUBLE, Long.MAX_VALUE, "a double does not hold 9223372036854775807");
    refused(INT, decimal(4, 2), 100, "a decimal(4,2) does not hold 100");
  }

  @Test
  void floatsBecomeDoublesAndDoublesFloatsWhereNothingIsLost() {
    assertEquals(
        Arrays.asList((double) 0.1f, -0.0, Double.NaN, null),
        align(FLOAT, DOUBLE, 0.1f, -0.0f, Float.NaN, null));
    assertEquals(
        List.of(0.5f, -0.0f, Float.NaN, Float.POSITIVE_INFINITY),
        align(DOUBLE, FLOAT, 0.5, -0.0, Double.NaN, Double.POSITIVE_INFINITY));
    refused(DOUBLE, FLOAT, 0.1, "a float does not hold 0.1");
    refused(DOUBLE, FLOAT, 1e300, "a float does not hold 1.0E300");
  }

  @Test
  void decimalsMoveScaleWhereOnlyZerosAreLost() {
    BigDecimal wide = new BigDecimal("12345678901234567890.1200");
    assertEquals(
        Arrays.asList(new BigDecimal("1.500"), null),
        align(decimal(5, 1), decimal(10, 3), new BigDecimal("1.5"), null));
    assertEquals(
        List.of(new BigDecimal("1.5")),
        align(decimal(10, 3), decimal(5, 1), new BigDecimal("1.500")));
    assertEquals(List.of(wide.setScale(2)), align(decimal(38, 4), decimal(22, 2), wide));
    assertEquals(
        List.of(new BigDecimal("-0.05")),
        align(decimal(38, 10), decimal(2, 2), new BigDecimal("-0.0500000000")));
    assertEquals(
        List.of(new BigDecimal("99.9"), new BigDecimal("-99.9")),
        align(decimal(18, 1), decimal(3, 1), new BigDecimal("99.9"), new BigDecimal("-99.9")));
    refused(
        decimal(10, 3),
        decimal(5, 1),
        new BigDecimal("1.501"),
        "a decimal(5,1) does not hold 1.501 without rounding it");
    refused(
        decimal(18, 1),
        decimal(3, 1),
        new BigDecimal("100.0"),
        "a decimal(3,1) does not hold 100.0");
    refused(
        decimal(38, 0), decimal(4, 2), new BigDecimal("100"), "a decimal(4,2) does not hold 100");
  }

  @Test
  void otherTypesAreNeverConverted() {
    DataType[] types = {
      BOOLEAN,
      LONG,
      DOUBLE,
      decimal(10, 2),
      STRING,
      BINARY,
      DATE,
      TIMESTAMP,
      TIMESTAMP_NTZ,
      array(LONG),
      map(STRING, LONG),
      StructType.of(optional("x", LONG))
    };
    List<String> allowed = List.of("bigint to double", "bigint to decimal(10,2)");
    for (DataType from : types) {
      for (DataType to : types) {
        if (from != to && !allowed.contains(from + " to " + to)) {
          StructType source = StructType.of(optional("v", from));
          StructType target = StructType.of(optional("v", to));
          SchemaMismatchException error =
              assertThrows(
                  SchemaMismatchException.class,
                  () -> Alignment.of(source, target),
                  () -> from + " to " + to);
          assertTrue(error.getMessage().contains("is never converted"), error.getMessage());
        }
      }
    }
  }

  @Test
  void columnsAreFoundByNameInAnyOrderAndAnyCase() {
    StructType source = StructType.of(optional("B", STRING), optional("a", INT));
    StructType target =
        StructType.of(optional("A", LONG), optional("b", STRING), optional("c", array(LONG)));
    Batch batch =
        new Batch(
            source,
            List.of(
                ColumnBuilder.column(STRING, List.of("x")), ColumnBuilder.column(INT, List.of(1))),
            1);
    Batch aligned = Alignment.of(source, target).align(batch, 0);
    assertEquals(target, aligned.schema());
    assertEquals(List.of(1L), values(aligned.column(0)));
    assertEquals(List.of("x"), values(aligned.column(1)));
    assertEquals(Arrays.asList((Object) null), values(aligned.column(2)));
  }

  @Test
  void nestedFieldsAreFoundByNameToo() {
    StructType in = StructType.of(optional("Y", INT), optional("x", INT));
    StructType out = StructType.of(optional("x", LONG), optional("y", LONG), optional("z", LONG));
    assertEquals(
        Arrays.asList(Arrays.asList(2L, 1L, null), null), align(in, out, List.of(1, 2), null));
    assertEquals(
        List.of(List.of(Arrays.asList(2L, 1L, null)), List.of()),
        align(array(in), array(out), List.of(List.of(1, 2)), List.of()));
    assertEquals(
        List.of(Map.of("k", Arrays.asList(2L, 1L, null))),
        align(map(STRING, in), map(STRING, out), Map.of("k", List.of(1, 2))));
  }

  @Test
  void aFaultInAListNamesTheRowThatHoldsIt() {
    SchemaMismatchException error =
        assertThrows(
            SchemaMismatchException.class,
            () ->
                align(
                    array(LONG), array(BYTE), List.of(1L, 2L), List.of(), null, List.of(3L, 300L)));
    assertEquals(
        "Row 3, column 'V': a tinyint does not hold 300. Row: {v: [3, 300]}", error.getMessage());
    Batch slice = batch(array(LONG), List.of(300L), List.of(1L), List.of(400L)).slice(1, 2);
    Alignment alignment = Alignment.of(slice.schema(), StructType.of(optional("v", array(BYTE))));
    error = assertThrows(SchemaMismatchException.class, () -> alignment.align(slice, 10));
    assertEquals(
        "Row 11, column 'v': a tinyint does not hold 400. Row: {v: [400]}", error.getMessage());
  }

  @Test
  void missingExtraAndDoubleColumnsAreNamed() {
    StructType table = StructType.of(required("id", LONG), optional("s", STRING));
    mismatch(
        StructType.of(optional("s", STRING)),
        table,
        "The source has no column 'id', which the table declares NOT NULL");
    mismatch(
        StructType.of(optional("id", LONG), optional("extra", LONG)),
        table,
        "The table has no column 'extra', only [id, s]. Leave it out of the source, or add it to"
            + " the table.");
    mismatch(
        StructType.of(optional("id", LONG), optional("ID", LONG)),
        table,
        "The source has column 'id' twice: 'id' and 'ID'");
    StructType nested = StructType.of(optional("a", StructType.of(optional("x", LONG))));
    StructType other = StructType.of(optional("a", StructType.of(optional("y", LONG))));
    mismatch(
        nested,
        other,
        "The table has no column 'a.x', only [y]. Leave it out of the source, or add it to the"
            + " table.");
  }

  private static void mismatch(StructType source, StructType target, String message) {
    SchemaMismatchException error =
        assertThrows(SchemaMismatchException.class, () -> Alignment.of(source, target));
    assertEquals(message, error.getMessage());
  }

  private static void violated(DataType from, DataType to, boolean nullable, Object... values) {
    StructType target = StructType.of(nullable ? optional("v", to) : required("v", to));
    Batch batch = batch(from, values);
    Alignment alignment = Alignment.of(batch.schema(), target);
    ConstraintViolationException error =
        assertThrows(ConstraintViolationException.class, () -> alignment.align(batch, 0));
    assertTrue(error.getMessage().startsWith("Row 1, column 'v': 'v"), error.getMessage());
    assertTrue(error.getMessage().contains("is NOT NULL, but the value is null. Row: {v: "));
  }

  @Test
  void notNullIsCheckedAtEveryLevel() {
    StructType in = StructType.of(optional("x", LONG));
    StructType out = StructType.of(required("x", LONG));
    violated(LONG, LONG, false, 1L, null);
    violated(in, out, true, List.of(1L), Arrays.asList((Object) null));
    // A null struct breaks the NOT NULL of its fields, as in Spark.
    violated(in, out, true, List.of(1L), null);
    violated(array(LONG), new ArrayType(LONG, false), true, List.of(1L), Arrays.asList(2L, null));
    violated(
        map(STRING, LONG),
        new MapType(STRING, LONG, false),
        true,
        Map.of("a", 1L),
        java.util.Collections.singletonMap("b", null));
  }

  @Test
  void aVoidColumnIsNullOfAnyType() {
    assertEquals(Arrays.asList((Object) null), align(VOID, array(LONG), (Object) null));
    assertEquals(Arrays.asList((Object) null), align(VOID, STRING, (Object) null));
  }

  @Test
  void alignmentToTheSameSchemaChangesNoValue() {
    for (long seed = 1; seed <= 20; seed++) {
      RandomBatches random = new RandomBatches(seed);
      StructType schema = random.schema(3);
      Batch batch = random.batch(schema, 50).slice(7, 40);
      Batch aligned = Alignment.of(schema, schema).align(batch, 0);
      for (int i = 0; i < schema.size(); i++) {
        assertEquals(
            values(batch.column(i)).toString().replaceAll("\\[B@\\w+", "bytes"),
            values(aligned.column(i)).toString().replaceAll("\\[B@\\w+", "bytes"));
      }
    }
  }
}
