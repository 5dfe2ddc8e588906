package dev.lakehouse.log.replay;

import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.MapColumn;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.log.files.FileBlockBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns maps of partition values into the codes of a block. The usual map, of one entry whose value
 * comes from a dictionary, is looked up by its place in the dictionary.
 */
final class TupleCodes {
  private final FileBlockBuilder builder;
  private final Map<Map<String, @Nullable String>, Integer> known = new LinkedHashMap<>();
  private @Nullable BytesColumn dictionary;
  private byte[] dictionaryKey = new byte[0];
  private @Nullable BytesColumn keyDictionary;
  private int keyPlace;
  private int[] byPlace = new int[0];

  TupleCodes(FileBlockBuilder builder) {
    this.builder = builder;
  }

  /** The code of the map at {@code row}. */
  int code(MapColumn maps, int row) {
    int from = maps.offsets()[row];
    int to = maps.isNull(row) ? from : maps.offsets()[row + 1];
    if (to - from == 1
        && maps.values() instanceof DictionaryColumn values
        && !values.isNull(from)) {
      return codeOfOne(maps.keys(), values, from);
    }
    Map<String, @Nullable String> tuple = new LinkedHashMap<>();
    for (int i = from; i < to; i++) {
      tuple.put(text(maps.keys(), i), (String) Values.get(maps.values(), i));
    }
    return code(tuple);
  }

  @SuppressWarnings("ReferenceEquality") // The same dictionary, not an equal one.
  private int codeOfOne(Column keys, DictionaryColumn values, int entry) {
    if (values.dictionary() != dictionary || !isKey(keys, entry)) {
      dictionary = values.dictionary();
      keyDictionary = null;
      dictionaryKey = text(keys, entry).getBytes(StandardCharsets.UTF_8);
      byPlace = new int[values.dictionary().size()];
      Arrays.fill(byPlace, -1);
    }
    int place = values.codes()[entry];
    int code = byPlace[place];
    if (code < 0) {
      code = code(Map.of(text(keys, entry), values.dictionary().string(place)));
      byPlace[place] = code;
    }
    return code;
  }

  @SuppressWarnings("ReferenceEquality") // The same dictionary, not an equal one.
  private boolean isKey(Column keys, int entry) {
    if (!(keys instanceof DictionaryColumn codes)) {
      return isKey((BytesColumn) keys, entry);
    }
    int place = codes.codes()[entry];
    if (codes.dictionary() == keyDictionary && place == keyPlace) {
      return true;
    }
    boolean isKey = isKey(codes.dictionary(), place);
    keyDictionary = isKey ? codes.dictionary() : null;
    keyPlace = place;
    return isKey;
  }

  private boolean isKey(BytesColumn texts, int at) {
    return Arrays.equals(
        texts.data(),
        texts.offsets()[at],
        texts.offsets()[at + 1],
        dictionaryKey,
        0,
        dictionaryKey.length);
  }

  private int code(Map<String, @Nullable String> tuple) {
    return known.computeIfAbsent(tuple, builder::tupleCode);
  }

  private static String text(Column column, int index) {
    Object text = Values.get(column, index);
    return text == null ? "" : (String) text;
  }
}
