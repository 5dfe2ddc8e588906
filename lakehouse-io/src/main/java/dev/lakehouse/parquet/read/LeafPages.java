package dev.lakehouse.parquet.read;

import dev.lakehouse.parquet.DamagedDataException;
import dev.lakehouse.parquet.Decompressor;
import dev.lakehouse.parquet.decode.LeafValues;
import dev.lakehouse.parquet.decode.PageBytes;
import dev.lakehouse.parquet.decode.RunLengthReader;
import dev.lakehouse.parquet.footer.FileNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.RejectedExecutionException;
import java.util.zip.CRC32;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/**
 * The pages of one column chunk, in order: inflates each, sets its levels up and points the leaf's
 * values to it. With an executor the page after the current one is inflated ahead. Used by one
 * thread at a time.
 */
final class LeafPages {
  private static final int HEADER_GUESS = 1024;
  private static final int MAX_HEADER = 16 << 20;
  private static final long UNKNOWN = -1;

  private final FileNode leaf;
  private final ChunkBytes bytes;
  private final Decompressor decompressor;
  private final @Nullable LeafValues values;
  private final @Nullable PageSelection selection;
  private final ReadOptions options;
  private final ScanMemory memory;

  private long valuesLeft;
  private long nextRow;
  private boolean dictionarySought;
  private byte[] buffer = new byte[0];
  private byte[] spare = new byte[0];
  private @Nullable Page ahead;

  private long firstRow;
  private long endRow;
  private int left;
  private @Nullable RunLengthReader definitions;
  private @Nullable RunLengthReader repetitions;

  /**
   * The pages of a chunk of {@code valueCount} values, nulls included.
   *
   * @param values gets the values; null if only levels are wanted
   * @param selection the pages that are wanted; null for all
   */
  LeafPages(
      FileNode leaf,
      ChunkBytes bytes,
      Decompressor decompressor,
      @Nullable LeafValues values,
      long valueCount,
      @Nullable PageSelection selection,
      ReadOptions options,
      ScanMemory memory) {
    this.leaf = leaf;
    this.bytes = bytes;
    this.decompressor = decompressor;
    this.values = values;
    this.valuesLeft = valueCount;
    this.selection = selection;
    this.options = options;
    this.memory = memory;
  }

  /** A page whose header was read; its body may still have to be read and inflated. */
  private static final class Page {
    private final PageHeader header;
    private long firstRow = UNKNOWN;
    private long endRow = UNKNOWN;
    private @Nullable Claim<PageBytes> body;

    Page(PageHeader header) {
      this.header = header;
    }

    int valueCount() {
      if (header.type == PageType.DATA_PAGE && header.data_page_header != null) {
        return header.data_page_header.num_values;
      }
      return header.type == PageType.DATA_PAGE_V2 && header.data_page_header_v2 != null
          ? header.data_page_header_v2.num_values
          : 0;
    }

    boolean isDictionary() {
      return header.type == PageType.DICTIONARY_PAGE && header.dictionary_page_header != null;
    }
  }

  /** How many values of the page, nulls included, were not consumed. */
  int left() {
    return left;
  }

  /** The first row of the page; -1 if that is not known. */
  long firstRow() {
    return firstRow;
  }

  /** The row after the page's last; -1 if that is not known. */
  long endRow() {
    return endRow;
  }

  /** The definition levels of the page; null if nothing in it is null. */
  @Nullable RunLengthReader definitions() {
    return definitions;
  }

  /** The repetition levels of the page; null if nothing repeats. */
  @Nullable RunLengthReader repetitions() {
    return repetitions;
  }

  /** Sets where the page's levels go on, after some of them were read in vain. */
  void resume(@Nullable RunLengthReader atDefinition, @Nullable RunLengthReader atRepetition) {
    definitions = atDefinition;
    repetitions = atRepetition;
  }

  /** Notes that {@code count} values of the page were consumed. */
  void consume(int count) {
    left -= count;
  }

