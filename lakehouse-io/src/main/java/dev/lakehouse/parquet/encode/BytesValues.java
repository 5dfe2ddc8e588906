package dev.lakehouse.parquet.encode;

import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Decimal128Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.column.values.bloomfilter.BloomFilter;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/** BYTE_ARRAY for text and binary, and FIXED_LEN_BYTE_ARRAY for wide decimals. */
final class BytesValues implements LeafValues {
  /** Bounds in the file's footer and page index are cut to about so many bytes. */
  private static final int MAX_BOUND = 64;

  private final DataType type;
  private final PrimitiveType parquetType;
  private final int prefixLength;

  /** Bytes of the length before each plain value: none for wide decimals. */
  private final int lengthBytes;

  private final BytesDictionary dictionary;
  private final ByteBounds page;
  private final FileBounds file;

  private byte[] data = {};
  private int[] starts = {};
  private int[] lengths = {};
  private int[] codes = {};
  private @Nullable BytesColumn source;
  private int[] idOfCode = {};
  private @Nullable BytesColumn mapped;
  private int[] lastUse = {};
  private int pageNumber;
  private long totalLength;
  private int count;

  /**
   * @param prefixLength how many characters of a text the Delta log's bounds keep
   */
  BytesValues(DataType type, PrimitiveType parquetType, int prefixLength, WriteBuffers buffers) {
    this.type = type;
    this.parquetType = parquetType;
    this.prefixLength = prefixLength;
    boolean fixed = parquetType.getPrimitiveTypeName() == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
    lengthBytes = fixed ? 0 : Integer.BYTES;
    dictionary = new BytesDictionary(buffers, lengthBytes);
    page = new ByteBounds(fixed);
    file = new FileBounds(fixed, 8 * prefixLength + 16);
  }

  @Override
  public long load(Column column, Slots slots, int from, int to) {
    count = to - from;
    if (starts.length < count) {
      starts = new int[Math.max(count, 1024)];
      lengths = new int[Math.max(count, 1024)];
    }
    totalLength = 0;
    source = null;
    if (column instanceof BytesColumn bytes) {
      data = bytes.data();
      loadFlat(bytes.offsets(), slots, from);
    } else if (column instanceof DictionaryColumn coded) {
      data = coded.dictionary().data();
      loadCoded(coded, slots, from);
    } else {
      loadDecimals((Decimal128Column) column, slots, from);
    }
    return totalLength + (long) lengthBytes * count;
  }

  private void loadFlat(int[] offsets, Slots slots, int from) {
    int[] positions = slots.positions();
    long total = 0;
    if (positions == null) {
      int first = slots.first() + from;
      for (int i = 0; i < count; i++) {
        int start = offsets[first + i];
        starts[i] = start;
        lengths[i] = offsets[first + i + 1] - start;
      }
      total = (long) offsets[first + count] - offsets[first];
    } else {
      for (int i = 0; i < count; i++) {
        int at = positions[from + i];
        starts[i] = offsets[at];
        lengths[i] = offsets[at + 1] - offsets[at];
        total += lengths[i];
      }
    }
    totalLength = total;
  }

  private void loadCoded(DictionaryColumn column, Slots slots, int from) {
    source = column.dictionary();
    if (codes.length < count) {
      codes = new int[starts.length];
    }
    int[] positions = slots.positions();
    if (positions == null) {
      System.arraycopy(column.codes(), slots.first() + from, codes, 0, count);
    } else {
      for (int i = 0; i < count; i++) {
        codes[i] = column.codes()[positions[from + i]];
      }
    }
    int[] offsets = column.dictionary().offsets();
    for (int i = 0; i < count; i++) {
      int start = offsets[codes[i]];
      starts[i] = start;
      lengths[i] = offsets[codes[i] + 1] - start;
      totalLength += lengths[i];
    }
  }

  private void loadDecimals(Decimal128Column column, Slots slots, int from) {
    int width = parquetType.getTypeLength();
    if (data.length < 16 * count + 16 || source != null) {
      data = new byte[16 * Math.max(count, 1024) + 16];
    }
    int[] positions = slots.positions();
    for (int i = 0; i < count; i++) {
      int at = positions == null ? slots.first() + from + i : positions[from + i];
      Bytes.BIG_ENDIAN_LONG.set(data, 16 * i, column.high()[at]);
      Bytes.BIG_ENDIAN_LONG.set(data, 16 * i + 8, column.low()[at]);
      starts[i] = 16 * i + 16 - width;
      lengths[i] = width;
    }
    totalLength = (long) width * count;
  }

  @Override
  public void toPlain(Bytes target) {
    page.add(data, starts, lengths, count);
    target.ensure(totalLength + (long) lengthBytes * count);
    if (lengthBytes > 0) {
      target.size = putPrefixed(target.array, target.size);
    } else {
      for (int i = 0; i < count; i++) {
        target.copy(data, starts[i], lengths[i]);
      }
    }
    keepDecimals();
  }

  private int putPrefixed(byte[] target, int start) {
    byte[] source = data;
    int[] froms = starts;
    int[] sizes = lengths;
    int at = start;
    for (int i = 0; i < count; i++) {
      int length = sizes[i];
      Bytes.INT.set(target, at, length);
      Bytes.copy(source, froms[i], target, at + Integer.BYTES, length);
      at += Integer.BYTES + length;
    }
    return at;
  }

  /** Bounds may point into the scratch array of decimals: it must not be overwritten then. */
  private void keepDecimals() {
    if (lengthBytes == 0) {
      page.own();
    }
  }

