package dev.lakehouse.parquet.read;

import dev.lakehouse.parquet.DamagedDataException;
import dev.lakehouse.parquet.Decompressor;
import dev.lakehouse.parquet.decode.LeafValues;
import dev.lakehouse.parquet.decode.PageBytes;
import dev.lakehouse.parquet.decode.RunLengthReader;
import dev.lakehouse.parquet.footer.FileNode;
import java.io.IOException;
import java.io.InputStream;
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
 * values to it. Not thread-safe.
 */
final class LeafPages {
  private static final int HEADER_GUESS = 1024;
  private static final int MAX_HEADER = 16 << 20;

  private final FileNode leaf;
  private final ChunkBytes bytes;
  private final Decompressor decompressor;
  private final @Nullable LeafValues values;
  private final boolean verifyChecksums;
  private final long maxPageBytes;

  private long valuesLeft;
  private byte[] page = new byte[0];
  private int left;
  private @Nullable RunLengthReader definitions;
  private @Nullable RunLengthReader repetitions;

  /**
   * The pages of a chunk of {@code valueCount} values, nulls included.
   *
   * @param values gets the values; null if only levels are wanted
   */
  LeafPages(
      FileNode leaf,
      ChunkBytes bytes,
      Decompressor decompressor,
      @Nullable LeafValues values,
      long valueCount,
      boolean verifyChecksums,
      long maxPageBytes) {
    this.leaf = leaf;
    this.bytes = bytes;
    this.decompressor = decompressor;
    this.values = values;
    this.valuesLeft = valueCount;
    this.verifyChecksums = verifyChecksums;
    this.maxPageBytes = maxPageBytes;
  }

  /** How many values of the page, nulls included, were not consumed. */
  int left() {
    return left;
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

  /** Goes to the next page that has values; false if there is none. */
  boolean next() {
    while (valuesLeft > 0) {
      PageHeader header = readHeader();
      if (header.type == PageType.DATA_PAGE && header.data_page_header != null) {
        startV1(header, header.data_page_header);
      } else if (header.type == PageType.DATA_PAGE_V2 && header.data_page_header_v2 != null) {
        startV2(header, header.data_page_header_v2);
      } else if (header.type == PageType.DICTIONARY_PAGE && header.dictionary_page_header != null) {
        readDictionary(header, header.dictionary_page_header);
      } else {
        bytes.skip(header.compressed_page_size);
      }
      if (left > 0) {
        return true;
      }
    }
    return false;
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

  private void readDictionary(PageHeader header, DictionaryPageHeader dictionary) {
    PageBytes entries = inflate(header, 0, true);
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

  private void startV1(PageHeader header, DataPageHeader data) {
    countValues(data.num_values);
    PageBytes rest = inflate(header, 0, true);
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

  private void countValues(int count) {
    if (count < 0 || count > valuesLeft) {
      throw new DamagedDataException(
          "it is said to have " + count + " values, its column has " + valuesLeft + " left");
    }
    valuesLeft -= count;
    left = count;
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

  private void startV2(PageHeader header, DataPageHeaderV2 data) {
    countValues(data.num_values);
    int repetitionBytes = data.repetition_levels_byte_length;
    int definitionBytes = data.definition_levels_byte_length;
    long levelBytes = (long) repetitionBytes + definitionBytes;
    if (repetitionBytes < 0
        || definitionBytes < 0
        || levelBytes > Math.min(header.compressed_page_size, header.uncompressed_page_size)) {
      throw new DamagedDataException("its levels are said to have " + levelBytes + " bytes");
    }
    boolean compressed = !data.isSetIs_compressed() || data.is_compressed;
    PageBytes all = inflate(header, (int) levelBytes, compressed);
    PageBytes tail = all.tail(repetitionBytes);
    repetitions = leaf.repeat() > 0 ? levelsV2(all.head(repetitionBytes), leaf.repeat()) : null;
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

  /** The page's bytes, of which the first {@code plain} are not compressed. */
  private PageBytes inflate(PageHeader header, int plain, boolean compressed) {
    int size = header.uncompressed_page_size;
    int stored = header.compressed_page_size;
    if (Math.max(size, stored) > maxPageBytes) {
      throw new PageTooLargeException(Math.max(size, stored), maxPageBytes);
    }
    bytes.require(stored);
    int from = bytes.index();
    if (verifyChecksums && header.isSetCrc()) {
      verify(from, stored, header.crc);
    }
    bytes.skip(stored);
    if (!compressed || decompressor == Decompressor.NONE) {
      if (stored != size) {
        throw new DamagedDataException(
            "it has " + stored + " bytes without compression, not " + size);
      }
      return new PageBytes(bytes.array(), from, from + stored);
    }
    if (page.length < size + PageBytes.SLACK) {
      page = new byte[size + PageBytes.SLACK];
    }
    System.arraycopy(bytes.array(), from, page, 0, plain);
    if (stored > plain || size > plain) {
      decompressor.inflate(bytes.array(), from + plain, stored - plain, page, plain, size - plain);
    }
    return new PageBytes(page, 0, size);
  }

  private void verify(int from, int length, int expected) {
    CRC32 crc = new CRC32();
    crc.update(bytes.array(), from, length);
    if ((int) crc.getValue() != expected) {
      throw new DamagedDataException(
          String.format(
              "its checksum is %08x, its header says %08x", (int) crc.getValue(), expected));
    }
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
