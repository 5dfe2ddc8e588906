package dev.lakehouse.rules;

import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.ListColumn;
import dev.lakehouse.columnar.MapColumn;
import dev.lakehouse.columnar.StructColumn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How long the texts in a column may be, also those in nested values. */
sealed interface TextLimit {
  /** No limit. */
  TextLimit NONE = new None();

  /** The first text that is too long; null if there is none. */
  @Nullable TooLong find(Column column);

  /** A text that is too long, and in which row. */
  record TooLong(int row, String text, int limit) {}

  /** Of anything that is no text. */
  record None() implements TextLimit {
    @Override
    public @Nullable TooLong find(Column column) {
      return null;
    }
  }

  /** Of texts. */
  record Texts(int limit) implements TextLimit {
    @Override
    public @Nullable TooLong find(Column column) {
      if (column instanceof DictionaryColumn dictionary) {
        return find(dictionary);
      }
      BytesColumn texts = (BytesColumn) column;
      for (int i = 0; i < texts.size(); i++) {
        if (texts.length(i) > limit && !texts.isNull(i) && isTooLong(texts, i)) {
          return new TooLong(i, texts.string(i), limit);
        }
      }
      return null;
    }

    private @Nullable TooLong find(DictionaryColumn column) {
      BytesColumn entries = column.dictionary();
      boolean[] tooLong = new boolean[entries.size()];
      boolean any = false;
      for (int i = 0; i < tooLong.length; i++) {
        tooLong[i] = entries.length(i) > limit && isTooLong(entries, i);
        any |= tooLong[i];
      }
      for (int i = 0; any && i < column.size(); i++) {
        if (!column.isNull(i) && tooLong[column.codes()[i]]) {
          return new TooLong(i, entries.string(column.codes()[i]), limit);
        }
      }
      return null;
    }

    private boolean isTooLong(BytesColumn texts, int index) {
      byte[] data = texts.data();
      int characters = 0;
      for (int at = texts.offsets()[index]; at < texts.offsets()[index + 1]; at++) {
        characters += (data[at] & 0xC0) == 0x80 ? 0 : 1;
      }
      return characters > limit;
    }
  }

  /** Of structs, one limit a field. */
  record Fields(List<TextLimit> limits) implements TextLimit {
    @Override
    public @Nullable TooLong find(Column column) {
      StructColumn struct = (StructColumn) column;
      for (int i = 0; i < limits.size(); i++) {
        TooLong found = limits.get(i).find(struct.child(i));
        if (found != null) {
          return found;
        }
      }
      return null;
    }
  }

  /** Of arrays. */
  record Elements(TextLimit limit) implements TextLimit {
    @Override
    public @Nullable TooLong find(Column column) {
      ListColumn list = (ListColumn) column;
      return inElements(limit, list.elements(), list.offsets(), list.size());
    }
  }

  /** Of maps. */
  record Entries(TextLimit keys, TextLimit values) implements TextLimit {
    @Override
    public @Nullable TooLong find(Column column) {
      MapColumn map = (MapColumn) column;
      TooLong inKeys = inElements(keys, map.keys(), map.offsets(), map.size());
      return inKeys == null ? inElements(values, map.values(), map.offsets(), map.size()) : inKeys;
    }
  }

  private static @Nullable TooLong inElements(
      TextLimit limit, Column elements, int[] offsets, int size) {
    int from = offsets[0];
    TooLong found = limit.find(elements.slice(from, offsets[size] - from));
    return found == null
        ? null
        : new TooLong(
            RowOf.element(offsets, size, from + found.row()), found.text(), found.limit());
  }
}
