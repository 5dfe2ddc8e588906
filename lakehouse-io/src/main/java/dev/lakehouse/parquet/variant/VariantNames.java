package dev.lakehouse.parquet.variant;

import dev.lakehouse.parquet.DamagedDataException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The names of fields that the metadata of a variant holds, both ways. */
final class VariantNames {
  private final String[] names;
  private final Map<String, Integer> ids = new HashMap<>();

  private VariantNames(String[] names) {
    this.names = names;
    for (int i = 0; i < names.length; i++) {
      ids.putIfAbsent(names[i], i);
    }
  }

  static VariantNames read(byte[] metadata) {
    if (metadata.length == 0 || (metadata[0] & 0xF) != 1) {
      throw new DamagedDataException("the metadata of a variant of it is of no known version");
    }
    int width = (metadata[0] >>> 6 & 3) + 1;
    int count = VariantBytes.readNumber(metadata, 1, width);
    long first = 1 + width + (count + 1L) * width;
    if (first > metadata.length) {
      throw new DamagedDataException("the metadata of a variant of it ends inside a name");
    }
    String[] names = new String[count];
    int offsets = 1 + width;
    for (int i = 0; i < count; i++) {
      int from = VariantBytes.readNumber(metadata, offsets + i * width, width);
      int to = VariantBytes.readNumber(metadata, offsets + (i + 1) * width, width);
      names[i] = new String(metadata, (int) first + from, to - from, StandardCharsets.UTF_8);
    }
    return new VariantNames(names);
  }

  String name(int id) {
    if (id >= names.length) {
      throw new DamagedDataException("a variant of it has a field without a name");
    }
    return names[id];
  }

  int id(String name) {
    Integer id = ids.get(name);
    if (id == null) {
      throw new DamagedDataException(
          "the metadata of a variant of it lacks the name '" + name + "'");
    }
    return id;
  }
}
