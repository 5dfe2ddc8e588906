package dev.lakehouse.log.dv;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes as printable text, four bytes to five characters. Source: ZeroMQ RFC 32. */
final class Z85 {
  private static final byte[] DIGITS =
      "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"
          .getBytes(StandardCharsets.US_ASCII);

  private Z85() {}

  /** The text of {@code bytes}, filled up with zeros to a multiple of four. */
  static String encode(byte[] bytes) {
    int words = (bytes.length + 3) / 4;
    byte[] padded = Arrays.copyOf(bytes, 4 * words);
    byte[] text = new byte[5 * words];
    for (int i = 0; i < words; i++) {
      long value = 0;
      for (int j = 0; j < 4; j++) {
        value = value << 8 | (padded[4 * i + j] & 0xFF);
      }
      for (int j = 4; j >= 0; j--) {
        text[5 * i + j] = DIGITS[(int) (value % 85)];
        value /= 85;
      }
    }
    return new String(text, StandardCharsets.US_ASCII);
  }

  /**
   * The bytes of {@code text}.
   *
   * @throws IllegalArgumentException if it is no such text
   */
  static byte[] decode(String text) {
    if (text.length() % 5 != 0) {
      throw new IllegalArgumentException("a text of " + text.length() + " characters is no Z85");
    }
    byte[] bytes = new byte[text.length() / 5 * 4];
    for (int i = 0; i < text.length() / 5; i++) {
      long value = 0;
      for (int j = 0; j < 5; j++) {
        value = 85 * value + digit(text.charAt(5 * i + j));
      }
      if (value > 0xFFFFFFFFL) {
        throw new IllegalArgumentException("'" + text + "' is no Z85");
      }
      for (int j = 3; j >= 0; j--) {
        bytes[4 * i + j] = (byte) value;
        value >>>= 8;
      }
    }
    return bytes;
  }

  private static int digit(char c) {
    for (int i = 0; i < DIGITS.length; i++) {
      if (DIGITS[i] == c) {
        return i;
      }
    }
    throw new IllegalArgumentException("'" + c + "' is no character of Z85");
  }
}