  /** Where in the file the next page is. */
  long position() {
    return bytes.position();
  }

  /**
   * Goes to the next page that has values; false if there is none. Pages known to end before {@code
   * row} are passed over without a look inside.
   */
  boolean next(long row) {
    left = 0;
    while (true) {
      Page page = ahead == null ? open(row) : ahead;
      ahead = null;
      if (page == null) {
        return false;
      }
      if (page.isDictionary()) {
        readDictionary(page);
      } else if (page.valueCount() == 0 || (page.endRow != UNKNOWN && page.endRow <= row)) {
        pass(page);
      } else {
        start(page);
        return true;
      }
    }
  }

  /** Reads the header of the next page; null if there is none. */
  private @Nullable Page open(long row) {
    if (selection != null) {
      Page dictionary = dictionaryBefore(selection);
      return dictionary != null ? dictionary : selection.seek(row) ? openSelected(selection) : null;
    }
    if (valuesLeft <= 0) {
      return null;
    }
    Page page = new Page(readHeader());
    countValues(page.valueCount());
    if (nextRow != UNKNOWN && !page.isDictionary()) {
      int rows = rowCount(page);
      page.firstRow = nextRow;
      nextRow = rows < 0 ? UNKNOWN : nextRow + rows;
      page.endRow = nextRow;
    }
    return page;
  }

  /** The dictionary before the selected pages, the first time and if there is one. */
  private @Nullable Page dictionaryBefore(PageSelection pages) {
    if (dictionarySought) {
      return null;
    }
    dictionarySought = true;
    if (bytes.position() >= pages.firstOffset()) {
      return null;
    }
    bytes.moveTo(bytes.position(), pages.firstOffset());
    Page page = new Page(readHeader());
    return page.isDictionary() ? page : null;
  }

  private Page openSelected(PageSelection pages) {
    bytes.moveTo(pages.offset(), pages.goal());
    Page page = new Page(readHeader());
    page.firstRow = pages.firstRow();
    page.endRow = pages.endRow();
    pages.advance();
    countValues(page.valueCount());
    return page;
  }

  /** How many rows a page has; negative if its header does not say. */
  private int rowCount(Page page) {
    if (leaf.repeat() == 0) {
      return page.valueCount();
    }
    return page.header.type == PageType.DATA_PAGE_V2 && page.header.data_page_header_v2 != null
        ? page.header.data_page_header_v2.num_rows
        : -1;
  }

  private void countValues(int count) {
    if (count < 0 || count > valuesLeft) {
      throw new DamagedDataException(
          "it is said to have " + count + " values, its column has " + valuesLeft + " left");
    }
    valuesLeft -= count;
  }

  private void pass(Page page) {
    if (page.body == null) {
      bytes.skip(page.header.compressed_page_size);
    } else {
      page.body.cancel();
    }
  }

  private void start(Page page) {
    PageBytes body = body(page, false).get();
    firstRow = page.firstRow;
    endRow = page.endRow;
    left = page.valueCount();
    DataPageHeader first = page.header.data_page_header;
    DataPageHeaderV2 second = page.header.data_page_header_v2;
    if (page.header.type == PageType.DATA_PAGE && first != null) {
      startV1(body, first);
    } else if (second != null) {
      startV2(body, second);
    }
    if (options.inflatesAhead()) {
      lookAhead();
    }
  }

  /** Reads the next page and has an executor inflate it, if the budget has room for it. */
  private void lookAhead() {
    Page page = open(endRow == UNKNOWN ? 0 : endRow);
    ahead = page;
    if (page == null || page.isDictionary() || page.valueCount() == 0) {
      return;
    }
    int size = page.header.uncompressed_page_size + PageBytes.SLACK;
    if (spare.length >= size || memory.tryResize(spare.length, size)) {
      if (spare.length < size) {
        spare = new byte[size];
      }
      try {
        options.executor().execute(body(page, true));
      } catch (RejectedExecutionException e) {
        // Then whoever needs the page inflates it.
      }
    }
  }

