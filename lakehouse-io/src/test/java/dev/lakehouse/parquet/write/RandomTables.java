package dev.lakehouse.parquet.write;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ColumnBuilder;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.columnar.Variant;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.PrimitiveType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Schemas and rows from a seed: every type, nested, nulls at every level, few or many values. */
public final class RandomTables {
  private static final List<DataType> LEAVES =
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
          DataType.VARIANT);

  private final Random random;
  private List<DataType> leaves = LEAVES;
  private int timeShift = 4;

  public RandomTables(long seed) {
    random = new Random(seed);
  }

  /** Without variants, and with times that every program can show: some centuries round 1970. */
  RandomTables withinCenturies() {
    leaves = LEAVES.subList(0, LEAVES.size() - 1);
    timeShift = 11;
    return this;
  }

  public StructType schema(int columns, int depth) {
    List<StructField> fields = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      fields.add(StructField.optional("c" + i, type(depth)));
    }
    return new StructType(fields);
  }

  private DataType type(int depth) {
    int choice = random.nextInt(depth == 0 ? 10 : 16);
    if (choice < 8) {
      return leaves.get(random.nextInt(leaves.size()));
    } else if (choice < 10) {
      int precision = 1 + random.nextInt(38);
      return DataType.decimal(precision, random.nextInt(precision + 1));
    } else if (choice < 12) {
      return DataType.array(type(depth - 1));
    } else if (choice < 14) {
      return DataType.map(random.nextBoolean() ? DataType.STRING : DataType.LONG, type(depth - 1));
    }
    return schema(1 + random.nextInt(3), depth - 1);
  }

  public List<List<@Nullable Object>> rows(StructType schema, int count) {
    List<Distribution> columns = new ArrayList<>();
    schema.forEach(field -> columns.add(new Distribution()));
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<@Nullable Object> row = new ArrayList<>();
      for (int c = 0; c < schema.size(); c++) {
        row.add(columns.get(c).value(schema.field(c).type()));
      }
      rows.add(row);
    }
    return rows;
  }

  public static Batch batch(StructType schema, List<List<@Nullable Object>> rows) {
    List<Column> columns = new ArrayList<>();
    for (int c = 0; c < schema.size(); c++) {
      ColumnBuilder builder = ColumnBuilder.of(schema.field(c).type());
      for (List<@Nullable Object> row : rows) {
        builder.append(row.get(c));
      }
      columns.add(builder.build());
    }
    return new Batch(schema, columns, rows.size());
  }

  static WrittenFile write(
      Path file,
      StructType schema,
      List<List<@Nullable Object>> rows,
      int batchRows,
      WriteOptions options) {
    try (ParquetWriter writer = ParquetWriter.create(new PathFile(file), schema, options)) {
      for (int from = 0; from < rows.size(); from += batchRows) {
        writer.write(batch(schema, rows.subList(from, Math.min(rows.size(), from + batchRows))));
      }
      return writer.finish();
    }
  }

  static void assertRows(
      List<List<@Nullable Object>> expected, List<List<@Nullable Object>> read, StructType schema) {
    assertEquals(expected.size(), read.size());
    for (int i = 0; i < expected.size(); i++) {
      int row = i;
      assertEquals(
          comparable(expected.get(i)),
          comparable(read.get(i)),
          () -> "row " + row + " of " + schema);
    }
  }

  /** The value with bytes, doubles and maps in a form that has the right equals. */
  private static @Nullable Object comparable(@Nullable Object value) {
    if (value instanceof byte[] bytes) {
      return Arrays.toString(bytes);
    } else if (value instanceof List<?> list) {
      List<@Nullable Object> plain = new ArrayList<>();
      list.forEach(element -> plain.add(comparable(element)));
      return plain;
    } else if (value instanceof Map<?, ?> map) {
      List<@Nullable Object> plain = new ArrayList<>();
      map.forEach((key, element) -> plain.add(Arrays.asList(comparable(key), comparable(element))));
      return plain;
    }
    return value;
  }

  /** How often a column has nulls, and how many different values. */
  private final class Distribution {
    private final int nullsInTen = random.nextInt(3) == 0 ? 10 : random.nextInt(6);
    private final int distinct = new int[] {1, 3, 200, Integer.MAX_VALUE}[random.nextInt(4)];

    @Nullable Object value(DataType type) {
      if (random.nextInt(10) < (nullsInTen == 10 ? random.nextInt(10) : nullsInTen)) {
        return null;
      }
      return there(type);
    }

    private Object there(DataType type) {
      if (type instanceof StructType struct) {
        List<@Nullable Object> values = new ArrayList<>();
        struct.forEach(field -> values.add(value(field.type())));
        return values;
      } else if (type instanceof ArrayType array) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          values.add(value(array.element()));
        }
        return values;
      } else if (type instanceof MapType map) {
        Map<Object, @Nullable Object> values = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          values.put(there(map.key()), value(map.value()));
        }
        return values;
      } else if (type instanceof DecimalType decimal) {
        BigInteger bound = BigInteger.TEN.pow(decimal.precision()).subtract(BigInteger.ONE);
        BigInteger unscaled = new BigInteger(128, new Random(seed())).mod(bound);
        return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), decimal.scale());
      }
      return primitive((PrimitiveType) type, seed());
    }

    /** One of {@code distinct} numbers, spread over all bits. */
    private long seed() {
      return random.nextInt(distinct) * 0x9E3779B97F4A7C15L;
    }

    private Object primitive(PrimitiveType type, long seed) {
      return switch (type) {
        case BOOLEAN -> (seed & 1) == 0;
        case BYTE -> (byte) seed;
        case SHORT -> (short) seed;
        case INT -> (int) seed;
        case LONG -> seed;
        case FLOAT -> Float.intBitsToFloat((int) seed);
        case DOUBLE -> Double.longBitsToDouble(seed);
        case STRING -> text(seed);
        case BINARY -> text(seed).getBytes(java.nio.charset.StandardCharsets.UTF_16);
        case DATE -> LocalDate.ofEpochDay((int) seed >> (timeShift + 2));
        case TIMESTAMP -> Values.instant(seed >> timeShift);
        case TIMESTAMP_NTZ -> Values.localDateTime(seed >> timeShift);
        case VARIANT -> new Variant(new byte[] {1, 0, 0}, new byte[] {12, (byte) seed});
        case VOID -> throw new IllegalArgumentException();
      };
    }

    private String text(long seed) {
      Random letters = new Random(seed);
      int length = letters.nextInt(20) == 0 ? letters.nextInt(100) : letters.nextInt(12);
      return letters
          .ints(length, 0, Character.MAX_CODE_POINT + 1)
          .map(c -> c % 3 == 0 && (c < 0xd800 || c > 0xdfff) ? c : 'a' + c % 26)
          .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
          .toString();
    }
  }
}
