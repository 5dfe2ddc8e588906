package dev.lakehouse.columnar;

import dev.lakehouse.types.MapType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Maps.
 *
 * @param type the map type
 * @param offsets map {@code i} holds the entries {@code offsets[i]} up to {@code offsets[i + 1]},
 *     exclusive; at least {@code size + 1} long; a null takes no entries
 * @param keys the keys of all maps, one after the other, never null
 * @param values the value of each key
 * @param validity which maps are there; null if all are
 * @param size how many maps there are
 */
public record MapColumn(
    MapType type, int[] offsets, Column keys, Column values, @Nullable Validity validity, int size)
    implements Column {
  /** Shares keys and values. */
  @Override
  public MapColumn slice(int from, int newSize) {
    int[] sliced = Arrays.copyOfRange(offsets, from, from + newSize + 1);
    return new MapColumn(
        type, sliced, keys, values, Validity.slice(validity, from, newSize), newSize);
  }

  @Override
  public MapColumn gather(int[] rows, int count) {
    Ranges ranges = Ranges.of(offsets, rows, count);
    int[] positions = ranges.positions();
    return new MapColumn(
        type,
        ranges.offsets(),
        keys.gather(positions, positions.length),
        values.gather(positions, positions.length),
        Validity.gather(validity, rows, count),
        count);
  }

  @Override
  public long bytes() {
    return 4L * size + keys.bytes() + values.bytes() + (validity == null ? 0 : size >>> 3);
  }
}