  private PageHeader readHeader() {
    int guess = (int) Math.min(HEADER_GUESS, bytes.left());
    while (true) {
      bytes.require(guess);
      HeaderStream stream = new HeaderStream(bytes);
      try {
        PageHeader header = Util.readPageHeader(stream);
        bytes.skip(stream.read);
        requireSizes(header);
        return header;
      } catch (IOException | RuntimeException e) {
        if (!stream.ended || guess == bytes.left() || guess >= MAX_HEADER) {
          throw new DamagedDataException("its header is damaged: " + e.getMessage(), e);
        }
        guess = (int) Math.min(4L * guess, bytes.left());
      }
    }
  }

  private static void requireSizes(PageHeader header) {
    if (header.compressed_page_size < 0 || header.uncompressed_page_size < 0) {
      throw new DamagedDataException(
          "it is said to have "
              + header.compressed_page_size
              + " bytes, inflated "
              + header.uncompressed_page_size);
    }
  }

  private void readDictionary(Page page) {
    PageBytes entries = body(page, false).get();
    DictionaryPageHeader dictionary = page.header.dictionary_page_header;
    if (values != null) {
      if (dictionary.num_values < 0 || dictionary.num_values > 8L * entries.length() + 8) {
        throw new DamagedDataException(
            "its dictionary is said to have "
                + dictionary.num_values
                + " values in "
                + entries.length()
                + " bytes");
      }
      values.dictionary(entries, dictionary.num_values);
    }
  }

  private void startV1(PageBytes body, DataPageHeader data) {
    PageBytes rest = body;
    repetitions = null;
    definitions = null;
    if (leaf.repeat() > 0) {
      Levels levels = levels(rest, data.repetition_level_encoding, leaf.repeat());
      repetitions = levels.reader;
      rest = levels.rest;
    }
    if (leaf.definition() > 0) {
      Levels levels = levels(rest, data.definition_level_encoding, leaf.definition());
      definitions = unlessAllDefined(levels.reader);
      rest = levels.rest;
    }
    if (values != null) {
      values.page(rest, data.encoding);
    }
  }

  private @Nullable RunLengthReader unlessAllDefined(RunLengthReader levels) {
    return levels.isRunOf(leaf.definition(), left) ? null : levels;
  }

  /** Levels, and what follows them. */
  private record Levels(RunLengthReader reader, PageBytes rest) {}

  @SuppressWarnings("deprecation")
  private Levels levels(PageBytes from, Encoding encoding, int max) {
    int width = 32 - Integer.numberOfLeadingZeros(max);
    if (encoding == Encoding.BIT_PACKED) {
      int length = (int) (((long) left * width + 7) / 8);
      return new Levels(
          RunLengthReader.ofBigEndianPacked(from.head(length), width, left), from.tail(length));
    }
    if (encoding != Encoding.RLE) {
      throw new DamagedDataException("levels cannot be encoded as " + encoding);
    }
    int length = from.intAt(0);
    PageBytes body = from.tail(4);
    return new Levels(new RunLengthReader(body.head(length), width), body.tail(length));
  }

  private void startV2(PageBytes body, DataPageHeaderV2 data) {
    int repetitionBytes = data.repetition_levels_byte_length;
    int definitionBytes = data.definition_levels_byte_length;
    PageBytes tail = body.tail(repetitionBytes);
    repetitions = leaf.repeat() > 0 ? levelsV2(body.head(repetitionBytes), leaf.repeat()) : null;
    definitions =
        leaf.definition() > 0
            ? unlessAllDefined(levelsV2(tail.head(definitionBytes), leaf.definition()))
            : null;
    if (values != null) {
      values.page(tail.tail(definitionBytes), data.encoding);
    }
  }

  private static RunLengthReader levelsV2(PageBytes bytes, int max) {
    return new RunLengthReader(bytes, 32 - Integer.numberOfLeadingZeros(max));
  }

