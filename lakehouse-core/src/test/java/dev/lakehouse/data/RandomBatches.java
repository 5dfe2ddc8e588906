package dev.lakehouse.data;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ColumnBuilder;
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
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Batches of random schemas and values, from a seed. */
public final class RandomBatches {
  private final Random random;

  public RandomBatches(long seed) {
    random = new Random(seed);
  }

  /** A struct of one to six fields, nested at most {@code depth} deep. */
  public StructType schema(int depth) {
    List<StructField> fields = new ArrayList<>();
    int count = 1 + random.nextInt(6);
    for (int i = 0; i < count; i++) {
      fields.add(StructField.optional("f" + i, type(depth)));
    }
    return new StructType(fields);
  }

  private DataType type(int depth) {
    int kinds = PrimitiveType.values().length;
    int pick = random.nextInt(depth > 0 ? kinds + 4 : kinds + 1);
    if (pick < kinds) {
      return PrimitiveType.values()[pick];
    } else if (pick == kinds) {
      int precision = 1 + random.nextInt(38);
      return DataType.decimal(precision, random.nextInt(precision + 1));
    } else if (pick == kinds + 1) {
      return DataType.array(type(depth - 1));
    } else if (pick == kinds + 2) {
      return DataType.map(random.nextBoolean() ? DataType.STRING : DataType.LONG, type(depth - 1));
    }
    return schema(depth - 1);
  }

  /** A batch of {@code rows} random rows. */
  public Batch batch(StructType schema, int rows) {
    List<Column> columns = new ArrayList<>();
    for (StructField field : schema) {
      int nullsIn = random.nextInt(3);
      ColumnBuilder builder = ColumnBuilder.of(field.type());
      for (int i = 0; i < rows; i++) {
        builder.append(nullsIn > 0 && random.nextInt(5) < nullsIn ? null : value(field.type()));
      }
      columns.add(builder.build());
    }
    return new Batch(schema, columns, rows);
  }

  private @Nullable Object orNull(DataType type) {
    return random.nextInt(6) == 0 ? null : value(type);
  }

  private @Nullable Object value(DataType type) {
    if (type instanceof DecimalType decimal) {
      BigInteger bound = BigInteger.TEN.pow(decimal.precision());
      BigInteger unscaled = new BigInteger(decimal.precision() * 3, random).mod(bound);
      return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), decimal.scale());
    } else if (type instanceof ArrayType array) {
      List<@Nullable Object> list = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        list.add(orNull(array.element()));
      }
      return list;
    } else if (type instanceof MapType map) {
      Map<@Nullable Object, @Nullable Object> values = new LinkedHashMap<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        values.put(value(map.key()), orNull(map.value()));
      }
      return values;
    } else if (type instanceof StructType struct) {
      List<@Nullable Object> fields = new ArrayList<>();
      struct.forEach(field -> fields.add(orNull(field.type())));
      return fields;
    }
    return primitive((PrimitiveType) type);
  }

  private @Nullable Object primitive(PrimitiveType type) {
    return switch (type) {
      case BOOLEAN -> random.nextBoolean();
      case BYTE -> (byte) random.nextInt();
      case SHORT -> (short) random.nextInt();
      case INT -> random.nextInt();
      case LONG -> random.nextLong();
      case FLOAT -> Float.intBitsToFloat(random.nextInt());
      case DOUBLE -> random.nextInt(4) == 0 ? -0.0 : random.nextGaussian();
      case STRING -> text();
      case BINARY -> bytes();
      case DATE -> LocalDate.ofEpochDay(random.nextInt(2_000_000) - 1_000_000);
      case TIMESTAMP ->
          dev.lakehouse.columnar.Values.instant(random.nextLong() / (1L << random.nextInt(40)));
      case TIMESTAMP_NTZ ->
          dev.lakehouse.columnar.Values.localDateTime(
              random.nextLong() / (1L << random.nextInt(40)));
      case VARIANT -> new Variant(bytes(), bytes());
      case VOID -> null;
    };
  }

  private String text() {
    String[] words = {"", "a", "žluť", "😀", "Oslo", "a longer text with blanks"};
    return words[random.nextInt(words.length)] + (random.nextBoolean() ? random.nextInt(9) : "");
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(12)];
    random.nextBytes(bytes);
    return bytes;
  }
}
