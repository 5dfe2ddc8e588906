package dev.lakehouse.parquet.encode;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.parquet.Compressor;
import dev.lakehouse.types.DataType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/**
 * Turns the values of one leaf into the pages of its column chunks, one chunk a row group.
 *
 * <p>A chunk begins with a dictionary and falls back to plain pages by parquet-java's rule: after
 * its first page if ids and dictionary together are no smaller than the plain values, later once
 * the dictionary is too large. The next row group begins anew.
 */
public final class LeafWriter {
  /** Room before plain values for the levels, which are known only after them. */
  private static final int LEVELS_ROOM = 32;

  /** A body of so many bytes is never too large to be kept. */
  private static final int FIRST_BODY = 1 << 20;

  private final ColumnDescriptor descriptor;
  private final LeafValues values;
  private final PageOptions options;
  private final WriteBuffers buffers;
  private final Compressor compressor;
  private final @Nullable FoldingBloomFilter bloom;
  private final int maxDefinition;
  private final int maxRepetition;

  private final ChunkBytes chunk;
  private final List<Page> pages = new ArrayList<>();
  private boolean dictionary;
  private int dictionaryPages;
  private long chunkSlots;

  private final Bytes body;
  private int[] ids = {};
  private int idCount;
  private long plainBytes;
  private byte[] definitions = {};
  private byte[] repetitions = {};
  private boolean allDefined = true;
  private int slots;
  private int rows;
  private int nulls;

  /** The most bytes that a row's values may take, so that a page can be compressed in one array. */
  private static final long MAX_ROW_BYTES = 1L << 30;

  /** A page that is already compressed. */
  private record Page(
      int slots,
      int rows,
      int rawSize,
      long start,
      int size,
      Encoding encoding,
      Statistics<?> statistics,
      boolean unbounded) {}

  private LeafWriter(
      ColumnDescriptor descriptor,
      LeafValues values,
      PageOptions options,
      WriteBuffers buffers,
      Compressor compressor) {
    this.descriptor = descriptor;
    this.values = values;
    this.options = options;
    this.buffers = buffers;
    this.compressor = compressor;
    bloom = options.bloomBytes() == 0 ? null : new FoldingBloomFilter(options.bloomBytes());
    maxDefinition = descriptor.getMaxDefinitionLevel();
    maxRepetition = descriptor.getMaxRepetitionLevel();
    chunk = new ChunkBytes(buffers);
    body = new Bytes(buffers);
    beginChunk();
  }

  /** A writer for the leaf that {@code descriptor} describes, of the logical type {@code type}. */
  public static LeafWriter of(
      DataType type,
      ColumnDescriptor descriptor,
      PageOptions options,
      WriteBuffers buffers,
      Compressor compressor) {
    PrimitiveType physical = descriptor.getPrimitiveType();
    LeafValues values =
        switch (physical.getPrimitiveTypeName()) {
          case BOOLEAN -> new BooleanValues(physical);
          case BINARY, FIXED_LEN_BYTE_ARRAY ->
              new BytesValues(type, physical, options.textPrefix(), buffers);
          default -> new NumberValues(type, physical, buffers);
        };
    return new LeafWriter(descriptor, values, options, buffers, compressor);
  }

  /** The least value of the file under the rules of the Delta protocol; null if there is none. */
  public @Nullable Object min() {
    return values.min();
  }

  /** The greatest value of the file under the rules of the Delta protocol; null if none. */
  public @Nullable Object max() {
    return values.max();
  }

  private void beginChunk() {
    dictionary = options.dictionaryBytes() > 0 && values.hasDictionary();
    dictionaryPages = 0;
    chunkSlots = 0;
  }

  /** Appends the slots of some rows, whose values stand in {@code column}. */
  public void append(Slots added, Column column) {
    append(added, column, 0, added.count(), 0, added.alive());
  }

  /**
   * Takes rows in bites that are no larger than a page or dictionary, or of one row: so a page can
   * end between them, and a dictionary is never far over its limit.
   */
  private void append(Slots added, Column column, int from, int to, int firstValue, int endValue) {
    long plain = values.load(column, added, firstValue, endValue);
    int middle = plain > biteBytes() ? middle(added, from, to) : to;
    if (middle < to) {
      int middleValue = firstValue + added.alive(from, middle);
      append(added, column, from, middle, firstValue, middleValue);
      append(added, column, middle, to, middleValue, endValue);
      return;
    }
    if (plain > MAX_ROW_BYTES) {
      throw new IllegalArgumentException(
          "A row of column '"
              + String.join(".", descriptor.getPath())
              + "' takes "
              + plain
              + " bytes, and a page holds at most "
              + MAX_ROW_BYTES);
    }
    if (dictionary && plain > options.dictionaryBytes()) {
      fallBack();
    }
    if (slots > 0 && pageBytes(endValue - firstValue, plain) > options.pageBytes()) {
      endPage();
    }
    appendLevels(added, from, to);
    appendValues(endValue - firstValue, plain);
    nulls += to - from - (endValue - firstValue);
    if (dictionary && values.dictionaryBytes() > options.dictionaryBytes()) {
      fallBack();
    }
  }

