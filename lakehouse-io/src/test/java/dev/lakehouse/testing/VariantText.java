package dev.lakehouse.testing;

import dev.lakehouse.columnar.Variant;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * The value of a variant as text that does not depend on how its names and fields are laid out.
 * Written from the specification, with nothing of the library in it.
 */
public final class VariantText {
  private final ByteBuffer metadata;
  private final ByteBuffer bytes;

  private VariantText(byte[] metadata, byte[] value) {
    this.metadata = ByteBuffer.wrap(metadata).order(ByteOrder.LITTLE_ENDIAN);
    this.bytes = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The text of a variant. */
  public static String of(Variant variant) {
    return new VariantText(variant.metadata(), variant.value()).value(0);
  }

  /** The variant whose metadata stands before its value in {@code both}. */
  public static Variant split(byte[] both) {
    ByteBuffer buffer = ByteBuffer.wrap(both).order(ByteOrder.LITTLE_ENDIAN);
    int width = (both[0] >> 6 & 3) + 1;
    int count = number(buffer, 1, width);
    int names = 1 + width + (count + 1) * width;
    int end = names + number(buffer, 1 + width + count * width, width);
    return new Variant(
        java.util.Arrays.copyOf(both, end), java.util.Arrays.copyOfRange(both, end, both.length));
  }

  private static int number(ByteBuffer buffer, int at, int width) {
    int number = 0;
    for (int i = 0; i < width; i++) {
      number |= (buffer.get(at + i) & 0xFF) << 8 * i;
    }
    return number;
  }

  private String name(int id) {
    int width = (metadata.get(0) >> 6 & 3) + 1;
    int count = number(metadata, 1, width);
    int names = 1 + width + (count + 1) * width;
    int from = number(metadata, 1 + width + id * width, width);
    int to = number(metadata, 1 + width + (id + 1) * width, width);
    return new String(metadata.array(), names + from, to - from, StandardCharsets.UTF_8);
  }

  private String value(int at) {
    int header = bytes.get(at) >> 2 & 0x3F;
    return switch (bytes.get(at) & 3) {
      case 0 -> primitive(header, at + 1);
      case 1 -> "string " + text(at + 1, header);
      case 2 -> object(header, at + 1);
      default -> array(header, at + 1);
    };
  }

  private String text(int at, int length) {
    return new String(bytes.array(), at, length, StandardCharsets.UTF_8);
  }

  private String object(int header, int at) {
    int offsetWidth = (header & 3) + 1;
    int idWidth = (header >> 2 & 3) + 1;
    int countWidth = (header & 16) != 0 ? 4 : 1;
    int count = number(bytes, at, countWidth);
    int ids = at + countWidth;
    int offsets = ids + count * idWidth;
    int values = offsets + (count + 1) * offsetWidth;
    Map<String, String> fields = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      String name = name(number(bytes, ids + i * idWidth, idWidth));
      fields.put(name, value(values + number(bytes, offsets + i * offsetWidth, offsetWidth)));
    }
    return fields.toString();
  }

  private String array(int header, int at) {
    int offsetWidth = (header & 3) + 1;
    int countWidth = (header & 4) != 0 ? 4 : 1;
    int count = number(bytes, at, countWidth);
    int offsets = at + countWidth;
    int values = offsets + (count + 1) * offsetWidth;
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < count; i++) {
      text.append(value(values + number(bytes, offsets + i * offsetWidth, offsetWidth)));
      text.append(", ");
    }
    return text.append(']').toString();
  }

  private String primitive(int type, int at) {
    return switch (type) {
      case 0 -> "null";
      case 1 -> "true";
      case 2 -> "false";
      case 3 -> "int8 " + bytes.get(at);
      case 4 -> "int16 " + bytes.getShort(at);
      case 5 -> "int32 " + bytes.getInt(at);
      case 6 -> "int64 " + bytes.getLong(at);
      case 7 -> "double " + bytes.getDouble(at);
      case 8 -> "decimal4 " + BigDecimal.valueOf(bytes.getInt(at + 1), bytes.get(at));
      case 9 -> "decimal8 " + BigDecimal.valueOf(bytes.getLong(at + 1), bytes.get(at));
      case 10 -> "decimal16 " + wideDecimal(at);
      case 11 -> "date " + bytes.getInt(at);
      case 14 -> "float " + bytes.getFloat(at);
      case 15 -> "binary " + hex(at + 4, bytes.getInt(at));
      case 16 -> "string " + text(at + 4, bytes.getInt(at));
      case 20 -> "uuid " + hex(at, 16);
      default -> "type " + type + " " + bytes.getLong(at);
    };
  }

  private BigDecimal wideDecimal(int at) {
    byte[] big = new byte[16];
    for (int i = 0; i < 16; i++) {
      big[15 - i] = bytes.get(at + 1 + i);
    }
    return new BigDecimal(new BigInteger(big), bytes.get(at));
  }

  private String hex(int at, int length) {
    return HexFormat.of().formatHex(bytes.array(), at, at + length);
  }
}
