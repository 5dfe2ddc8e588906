package dev.lakehouse.expr.text;

import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.types.DataType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Collects texts, or bytes, value by value. Not thread-safe; used once. */
public final class TextSink {
  private static final int MAX_BYTES = Integer.MAX_VALUE - 8;

  private final int[] offsets;
  private byte[] data;
  private int values;
  private int length;

  /** A sink for {@code size} values of about {@code bytes} bytes in all. */
  public TextSink(int size, int bytes) {
    this.offsets = new int[size + 1];
    this.data = new byte[Math.max(16, bytes)];
  }

  /** Appends the bytes {@code source[from]} up to {@code source[to]}, exclusive. */
  public void append(byte[] source, int from, int to) {
    int count = to - from;
    ensure(count);
    System.arraycopy(source, from, data, length, count);
    length += count;
  }

  /** Appends {@code text} as UTF-8. */
  public void append(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    append(bytes, 0, bytes.length);
  }

  /** Appends one ASCII character. */
  public void append(char ascii) {
    ensure(1);
    data[length++] = (byte) ascii;
  }

  /** Appends a whole number in decimal digits. */
  public void append(long number) {
    if (number == Long.MIN_VALUE) {
      append("-9223372036854775808");
      return;
    }
    if (number < 0) {
      append('-');
    }
    appendPadded(Math.abs(number), 1);
  }

  /** Appends a number that is not negative, with zeros before it up to {@code width} digits. */
  public void appendPadded(long number, int width) {
    int digits = 1;
    for (long rest = number; rest >= 10; rest /= 10) {
      digits++;
    }
    int total = Math.max(digits, width);
    ensure(total);
    long rest = number;
    for (int i = length + total - 1; i >= length; i--) {
      data[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += total;
  }

  private void ensure(int more) {
    if (length + more > data.length || length + more < 0) {
      long wanted = Math.max((long) length + more, 2L * data.length);
      if ((long) length + more > MAX_BYTES) {
        throw new ArithmeticException("the texts of one batch take more than 2 GiB");
      }
      data = Arrays.copyOf(data, (int) Math.min(MAX_BYTES, wanted));
    }
  }

  /** Ends the current value. */
  public void end() {
    offsets[++values] = length;
  }

  /** The values so far, all of them ended. */
  public BytesColumn column(DataType type, @Nullable Validity validity) {
    return new BytesColumn(type, offsets, data, validity, values);
  }
}
