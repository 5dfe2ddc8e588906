package dev.lakehouse.parquet.encode;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** How bounds of long byte strings and texts are cut short, for Parquet and for the Delta log. */
final class TextBounds {
  private static final int LAST_CODE_POINT = Character.MAX_CODE_POINT;
  private static final char ASCII_TIE_BREAKER = '\u007f';

  private TextBounds() {}

  /** A byte string that is not greater than the one of {@code length} bytes, and not longer. */
  static byte[] lower(byte[] data, int from, int length, int maxLength, boolean text) {
    int end = from + Math.min(length, maxLength);
    return Arrays.copyOfRange(
        data, from, length > maxLength && text ? begin(data, from, end) : end);
  }

  /**
   * A byte string that is not less than the one of {@code length} bytes, and hardly longer than
   * {@code maxLength}; null if there is none.
   */
  static byte @Nullable [] upper(byte[] data, int from, int length, int maxLength, boolean text) {
    if (length <= maxLength) {
      return Arrays.copyOfRange(data, from, from + length);
    }
    return text
        ? upperText(data, from, from + maxLength)
        : upperBytes(data, from, from + maxLength);
  }

  private static byte @Nullable [] upperBytes(byte[] data, int from, int end) {
    for (int at = end - 1; at >= from; at--) {
      if (data[at] != -1) {
        byte[] upper = Arrays.copyOfRange(data, from, at + 1);
        upper[at - from]++;
        return upper;
      }
    }
    return null;
  }

  private static byte @Nullable [] upperText(byte[] data, int from, int end) {
    String text = decode(data, from, begin(data, from, end));
    if (text == null) {
      return null;
    }
    for (int at = text.length(); at > 0; at = text.offsetByCodePoints(at, -1)) {
      int last = text.codePointBefore(at);
      if (last != LAST_CODE_POINT) {
        int next = last + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : last + 1;
        String head = text.substring(0, at - Character.charCount(last));
        return (head + Character.toString(next)).getBytes(StandardCharsets.UTF_8);
      }
    }
    return null;
  }

  /** The begin of the code point that would be cut at {@code end}. */
  private static int begin(byte[] data, int from, int end) {
    int at = end;
    while (at > from && (data[at] & 0xc0) == 0x80) {
      at--;
    }
    return at;
  }

  /** The text of some UTF-8; null if it is none. */
  static @Nullable String decode(byte[] data, int from, int end) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(data, from, end - from))
          .toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /** PROTOCOL by Spark's practice: the least text in the log has {@code prefix} code points. */
  static String logMin(String text, int prefix) {
    return text.codePointCount(0, text.length()) <= prefix
        ? text
        : text.substring(0, text.offsetByCodePoints(0, prefix));
  }

  /**
   * By Spark's practice: the greatest text in the log has {@code prefix} UTF-16 units and, if it
   * was cut, a tie-breaker that is greater than what was cut off. Null if there is no such text.
   */
  static @Nullable String logMax(String text, int prefix) {
    if (prefix == 0) {
      return null;
    }
    if (text.length() <= prefix) {
      return text;
    }
    int cut = Character.isLowSurrogate(text.charAt(prefix)) ? prefix - 1 : prefix;
    while (cut <= 2 * prefix) {
      if (cut >= text.length()) {
        return text;
      }
      if (text.codePointAt(cut) != LAST_CODE_POINT) {
        return text.substring(0, cut)
            + (text.charAt(cut) < ASCII_TIE_BREAKER
                ? String.valueOf(ASCII_TIE_BREAKER)
                : Character.toString(LAST_CODE_POINT));
      }
      cut += 2;
    }
    return null;
  }
}