  private int biteBytes() {
    return dictionary
        ? Math.min(options.pageBytes(), options.dictionaryBytes())
        : options.pageBytes();
  }

  /** The first slot of a row near the middle; {@code to} if there is but one row. */
  private static int middle(Slots added, int from, int to) {
    int middle = from + (to - from) / 2;
    for (int slot = Math.max(middle, from + 1); slot < to; slot++) {
      if (added.beginsRow(slot)) {
        return slot;
      }
    }
    for (int slot = middle; slot > from; slot--) {
      if (added.beginsRow(slot)) {
        return slot;
      }
    }
    return to;
  }

  /** About how long the values of the page are once {@code more} have come. */
  private long pageBytes(int more, long plain) {
    return dictionary
        ? ((long) (idCount + more) * RunLengths.width(values.dictionarySize())) >> 3
        : body.size + plain;
  }

  private void appendLevels(Slots added, int from, int to) {
    int more = to - from;
    if (maxRepetition > 0) {
      appendRepetitions(added.repetitions(), from, more);
    } else {
      rows += more;
    }
    if (maxDefinition > 0) {
      appendDefinitions(added.definitions(), from, more);
    }
    slots += more;
  }

  private void appendRepetitions(byte @Nullable [] added, int from, int more) {
    if (slots + more > repetitions.length) {
      repetitions = buffers.grow(repetitions, slots, slots + more);
    }
    if (added == null) {
      Arrays.fill(repetitions, slots, slots + more, (byte) 0);
      rows += more;
      return;
    }
    System.arraycopy(added, from, repetitions, slots, more);
    for (int i = 0; i < more; i++) {
      rows += added[from + i] == 0 ? 1 : 0;
    }
  }

  private void appendDefinitions(byte @Nullable [] added, int from, int more) {
    if (added == null && allDefined) {
      return;
    }
    if (slots + more > definitions.length) {
      definitions = buffers.grow(definitions, allDefined ? 0 : slots, slots + more);
    }
    if (allDefined) {
      Arrays.fill(definitions, 0, slots, (byte) maxDefinition);
      allDefined = false;
    }
    if (added == null) {
      Arrays.fill(definitions, slots, slots + more, (byte) maxDefinition);
    } else {
      System.arraycopy(added, from, definitions, slots, more);
    }
  }

  private void appendValues(int count, long plain) {
    plainBytes += plain;
    if (dictionary) {
      if (idCount + count > ids.length) {
        ids = buffers.grow(ids, idCount, idCount + count);
      }
      values.toIds(ids, idCount);
      idCount += count;
      return;
    }
    reserveLevels();
    values.toPlain(body);
    if (bloom != null) {
      values.toBloom(bloom.filter());
    }
  }

  private void reserveLevels() {
    if (body.size == 0) {
      body.ensure(LEVELS_ROOM);
      body.size = LEVELS_ROOM;
    }
  }

  /**
   * Goes over to plain values for the rest of the chunk. The values of the page are rewritten, or,
   * if that would make a huge page, end as a page of ids.
   */
  private void fallBack() {
    if (plainBytes > 2L * options.pageBytes()) {
      endPage();
      dictionary = false;
    } else {
      rewriteAsPlain();
    }
  }

  private void rewriteAsPlain() {
    reserveLevels();
    values.idsToPlain(ids, idCount, body);
    idCount = 0;
    dictionary = false;
    if (bloom != null) {
      values.dictionaryToBloom(bloom.filter());
    }
  }

  /** Ends the page, if it has rows. */
  public void endPage() {
    if (slots == 0) {
      return;
    }
    if (dictionary && dictionaryPages == 0 && idCount > 0 && !dictionaryPays()) {
      rewriteAsPlain();
    }
    boolean coded = dictionary && idCount > 0;
    int start = coded ? encodeIds() : placeLevels();
    Statistics<?> statistics = values.endPage(coded ? ids : null, idCount, nulls);
    long position = chunk.size();
    int rawSize = body.size - start;
    int size = chunk.compress(compressor, body.array, start, rawSize);
    pages.add(
        new Page(
            slots,
            rows,
            rawSize,
            position,
            size,
            coded ? Encoding.RLE_DICTIONARY : Encoding.PLAIN,
            statistics,
            slots > nulls && !statistics.hasNonNullValue()));
    beginPage(coded);
  }

  private void beginPage(boolean wasCoded) {
    dictionaryPages += wasCoded ? 1 : 0;
    if (!dictionary && dictionaryPages == 0 && values.dictionarySize() > 0) {
      values.clearDictionary();
    }
    chunkSlots += slots;
    if (body.capacity() > 4L * options.pageBytes() + FIRST_BODY) {
      body.release();
    }
    body.size = 0;
    idCount = 0;
    plainBytes = 0;
    allDefined = true;
    slots = 0;
    rows = 0;
    nulls = 0;
  }

  private boolean dictionaryPays() {
    long idBytes = ((long) idCount * RunLengths.width(values.dictionarySize() - 1)) >> 3;
    return values.dictionaryBytes() + idBytes < plainBytes;
  }

