package dev.lakehouse.expr.string;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A pattern of LIKE over UTF-8: {@code %} stands for any text, {@code _} for one code point, the
 * escape character takes the meaning from the one after it. Immutable.
 */
public final class LikePattern {
  /** Literal text between the wild cards, or one of the two wild cards. */
  private static final byte[] ANY = new byte[0];

  private static final byte[] ONE = new byte[0];

  private final List<byte[]> parts;
  private final boolean onlyText;

  private LikePattern(List<byte[]> parts) {
    this.parts = parts;
    this.onlyText = parts.stream().noneMatch(part -> part == ONE);
  }

  /**
   * The pattern that {@code pattern} spells.
   *
   * @throws IllegalArgumentException if an escape stands at the end or before another character
   *     than {@code %}, {@code _} and itself
   */
  public static LikePattern parse(String pattern, int escape) {
    List<byte[]> parts = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (int at = 0; at < pattern.length(); at += Character.charCount(pattern.codePointAt(at))) {
      int c = pattern.codePointAt(at);
      if (c == escape) {
        at += Character.charCount(c);
        text.appendCodePoint(escaped(pattern, at, escape));
      } else if (c == '%' || c == '_') {
        flush(text, parts);
        parts.add(c == '%' ? ANY : ONE);
      } else {
        text.appendCodePoint(c);
      }
    }
    flush(text, parts);
    return new LikePattern(parts);
  }

  private static int escaped(String pattern, int at, int escape) {
    int c = at < pattern.length() ? pattern.codePointAt(at) : -1;
    if (c == '%' || c == '_' || c == escape) {
      return c;
    }
    throw new IllegalArgumentException(
        "the pattern '"
            + pattern
            + "' has the escape '"
            + Character.toString(escape)
            + (c < 0 ? "' at its end" : "' before '" + Character.toString(c) + "'")
            + "; it may stand before %, _ and itself");
  }

  private static void flush(StringBuilder text, List<byte[]> parts) {
    if (text.length() > 0) {
      parts.add(text.toString().getBytes(StandardCharsets.UTF_8));
      text.setLength(0);
    }
  }

  /** The text that every match begins with; may be empty. */
  public byte[] prefix() {
    return parts.isEmpty() || isWild(parts.get(0)) ? new byte[0] : parts.get(0);
  }

  /** True if the pattern has no wild card, so that only {@link #prefix()} itself matches. */
  public boolean isExact() {
    return parts.isEmpty() || (parts.size() == 1 && !isWild(parts.get(0)));
  }

  /** True if exactly the texts that begin with {@link #prefix()} match. */
  public boolean isPrefix() {
    int wild = parts.size() - 1;
    return wild >= 0 && wild <= 1 && parts.get(wild) == ANY && (wild == 0 || !isWild(parts.get(0)));
  }

  private static boolean isWild(byte[] part) {
    return part.length == 0;
  }

  /** Whether the UTF-8 text {@code data[from]} up to {@code data[to]}, exclusive, matches. */
  public boolean matches(byte[] data, int from, int to) {
    boolean simple = onlyText && parts.size() <= 3;
    return simple ? matchesText(data, from, to) : matches(data, from, to, 0);
  }

  /**
   * Patterns of the shapes {@code text}, {@code text%}, {@code %text}, {@code %text%}, {@code a%b}.
   */
  private boolean matchesText(byte[] data, int from, int to) {
    int start = from;
    int first = 0;
    int last = parts.size();
    if (first < last && !isWild(parts.get(first))) {
      if (!startsWith(data, start, to, parts.get(first))) {
        return false;
      }
      start += parts.get(first++).length;
    }
    if (first == last) {
      return start == to;
    }
    int end = to;
    if (!isWild(parts.get(last - 1))) {
      byte[] suffix = parts.get(--last);
      end -= suffix.length;
      if (end < start || !startsWith(data, end, to, suffix)) {
        return false;
      }
    }
    return matchesInner(data, start, end, first, last);
  }

  private boolean matchesInner(byte[] data, int from, int to, int first, int last) {
    int start = from;
    for (int i = first; i < last; i++) {
      if (!isWild(parts.get(i))) {
        int found = indexOf(data, start, to, parts.get(i));
        if (found < 0) {
          return false;
        }
        start = found + parts.get(i).length;
      }
    }
    return true;
  }

  /** The usual two-pointer match: on a mismatch only the last {@code %} takes one byte more. */
  private boolean matches(byte[] data, int from, int to, int firstPart) {
    int at = from;
    int part = firstPart;
    int retryPart = -1;
    int retryAt = from;
    while (true) {
      if (part == parts.size()) {
        if (at == to) {
          return true;
        }
      } else if (parts.get(part) == ANY) {
        retryPart = ++part;
        retryAt = at;
        continue;
      } else {
        int length = matchOne(data, at, to, parts.get(part));
        if (length >= 0) {
          at += length;
          part++;
          continue;
        }
      }
      if (retryPart < 0 || retryAt >= to) {
        return false;
      }
      retryAt += Utf8.length(data[retryAt]);
      at = retryAt;
      part = retryPart;
    }
  }

  /** How many bytes {@code part} takes at {@code at}; -1 if it does not match there. */
  private static int matchOne(byte[] data, int at, int to, byte[] part) {
    if (part == ONE) {
      return at < to ? Math.min(Utf8.length(data[at]), to - at) : -1;
    }
    return startsWith(data, at, to, part) ? part.length : -1;
  }

  private static boolean startsWith(byte[] data, int at, int to, byte[] text) {
    return to - at >= text.length
        && Arrays.equals(data, at, at + text.length, text, 0, text.length);
  }

  private static int indexOf(byte[] data, int from, int to, byte[] text) {
    byte first = text[0];
    for (int at = from; at <= to - text.length; at++) {
      if (data[at] == first && startsWith(data, at, to, text)) {
        return at;
      }
    }
    return -1;
  }

  @Override
  public String toString() {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      if (isWild(part)) {
        text.write(part == ANY ? '%' : '_');
      } else {
        text.write(part, 0, part.length);
      }
    }
    return text.toString(StandardCharsets.UTF_8);
  }
}