  @Override
  public void toIds(int[] ids, int at) {
    BytesColumn coded = source;
    if (coded == null) {
      dictionary.encode(data, starts, lengths, count, ids, at);
      return;
    }
    mapCodesOf(coded);
    for (int i = 0; i < count; i++) {
      int code = codes[i];
      int id = idOfCode[code];
      if (id < 0) {
        id = dictionary.idOf(data, starts[i], lengths[i]);
        idOfCode[code] = id;
      }
      ids[at + i] = id;
    }
  }

  private void mapCodesOf(BytesColumn coded) {
    if (!coded.equals(mapped)) {
      mapped = coded;
      if (idOfCode.length < coded.size()) {
        idOfCode = new int[coded.size()];
      }
      Arrays.fill(idOfCode, 0, coded.size(), -1);
    }
  }

  @Override
  public void idsToPlain(int[] ids, int idCount, Bytes target) {
    addIds(ids, idCount);
    long total = 0;
    for (int i = 0; i < idCount; i++) {
      total += lengthBytes + dictionary.length(ids[i]);
    }
    target.ensure(total);
    byte[] entries = dictionary.data();
    for (int i = 0; i < idCount; i++) {
      int start = dictionary.start(ids[i]) - lengthBytes;
      target.copy(entries, start, lengthBytes + dictionary.length(ids[i]));
    }
  }

  @Override
  public boolean hasDictionary() {
    return true;
  }

  @Override
  public int dictionarySize() {
    return dictionary.size();
  }

  @Override
  public long dictionaryBytes() {
    return dictionary.page().size;
  }

  @Override
  public void dictionaryToPlain(Bytes target) {
    Bytes entries = dictionary.page();
    target.ensure(entries.size);
    target.copy(entries.array, 0, entries.size);
  }

  @Override
  public void dictionaryToBloom(BloomFilter bloom) {
    for (int id = 0; id < dictionary.size(); id++) {
      insert(bloom, dictionary.data(), dictionary.start(id), dictionary.length(id));
    }
  }

  @Override
  public void toBloom(BloomFilter bloom) {
    for (int i = 0; i < count; i++) {
      insert(bloom, data, starts[i], lengths[i]);
    }
  }

  private static void insert(BloomFilter bloom, byte[] bytes, int from, int length) {
    bloom.insertHash(bloom.hash(Binary.fromConstantByteArray(bytes, from, length)));
  }

  @Override
  public void clearDictionary() {
    page.own();
    dictionary.clear();
    mapped = null;
  }

  @Override
  public Statistics<?> endPage(int @Nullable [] ids, int idCount, long nulls) {
    if (ids != null) {
      addIds(ids, idCount);
    }
    Statistics.Builder statistics =
        Statistics.getBuilderForReading(parquetType).withNumNulls(nulls);
    if (page.any()) {
      boolean text = type == DataType.STRING;
      byte[] lower = TextBounds.lower(page.minData, page.minFrom, page.minLength, MAX_BOUND, text);
      byte[] upper = TextBounds.upper(page.maxData, page.maxFrom, page.maxLength, MAX_BOUND, text);
      if (upper != null) {
        statistics.withMin(lower).withMax(upper);
      }
      file.add(page);
    }
    page.clear();
    return statistics.build();
  }

  /**
   * Bounds of dictionary pages are those of the entries that the page uses, each looked at once.
   */
  private void addIds(int[] ids, int idCount) {
    if (lastUse.length < dictionary.size()) {
      lastUse = Arrays.copyOf(lastUse, Math.max(1024, 2 * dictionary.size()));
    }
    pageNumber++;
    for (int i = 0; i < idCount; i++) {
      int id = ids[i];
      if (lastUse[id] != pageNumber) {
        lastUse[id] = pageNumber;
        page.add(dictionary.data(), dictionary.start(id), dictionary.length(id));
      }
    }
  }

  @Override
  public @Nullable Object min() {
    return fileBound(file.min, true);
  }

  @Override
  public @Nullable Object max() {
    return fileBound(file.max, false);
  }

  private @Nullable Object fileBound(byte @Nullable [] bound, boolean least) {
    if (bound == null || type == DataType.BINARY) {
      return null;
    } else if (type instanceof DecimalType decimal) {
      return new BigDecimal(new BigInteger(bound), decimal.scale());
    }
    String text = TextBounds.decode(bound, 0, bound.length);
    if (text == null) {
      return null;
    }
    return least ? TextBounds.logMin(text, prefixLength) : TextBounds.logMax(text, prefixLength);
  }

  @Override
  public long capacity() {
    return dictionary.capacity()
        + 4L * (starts.length + lengths.length + codes.length + idOfCode.length + lastUse.length);
  }

  @Override
  public void release() {
    dictionary.release();
    mapped = null;
    source = null;
  }

  /** The bounds of a file: short copies, which cut texts at a place that the log cuts anyway. */
  private static final class FileBounds {
    private final boolean signed;
    private final int maxLength;
    byte @Nullable [] min;
    byte @Nullable [] max;

    FileBounds(boolean signed, int maxLength) {
      this.signed = signed;
      this.maxLength = maxLength;
    }

    void add(ByteBounds page) {
      byte[] low = TextBounds.lower(page.minData, page.minFrom, page.minLength, maxLength, true);
      byte[] high = TextBounds.lower(page.maxData, page.maxFrom, page.maxLength, maxLength, true);
      min = min == null || ByteBounds.compare(low, min, signed) < 0 ? low : min;
      max = max == null || ByteBounds.compare(high, max, signed) > 0 ? high : max;
    }
  }
}