  private int encodeIds() {
    body.size = 0;
    putLevels(body);
    int width = RunLengths.width(values.dictionarySize() - 1);
    body.ensure(1);
    body.array[body.size++] = (byte) width;
    RunLengths.encode(ids, idCount, width, body);
    return 0;
  }

  /** Puts the levels right before the plain values; where the page then begins. */
  private int placeLevels() {
    reserveLevels();
    Bytes levels = new Bytes(buffers);
    putLevels(levels);
    int start = LEVELS_ROOM - levels.size;
    if (start < 0) {
      body.ensure(-start);
      System.arraycopy(body.array, LEVELS_ROOM, body.array, levels.size, body.size - LEVELS_ROOM);
      body.size -= start;
      start = 0;
    }
    System.arraycopy(levels.array, 0, body.array, start, levels.size);
    levels.release();
    return start;
  }

  private void putLevels(Bytes out) {
    if (maxRepetition > 0) {
      putLevels(repetitions, maxRepetition, out);
    }
    if (maxDefinition > 0 && allDefined) {
      int at = beginLevels(out);
      RunLengths.encodeRun(maxDefinition, slots, RunLengths.width(maxDefinition), out);
      endLevels(at, out);
    } else if (maxDefinition > 0) {
      putLevels(definitions, maxDefinition, out);
    }
  }

  private void putLevels(byte[] levels, int max, Bytes out) {
    int at = beginLevels(out);
    int[] wide = buffers.ints(slots);
    for (int i = 0; i < slots; i++) {
      wide[i] = levels[i];
    }
    RunLengths.encode(wide, slots, RunLengths.width(max), out);
    buffers.release(wide);
    endLevels(at, out);
  }

  private static int beginLevels(Bytes out) {
    out.ensure(Integer.BYTES);
    out.size += Integer.BYTES;
    return out.size;
  }

  private static void endLevels(int at, Bytes out) {
    Bytes.INT.set(out.array, at - Integer.BYTES, out.size - at);
  }

  /** Writes the chunk and begins the next. */
  public void endChunk(ParquetFileWriter writer) throws IOException {
    endPage();
    writer.startColumn(descriptor, chunkSlots, options.codec());
    if (dictionaryPages > 0) {
      writeDictionary(writer);
    }
    boolean unbounded = false;
    for (Page page : pages) {
      writer.writeDataPage(
          page.slots,
          page.rawSize,
          chunk.slice(page.start, page.size),
          page.statistics,
          page.rows,
          Encoding.RLE,
          Encoding.RLE,
          page.encoding);
      unbounded |= page.unbounded;
    }
    if (unbounded) {
      writer.invalidateStatistics(countsOnly());
    }
    if (bloom != null) {
      endBloom(bloom, writer);
    }
    writer.endColumn();
    pages.clear();
    chunk.clear();
    values.clearDictionary();
    beginChunk();
  }

  private void writeDictionary(ParquetFileWriter writer) throws IOException {
    values.dictionaryToPlain(body);
    long position = chunk.size();
    int size = chunk.compress(compressor, body.array, 0, body.size);
    BytesInput bytes = chunk.slice(position, size);
    writer.writeDictionaryPage(
        new DictionaryPage(bytes, body.size, values.dictionarySize(), Encoding.PLAIN));
    body.size = 0;
  }

  private void endBloom(FoldingBloomFilter filter, ParquetFileWriter writer) {
    if (dictionaryPages > 0) {
      values.dictionaryToBloom(filter.filter());
    }
    String path = String.join(".", descriptor.getPath());
    filter.finish().ifPresent(finished -> writer.addBloomFilter(path, finished));
  }

  /** Statistics of a chunk of which some page has no bounds: then the chunk has none. */
  private Statistics<?> countsOnly() {
    long nullCount = 0;
    long nanCount = 0;
    boolean floating = true;
    for (Page page : pages) {
      nullCount += page.statistics.getNumNulls();
      floating &= page.statistics.isNanCountSet();
      nanCount += page.statistics.getNanCount();
    }
    Statistics.Builder counts =
        Statistics.getBuilderForReading(descriptor.getPrimitiveType()).withNumNulls(nullCount);
    return (floating ? counts.withNanCount(nanCount) : counts).build();
  }

  /** How many bytes of the row group are there, compressed or in the open page. */
  public long size() {
    return chunk.size()
        + values.dictionaryBytes()
        + body.size
        + (((long) idCount * RunLengths.width(values.dictionarySize())) >> 3);
  }

  /** How many bytes of heap are held. */
  public long capacity() {
    return chunk.capacity()
        + values.capacity()
        + body.capacity()
        + 4L * ids.length
        + definitions.length
        + repetitions.length
        + (bloom == null ? 0 : bloom.capacity());
  }

  /** Gives the arrays back. */
  public void release() {
    chunk.clear();
    values.release();
    body.release();
    buffers.release(ids);
    buffers.release(definitions);
    buffers.release(repetitions);
    ids = new int[0];
    definitions = new byte[0];
    repetitions = new byte[0];
  }
}
