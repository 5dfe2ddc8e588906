package dev.lakehouse.parquet.variant;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Decimal128Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.FloatColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.ListColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.columnar.VariantColumn;
import dev.lakehouse.parquet.DamagedDataException;
import dev.lakehouse.parquet.variant.Shredded.Elements;
import dev.lakehouse.parquet.variant.Shredded.Fields;
import dev.lakehouse.parquet.variant.Shredded.Primitive;
import dev.lakehouse.parquet.variant.Shredded.Scalar;
import dev.lakehouse.parquet.variant.Shredded.Typed;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Puts the variants of a shredded column together, value by value. */
public final class Unshredder {
  private final VariantNames names;

  private Unshredder(VariantNames names) {
    this.names = names;
  }

  /**
   * The variants of {@code group}, a struct of {@code metadata} and then what {@code shredded}
   * describes.
   *
   * @throws DamagedDataException if a value and its typed value contradict each other
   */
  public static VariantColumn join(StructColumn group, Shredded shredded) {
    BytesColumn metadata = BytesColumn.of(group.child(0));
    List<Column> parts = group.children().subList(1, group.children().size());
    int[] offsets = new int[group.size() + 1];
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    for (int row = 0; row < group.size(); row++) {
      if (!group.isNull(row)) {
        data.writeBytes(join(metadata, parts, shredded, row));
      }
      offsets[row + 1] = data.size();
    }
    BytesColumn values =
        new BytesColumn(DataType.BINARY, offsets, data.toByteArray(), null, group.size());
    return new VariantColumn(metadata, values, group.validity(), group.size());
  }

  private static byte[] join(BytesColumn metadata, List<Column> parts, Shredded shredded, int row) {
    if (shredded.typed() == null || parts.get(parts.size() - 1).isNull(row)) {
      byte[] value = shredded.hasValue() ? bytes(parts.get(0), row) : null;
      return value == null ? VariantBytes.NULL : value;
    }
    byte[] value =
        new Unshredder(VariantNames.read(metadata.copy(row))).value(parts, shredded, row);
    return value == null ? VariantBytes.NULL : value;
  }

  private static byte @Nullable [] bytes(Column column, int row) {
    if (column.isNull(row)) {
      return null;
    }
    return column instanceof DictionaryColumn dictionary
        ? dictionary.dictionary().copy(dictionary.codes()[row])
        : ((BytesColumn) column).copy(row);
  }

  /** The value at {@code row}; null if it is missing. */
  private byte @Nullable [] value(List<Column> parts, Shredded shredded, int row) {
    byte[] value = shredded.hasValue() ? bytes(parts.get(0), row) : null;
    Typed typed = shredded.typed();
    Column column = parts.get(parts.size() - 1);
    if (typed == null || column.isNull(row)) {
      return value;
    }
    if (typed instanceof Fields fields) {
      return object((StructColumn) column, fields, value, row);
    }
    if (value != null) {
      throw new DamagedDataException("a variant of it has both a value and a typed value");
    }
    return typed instanceof Elements elements
        ? array((ListColumn) column, elements.element(), row)
        : scalar(column, ((Scalar) typed).type(), row);
  }

  private byte[] array(ListColumn list, Shredded element, int row) {
    StructColumn elements = (StructColumn) list.elements();
    List<byte[]> values = new ArrayList<>();
    for (int i = list.offsets()[row]; i < list.offsets()[row + 1]; i++) {
      byte[] value = value(elements.children(), element, i);
      values.add(value == null ? VariantBytes.NULL : value);
    }
    return VariantBytes.array(values);
  }

  private byte[] object(StructColumn struct, Fields fields, byte @Nullable [] rest, int row) {
    Map<String, byte[]> values = new TreeMap<>(Unshredder::compareUtf8);
    if (rest != null) {
      addFields(rest, values);
    }
    for (int i = 0; i < fields.names().size(); i++) {
      StructColumn field = (StructColumn) struct.child(i);
      byte[] value =
          field.isNull(row) ? null : value(field.children(), fields.fields().get(i), row);
      if (value != null) {
        values.put(fields.names().get(i), value);
      }
    }
    List<Integer> ids = values.keySet().stream().map(names::id).toList();
    return VariantBytes.object(ids, List.copyOf(values.values()));
  }

  private static int compareUtf8(String left, String right) {
    return Arrays.compareUnsigned(
        left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
  }

  private void addFields(byte[] object, Map<String, byte[]> values) {
    if (!VariantBytes.isObject(object)) {
      throw new DamagedDataException(
          "a variant of it has shredded fields, but its value is no object");
    }
    VariantObject fields = VariantObject.read(object);
    for (int i = 0; i < fields.ids().length; i++) {
      values.put(names.name(fields.ids()[i]), fields.values()[i]);
    }
  }

  private static byte[] scalar(Column column, Primitive type, int row) {
    return switch (type) {
      case BOOLEAN ->
          VariantBytes.primitive(((BooleanColumn) column).values()[row] ? 1 : 2, new byte[0]);
      case INT8 -> number(type, ((IntColumn) column).values()[row], 1);
      case INT16 -> number(type, ((IntColumn) column).values()[row], 2);
      case INT32, DATE -> number(type, ((IntColumn) column).values()[row], 4);
      case INT64, TIMESTAMP, TIMESTAMP_NTZ, TIME, TIMESTAMP_NANOS, TIMESTAMP_NTZ_NANOS ->
          number(type, ((LongColumn) column).values()[row], 8);
      case FLOAT -> number(type, Float.floatToRawIntBits(((FloatColumn) column).values()[row]), 4);
      case DOUBLE ->
          number(type, Double.doubleToRawLongBits(((DoubleColumn) column).values()[row]), 8);
      case DECIMAL4 -> decimal(type, (LongColumn) column, row, 4);
      case DECIMAL8 -> decimal(type, (LongColumn) column, row, 8);
      case DECIMAL16 -> decimal((Decimal128Column) column, row);
      case STRING -> VariantBytes.string(present(column, row));
      case BINARY -> VariantBytes.sized(type.code(), present(column, row));
      case UUID -> VariantBytes.primitive(type.code(), present(column, row));
    };
  }

  private static byte[] present(Column column, int row) {
    byte[] bytes = bytes(column, row);
    return bytes == null ? new byte[0] : bytes;
  }

  private static byte[] number(Primitive type, long number, int width) {
    return VariantBytes.primitive(type.code(), VariantBytes.littleEndian(number, width));
  }

  private static byte[] decimal(Primitive type, LongColumn column, int row, int width) {
    byte[] body = new byte[1 + width];
    body[0] = (byte) ((DecimalType) column.type()).scale();
    System.arraycopy(VariantBytes.littleEndian(column.values()[row], width), 0, body, 1, width);
    return VariantBytes.primitive(type.code(), body);
  }

  private static byte[] decimal(Decimal128Column column, int row) {
    byte[] body = new byte[17];
    body[0] = (byte) column.type().scale();
    System.arraycopy(VariantBytes.littleEndian(column.low()[row], 8), 0, body, 1, 8);
    System.arraycopy(VariantBytes.littleEndian(column.high()[row], 8), 0, body, 9, 8);
    return VariantBytes.primitive(Primitive.DECIMAL16.code(), body);
  }
}