  /** How many bytes at the start of the page are not compressed: all, or the levels. */
  private int plainBytes(PageHeader header) {
    DataPageHeaderV2 data = header.data_page_header_v2;
    if (header.type != PageType.DATA_PAGE_V2 || data == null) {
      return decompressor == Decompressor.NONE ? header.compressed_page_size : 0;
    }
    if (decompressor == Decompressor.NONE || (data.isSetIs_compressed() && !data.is_compressed)) {
      return header.compressed_page_size;
    }
    long levels = (long) data.repetition_levels_byte_length + data.definition_levels_byte_length;
    if (data.repetition_levels_byte_length < 0
        || data.definition_levels_byte_length < 0
        || levels > Math.min(header.compressed_page_size, header.uncompressed_page_size)) {
      throw new DamagedDataException("its levels are said to have " + levels + " bytes");
    }
    return (int) levels;
  }

  /** Reads the page's bytes; whoever gets the claim first inflates them. */
  private Claim<PageBytes> body(Page page, boolean intoSpare) {
    if (page.body != null) {
      swapBuffers();
      return page.body;
    }
    PageHeader header = page.header;
    int stored = header.compressed_page_size;
    int size = header.uncompressed_page_size;
    int plain = plainBytes(header);
    bytes.require(stored);
    byte[] source = bytes.array();
    int from = bytes.index();
    bytes.skip(stored);
    if (plain == stored && stored != size) {
      throw new DamagedDataException(
          "it has " + stored + " bytes without compression, not " + size);
    }
    byte[] target = intoSpare ? spare : buffer(size);
    page.body = new Claim<>(() -> inflate(header, source, from, plain, target));
    return page.body;
  }

  private void swapBuffers() {
    byte[] inflated = spare;
    spare = buffer;
    buffer = inflated;
  }

  private byte[] buffer(int size) {
    long needed = (long) size + PageBytes.SLACK;
    if (buffer.length < needed) {
      if (needed > Integer.MAX_VALUE - 8) {
        throw new BufferTooLargeException(needed, memory.total());
      }
      memory.resize(buffer.length, needed);
      buffer = new byte[(int) needed];
    }
    return buffer;
  }

  private PageBytes inflate(PageHeader header, byte[] source, int from, int plain, byte[] target) {
    int stored = header.compressed_page_size;
    int size = header.uncompressed_page_size;
    if (options.verifyChecksums() && header.isSetCrc()) {
      verify(source, from, stored, header.crc);
    }
    System.arraycopy(source, from, target, 0, plain);
    if (stored > plain || size > plain) {
      decompressor.inflate(source, from + plain, stored - plain, target, plain, size - plain);
    }
    return new PageBytes(target, 0, size);
  }

  private static void verify(byte[] source, int from, int length, int expected) {
    CRC32 crc = new CRC32();
    crc.update(source, from, length);
    if ((int) crc.getValue() != expected) {
      throw new DamagedDataException(
          String.format(
              "its checksum is %08x, its header says %08x", (int) crc.getValue(), expected));
    }
  }

  /** Stops what runs ahead. */
  void close() {
    if (ahead != null && ahead.body != null) {
      ahead.body.cancel();
    }
    ahead = null;
  }

  /** Bytes of the window for the header's reader. */
  private static final class HeaderStream extends InputStream {
    private final byte[] array;
    private final int start;
    private final int limit;
    private int read;
    private boolean ended;

    HeaderStream(ChunkBytes bytes) {
      array = bytes.array();
      start = bytes.index();
      limit = bytes.buffered();
    }

    @Override
    public int read() {
      if (read == limit) {
        ended = true;
        return -1;
      }
      return array[start + read++] & 0xFF;
    }

    @Override
    public int read(byte[] target, int at, int length) {
      if (read == limit) {
        ended = true;
        return length == 0 ? 0 : -1;
      }
      int count = Math.min(length, limit - read);
      System.arraycopy(array, start + read, target, at, count);
      read += count;
      return count;
    }
  }
}
