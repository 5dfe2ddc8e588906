package dev.lakehouse.log.stats;

import java.nio.charset.StandardCharsets;

/**
 * A place in JSON text. Moves over names and values without making objects of them; a method that
 * gives false found no JSON there, and the text is given up.
 */
final class JsonCursor {
  /** What a value is, by its first byte. */
  enum Kind {
    OBJECT,
    ARRAY,
    TEXT,
    NUMBER,
    WORD,
    NONE
  }

  byte[] data = new byte[0];
  private int at;
  private int end;
  private int valueStart;
  private int valueEnd;
  private boolean escaped;

  void reset(byte[] newData, int from, int to) {
    data = newData;
    at = from;
    end = to;
  }

  /** The kind of the value that comes next, blanks passed over. */
  Kind kind() {
    skipBlanks();
    if (at >= end) {
      return Kind.NONE;
    }
    return switch (data[at]) {
      case '{' -> Kind.OBJECT;
      case '[' -> Kind.ARRAY;
      case '"' -> Kind.TEXT;
      case 't', 'f', 'n' -> Kind.WORD;
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> Kind.NUMBER;
      default -> Kind.NONE;
    };
  }

  private void skipBlanks() {
    while (at < end && data[at] <= ' ' && data[at] >= 0) {
      at++;
    }
  }

  /** Passes {@code expected} and blanks before it. */
  boolean take(char expected) {
    skipBlanks();
    if (at < end && data[at] == expected) {
      at++;
      return true;
    }
    return false;
  }

  /** True if the next byte, blanks passed over, is {@code expected}, which is not passed. */
  boolean isAt(char expected) {
    skipBlanks();
    return at < end && data[at] == expected;
  }

  /** Passes a text, whose content is then the value. */
  boolean takeText() {
    if (!take('"')) {
      return false;
    }
    valueStart = at;
    escaped = false;
    while (at < end) {
      byte b = data[at++];
      if (b == '"') {
        valueEnd = at - 1;
        return true;
      } else if (b == '\\') {
        escaped = true;
        at++;
      }
    }
    return false;
  }

  /** Passes a number, {@code true}, {@code false} or {@code null}, which is then the value. */
  boolean takeScalar() {
    skipBlanks();
    valueStart = at;
    escaped = false;
    while (at < end && data[at] != ',' && data[at] != '}' && data[at] != ']' && data[at] > ' ') {
      at++;
    }
    valueEnd = at;
    // At the very end a number may have been cut.
    return valueEnd > valueStart && at < end;
  }

  /** Passes a value of any kind. */
  boolean skip() {
    return switch (kind()) {
      case TEXT -> takeText();
      case NUMBER, WORD -> takeScalar();
      case OBJECT, ARRAY -> skipNested();
      case NONE -> false;
    };
  }

  private boolean skipNested() {
    int depth = 0;
    while (at < end) {
      byte b = data[at];
      if (b == '"') {
        if (!takeText()) {
          return false;
        }
        continue;
      }
      at++;
      if (b == '{' || b == '[') {
        depth++;
      } else if ((b == '}' || b == ']') && --depth == 0) {
        return true;
      }
    }
    return false;
  }

  /** True if the value, taken before, is {@code expected}. */
  boolean valueIs(byte[] expected) {
    if (escaped) {
      return text().equals(new String(expected, StandardCharsets.UTF_8));
    }
    if (valueEnd - valueStart != expected.length) {
      return false;
    }
    for (int i = 0; i < expected.length; i++) {
      if (data[valueStart + i] != expected[i]) {
        return false;
      }
    }
    return true;
  }

  int valueStart() {
    return valueStart;
  }

  int valueEnd() {
    return valueEnd;
  }

  /** True if the value is a text with escapes, so that its bytes are not its content. */
  boolean isEscaped() {
    return escaped;
  }

  /** The value as a text, escapes resolved. */
  String text() {
    String raw = new String(data, valueStart, valueEnd - valueStart, StandardCharsets.UTF_8);
    return escaped ? unescape(raw) : raw;
  }

  private static String unescape(String raw) {
    StringBuilder text = new StringBuilder(raw.length());
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c != '\\' || i + 1 == raw.length()) {
        text.append(c);
        continue;
      }
      char kind = raw.charAt(++i);
      switch (kind) {
        case 'n' -> text.append('\n');
        case 't' -> text.append('\t');
        case 'r' -> text.append('\r');
        case 'b' -> text.append('\b');
        case 'f' -> text.append('\f');
        case 'u' -> {
          text.append((char) hex(raw, i + 1));
          i += 4;
        }
        default -> text.append(kind);
      }
    }
    return text.toString();
  }

  private static int hex(String raw, int from) {
    int value = 0;
    for (int i = from; i < from + 4 && i < raw.length(); i++) {
      value = value << 4 | Math.max(0, Character.digit(raw.charAt(i), 16));
    }
    return value;
  }
}
