package dev.lakehouse.parquet.decode;

import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.parquet.DamagedDataException;
import dev.lakehouse.parquet.LeafType;
import dev.lakehouse.types.DataType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Values of {@code STRING} and {@code BINARY}. As long as all pages use the dictionary the column
 * keeps it; with the first other page its values are written out.
 */
final class BytesValues extends LeafValues {
  private static final long MAX_GUESS = 1 << 20;
  private static final int[] NO_CODES = {};

  private final DataType target;
  private @Nullable BytesColumn dictionary;
  private int longest;

  private int capacity;
  private boolean flat;
  private int[] codes = NO_CODES;
  private int[] offsets = new int[1];
  private byte[] data = new byte[0];
  private long bytes;

  BytesValues(LeafType type, DataType target) {
    super(type);
    this.target = target;
  }

  @Override
  void loadDictionary(ValuePage page, int count) {
    BytesSource source = source(page);
    int[] ends = new int[count + 1];
    byte[] entries = new byte[PageBytes.SLACK];
    longest = 0;
    for (int done = 0; done < count; done += source.taken) {
      source.peek(Math.min(ID_STEP, count - done), Long.MAX_VALUE);
      entries = withRoom(entries, ends[done], source.peekedBytes);
      source.read(entries, ends[done]);
      for (int i = 0; i < source.taken; i++) {
        ends[done + i + 1] = ends[done + i] + source.lengths[i];
        longest = Math.max(longest, source.lengths[i]);
      }
    }
    dictionary = new BytesColumn(target, ends, entries, null, count);
  }

  private BytesSource source(ValuePage page) {
    if (page instanceof ValuePage.ByteArrays arrays) {
      return arrays.source();
    } else if (page instanceof ValuePage.Plain plain) {
      return plain.asByteArrays();
    }
    throw unfit(page, "byte arrays");
  }

  @Override
  public void clearDictionary() {
    dictionary = null;
  }

  @Override
  void allocate(int capacity) {
    this.capacity = capacity;
    flat = false;
    bytes = 0;
    codes = NO_CODES;
    offsets = new int[1];
    data = new byte[0];
  }

  @Override
  public int fit(int count, long maxBytes) {
    return size == 0
        ? Math.max(1, fitInto(count, maxBytes))
        : fitInto(count, Math.max(0, maxBytes - bytes));
  }

  private int fitInto(int count, long room) {
    if (!(currentPage() instanceof ValuePage.Ids ids)) {
      return source(currentPage()).peek(count, room);
    }
    if ((long) count * longest <= room) {
      return count;
    }
    return fitIds(ids.reader().copy(), dictionaryOf(dictionary), count, room);
  }

  private static int fitIds(RunLengthReader ids, BytesColumn entries, int count, long room) {
    int[] id = new int[1];
    long total = 0;
    for (int i = 0; i < count; i++) {
      ids.read(id, 0, 1);
      total += entries.length(id[0]);
      if (total > room) {
        return i;
      }
    }
    return count;
  }

  @Override
  void read(ValuePage page, int count) {
    if (page instanceof ValuePage.Ids ids) {
      if (flat) {
        flatten(ids, dictionaryOf(dictionary), count);
      } else {
        readCodes(ids, dictionaryOf(dictionary), count);
      }
    } else {
      if (!flat) {
        writeOut();
      }
      readBytes(source(page), count);
    }
  }

  private void readCodes(ValuePage.Ids page, BytesColumn entries, int count) {
    if (size + count > codes.length) {
      int needed = Math.max(capacity, size + count);
      codes = Arrays.copyOf(codes, size == 0 ? needed : grown(codes.length, needed));
    }
    page.reader().read(codes, size, count);
    int limit = entries.size();
    int worst = 0;
    for (int i = size; i < size + count; i++) {
      worst |= codes[i] | (limit - 1 - codes[i]);
    }
    if (worst < 0) {
      throw new DamagedDataException("an index is not in its dictionary of " + limit + " values");
    }
    bytes += (long) count * longest;
  }

  /** Turns the codes so far into bytes. */
  private void writeOut() {
    flat = true;
    offsets = new int[Math.max(capacity, size) + 1];
    bytes = 0;
    if (size > 0) {
      append(codes, 0, size, dictionaryOf(dictionary));
    }
  }

  private void append(int[] ids, int at, int count, BytesColumn entries) {
    long total = 0;
    for (int i = 0; i < count; i++) {
      total += entries.length(ids[i]);
    }
    reserve(at, count, total);
    for (int i = 0; i < count; i++) {
      int length = entries.length(ids[i]);
      BytesSource.copy(entries.data(), entries.offsets()[ids[i]], data, offsets[at + i], length);
      offsets[at + i + 1] = offsets[at + i] + length;
    }
    bytes += total;
  }

  private void flatten(ValuePage.Ids page, BytesColumn entries, int count) {
    for (int done = 0; done < count; done += ID_STEP) {
      int step = Math.min(ID_STEP, count - done);
      append(ids(page, step), size + done, step, entries);
    }
  }

  private void readBytes(BytesSource source, int count) {
    int at = size;
    for (int rest = count; rest > 0; rest -= source.taken) {
      if (source.peeked == 0 || source.peeked > rest) {
        source.peek(rest, Long.MAX_VALUE);
      }
      reserve(at, source.peeked, source.peekedBytes);
      int end = offsets[at];
      source.read(data, end);
      bytes += source.peekedBytes;
      int[] lengths = source.lengths;
      for (int i = 0; i < source.taken; i++) {
        end += lengths[i];
        offsets[at + i + 1] = end;
      }
      at += source.taken;
    }
  }

  /** Makes room for {@code count} values of {@code more} bytes, and for as many as may follow. */
  private void reserve(int at, int count, long more) {
    if (at + count >= offsets.length) {
      offsets = Arrays.copyOf(offsets, grown(offsets.length, at + count + 1));
    }
    if (data.length == 0 && count < capacity) {
      long all = more * capacity / count;
      data = withRoom(data, 0, Math.max(more, Math.min(MAX_GUESS, all + all / 16)));
    } else {
      data = withRoom(data, offsets[at], more);
    }
  }

  private static byte[] withRoom(byte[] array, int used, long more) {
    long needed = used + more + PageBytes.SLACK;
    if (needed > Integer.MAX_VALUE - 64) {
      throw new DamagedDataException("values that belong together have " + needed + " bytes");
    }
    return needed <= array.length ? array : Arrays.copyOf(array, grown(array.length, (int) needed));
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public Column column() {
    BytesColumn entries = dictionary;
    if (!flat && entries != null && entries.size() > 0) {
      return new DictionaryColumn(codes, entries, null, size);
    }
    if (!flat) {
      writeOut();
    }
    return new BytesColumn(target, offsets, data, null, size);
  }
}
