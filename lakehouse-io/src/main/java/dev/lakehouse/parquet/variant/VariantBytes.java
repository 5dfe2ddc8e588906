package dev.lakehouse.parquet.variant;

import dev.lakehouse.parquet.DamagedDataException;
import java.io.ByteArrayOutputStream;
import java.util.List;

/** The binary encoding of variant values. */
final class VariantBytes {
  static final byte[] NULL = {0};

  private static final int SHORT_STRING = 1;
  private static final int OBJECT = 2;
  private static final int ARRAY = 3;
  private static final int MAX_SHORT_STRING = 63;

  private VariantBytes() {}

  /** A value of {@code body.length} bytes behind the code of its type. */
  static byte[] primitive(int code, byte[] body) {
    byte[] value = new byte[1 + body.length];
    value[0] = (byte) (code << 2);
    System.arraycopy(body, 0, value, 1, body.length);
    return value;
  }

  /** Text, short or long. */
  static byte[] string(byte[] utf8) {
    if (utf8.length > MAX_SHORT_STRING) {
      return sized(Shredded.Primitive.STRING.code(), utf8);
    }
    byte[] value = primitive(0, utf8);
    value[0] = (byte) (utf8.length << 2 | SHORT_STRING);
    return value;
  }

  /** Bytes behind their number. */
  static byte[] sized(int code, byte[] bytes) {
    ByteArrayOutputStream value = new ByteArrayOutputStream(5 + bytes.length);
    value.write(code << 2);
    writeNumber(value, bytes.length, 4);
    value.writeBytes(bytes);
    return value.toByteArray();
  }

  /** The lowest {@code width} bytes of {@code number}, lowest first. */
  static byte[] littleEndian(long number, int width) {
    byte[] bytes = new byte[width];
    for (int i = 0; i < width; i++) {
      bytes[i] = (byte) (number >>> 8 * i);
    }
    return bytes;
  }

  /** An array of {@code elements}. */
  static byte[] array(List<byte[]> elements) {
    int offsetSize = width(total(elements));
    boolean large = elements.size() > 255;
    ByteArrayOutputStream value = new ByteArrayOutputStream();
    value.write(((large ? 4 : 0) | offsetSize - 1) << 2 | ARRAY);
    writeNumber(value, elements.size(), large ? 4 : 1);
    writeOffsets(value, elements, offsetSize);
    elements.forEach(value::writeBytes);
    return value.toByteArray();
  }

  /** An object of fields with these ids and values, already in the order of their names. */
  static byte[] object(List<Integer> ids, List<byte[]> values) {
    int offsetSize = width(total(values));
    int idSize = width(ids.stream().mapToInt(Integer::intValue).max().orElse(0));
    boolean large = ids.size() > 255;
    ByteArrayOutputStream value = new ByteArrayOutputStream();
    value.write(((large ? 16 : 0) | (idSize - 1) << 2 | offsetSize - 1) << 2 | OBJECT);
    writeNumber(value, ids.size(), large ? 4 : 1);
    ids.forEach(id -> writeNumber(value, id, idSize));
    writeOffsets(value, values, offsetSize);
    values.forEach(value::writeBytes);
    return value.toByteArray();
  }

  private static long total(List<byte[]> values) {
    return values.stream().mapToLong(value -> value.length).sum();
  }

  private static void writeOffsets(
      ByteArrayOutputStream value, List<byte[]> elements, int offsetSize) {
    int offset = 0;
    for (byte[] element : elements) {
      writeNumber(value, offset, offsetSize);
      offset += element.length;
    }
    writeNumber(value, offset, offsetSize);
  }

  private static void writeNumber(ByteArrayOutputStream value, int number, int width) {
    for (int i = 0; i < width; i++) {
      value.write(number >>> 8 * i);
    }
  }

  private static int width(long number) {
    if (number > Integer.MAX_VALUE - 1024) {
      throw new DamagedDataException("a variant of it has " + number + " bytes");
    }
    return number < 1 << 8 ? 1 : number < 1 << 16 ? 2 : number < 1 << 24 ? 3 : 4;
  }

  /** The unsigned number of {@code width} bytes, which must fit an int. */
  static int readNumber(byte[] bytes, int at, int width) {
    long number = 0;
    for (int i = 0; i < width; i++) {
      number |= (bytes[at + i] & 0xFFL) << 8 * i;
    }
    if (number > Integer.MAX_VALUE) {
      throw new DamagedDataException("a variant of it has an offset of " + number);
    }
    return (int) number;
  }

  static boolean isObject(byte[] value) {
    return value.length > 0 && (value[0] & 3) == OBJECT;
  }
}
