package dev.lakehouse.rows;

import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.types.DataType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Fills STRING columns: with codes into a dictionary that grows from batch to batch while the texts
 * are few, flat when they are many.
 */
final class TextFiller implements ColumnFiller {
  private static final int MAX_TEXTS = 1024;
  private static final int MAX_DICTIONARY_BYTES = 64 << 10;
  private static final int SLOTS = 4 * MAX_TEXTS;

  private final Getter.Objects getter;
  private @Nullable Dictionary dictionary = new Dictionary();

  TextFiller(Getter getter) {
    this.getter = (Getter.Objects) getter;
  }

  @Override
  public Column fill(@Nullable Object[] objects, int count, int maxBytes) {
    @Nullable String[] texts = texts(objects, count);
    if (dictionary != null) {
      Column column = dictionary.fill(texts, count);
      if (column != null) {
        return column;
      }
      dictionary = null;
    }
    return flat(texts, count, maxBytes);
  }

  private @Nullable String[] texts(@Nullable Object[] objects, int count) {
    @Nullable String[] texts = new String[count];
    for (int i = 0; i < count; i++) {
      Object object = objects[i];
      Object value = object == null ? null : getter.get().apply(object);
      if (value != null && !(value instanceof String)) {
        throw new Misfit(i, "a string does not hold " + Misfit.shown(value));
      }
      texts[i] = (String) value;
    }
    return texts;
  }

  private static Column flat(@Nullable String[] texts, int count, int maxBytes) {
    int[] offsets = new int[count + 1];
    byte[] data = new byte[16 * count];
    Nulls nulls = new Nulls(count);
    int end = 0;
    for (int i = 0; i < count; i++) {
      String text = texts[i];
      if (text == null) {
        nulls.set(i);
      } else {
        byte[] bytes = utf8(i, text);
        if (bytes.length > maxBytes - end) {
          throw new TooWide();
        }
        data = withRoom(data, end, bytes.length);
        System.arraycopy(bytes, 0, data, end, bytes.length);
        end += bytes.length;
      }
      offsets[i + 1] = end;
    }
    return new BytesColumn(DataType.STRING, offsets, data, nulls.validity(), count);
  }

  static byte[] withRoom(byte[] data, int end, int more) {
    return end + more <= data.length ? data : Arrays.copyOf(data, grown(end + more));
  }

  private static int grown(int needed) {
    return (int) Math.min(Integer.MAX_VALUE - 8, needed + (long) needed / 2 + 64);
  }

  private static byte[] utf8(int index, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    // The JDK writes a question mark for half of a surrogate pair, which must not become data.
    if (bytes.length != text.length() || hasQuestionMark(bytes)) {
      requireWhole(index, text);
    }
    return bytes;
  }

  private static boolean hasQuestionMark(byte[] bytes) {
    boolean found = false;
    for (byte b : bytes) {
      found |= b == '?';
    }
    return found;
  }

  private static void requireWhole(int index, String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        throw new Misfit(
            index,
            "the text has half of a surrogate pair, \\u"
                + Integer.toHexString(c)
                + ", at its character "
                + i
                + ", which UTF-8 cannot write");
      }
    }
  }

  /** Texts seen so far, found again by identity in the usual case. */
  private static final class Dictionary {
    private final @Nullable String[] texts = new String[SLOTS];
    private final int[] codes = new int[SLOTS];
    private int[] offsets = new int[MAX_TEXTS + 1];
    private byte[] data = new byte[1024];
    private int size;
    private BytesColumn values = new BytesColumn(DataType.STRING, offsets, data, null, 0);

    /** The column, or null if the texts are too many for a dictionary. */
    @Nullable Column fill(@Nullable String[] rows, int count) {
      int[] filled = new int[count];
      Nulls nulls = new Nulls(count);
      for (int i = 0; i < count; i++) {
        String text = rows[i];
        if (text == null) {
          nulls.set(i);
        } else {
          int code = code(i, text);
          if (code < 0) {
            return null;
          }
          filled[i] = code;
        }
      }
      if (values.size() != size) {
        values = new BytesColumn(DataType.STRING, offsets, data, null, size);
      }
      return new DictionaryColumn(filled, values, nulls.validity(), count);
    }

    @SuppressWarnings("ReferenceEquality")
    private int code(int index, String text) {
      int hash = text.hashCode();
      int slot = (hash ^ hash >>> 15) & SLOTS - 1;
      for (String known = texts[slot]; known != null; known = texts[slot]) {
        if (known == text || (known.hashCode() == hash && known.equals(text))) {
          return codes[slot];
        }
        slot = slot + 1 & SLOTS - 1;
      }
      return add(index, slot, text);
    }

    private int add(int index, int slot, String text) {
      byte[] bytes = size < MAX_TEXTS ? utf8(index, text) : new byte[0];
      int end = offsets[size];
      if (size == MAX_TEXTS || end + bytes.length > MAX_DICTIONARY_BYTES) {
        return -1;
      }
      // Columns handed out share both arrays: what they see of them is never written again.
      data = withRoom(data, end, bytes.length);
      System.arraycopy(bytes, 0, data, end, bytes.length);
      offsets[size + 1] = end + bytes.length;
      texts[slot] = text;
      codes[slot] = size;
      return size++;
    }
  }
}
