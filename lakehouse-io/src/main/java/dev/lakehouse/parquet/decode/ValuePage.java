package dev.lakehouse.parquet.decode;

import dev.lakehouse.parquet.DamagedDataException;
import dev.lakehouse.parquet.LeafType;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/** The values of one page, by the form in which they stand there. */
sealed interface ValuePage {
  /** Skips the next {@code count} values. */
  void skip(int count);

  /** The values of {@code bytes}, encoded as {@code encoding}. */
  static ValuePage of(PageBytes bytes, @Nullable Encoding encoding, LeafType type) {
    if (encoding == null) {
      throw new DamagedDataException("its values have an encoding that this library does not know");
    }
    if (bytes.length() == 0
        && encoding != Encoding.PLAIN_DICTIONARY
        && encoding != Encoding.RLE_DICTIONARY) {
      // A page of nulls only: some writers leave out the headers of the encoding, too.
      return plain(bytes, type);
    }
    return switch (encoding) {
      case PLAIN -> plain(bytes, type);
      case PLAIN_DICTIONARY, RLE_DICTIONARY -> ids(bytes);
      case RLE -> {
        require(type.physical() == Type.BOOLEAN, encoding, type);
        yield new Ids(new RunLengthReader(bytes.tail(4).head(bytes.intAt(0)), 1));
      }
      case DELTA_BINARY_PACKED -> {
        require(type.physical() == Type.INT32 || type.physical() == Type.INT64, encoding, type);
        yield new Deltas(new DeltaLongs(bytes));
      }
      case DELTA_LENGTH_BYTE_ARRAY -> {
        require(type.physical() == Type.BYTE_ARRAY, encoding, type);
        yield new ByteArrays(BytesSource.of(bytes, encoding, -1));
      }
      case DELTA_BYTE_ARRAY -> {
        require(
            type.physical() == Type.BYTE_ARRAY || type.physical() == Type.FIXED_LEN_BYTE_ARRAY,
            encoding,
            type);
        yield new ByteArrays(BytesSource.of(bytes, encoding, -1));
      }
      case BYTE_STREAM_SPLIT -> {
        require(width(type) > 0 && type.physical() != Type.INT96, encoding, type);
        yield new Plain(StreamSplit.join(bytes, width(type)), width(type));
      }
      default -> throw unfit(encoding, type);
    };
  }

  private static ValuePage plain(PageBytes bytes, LeafType type) {
    return switch (type.physical()) {
      case BOOLEAN -> new Ids(RunLengthReader.ofPacked(bytes, 1));
      case BYTE_ARRAY -> new ByteArrays(BytesSource.of(bytes, Encoding.PLAIN, -1));
      default -> new Plain(bytes, width(type));
    };
  }

  private static ValuePage ids(PageBytes bytes) {
    // A page of nulls only may have no bytes at all.
    int width = bytes.length() == 0 ? 0 : bytes.bytes()[bytes.from()];
    return new Ids(new RunLengthReader(bytes.length() == 0 ? bytes : bytes.tail(1), width));
  }

  /** How many bytes a plain value has; -1 where it has no fixed number of them. */
  static int width(LeafType type) {
    return switch (type.physical()) {
      case INT32, FLOAT -> 4;
      case INT64, DOUBLE -> 8;
      case INT96 -> 12;
      case FIXED_LEN_BYTE_ARRAY -> type.length();
      case BOOLEAN, BYTE_ARRAY -> -1;
    };
  }

  private static void require(boolean fits, Encoding encoding, LeafType type) {
    if (!fits) {
      throw unfit(encoding, type);
    }
  }

  private static DamagedDataException unfit(Encoding encoding, LeafType type) {
    return new DamagedDataException("values of " + type + " cannot be encoded as " + encoding);
  }

  /** Values of a fixed width, one behind the other. */
  final class Plain implements ValuePage {
    private final PageBytes bytes;
    private final int width;
    private int position;
    private @Nullable BytesSource arrays;

    Plain(PageBytes bytes, int width) {
      this.bytes = bytes;
      this.width = width;
      this.position = bytes.from();
    }

    byte[] bytes() {
      return bytes.bytes();
    }

    int width() {
      return width;
    }

    /** Goes on by {@code count} values and answers where the first of them starts. */
    int advance(int count) {
      int from = position;
      if ((long) count * width > bytes.to() - from) {
        throw new DamagedDataException("it ends before its last value");
      }
      position += count * width;
      return from;
    }

    /** The same values as byte arrays; all that follow must then be read there. */
    BytesSource asByteArrays() {
      if (arrays == null) {
        PageBytes rest = new PageBytes(bytes.bytes(), position, bytes.to());
        arrays = BytesSource.of(rest, Encoding.PLAIN, width);
      }
      return arrays;
    }

    @Override
    public void skip(int count) {
      if (arrays != null) {
        arrays.skip(count);
      } else {
        advance(count);
      }
    }
  }

  /** Indices into the dictionary, or booleans. */
  record Ids(RunLengthReader reader) implements ValuePage {
    @Override
    public void skip(int count) {
      reader.skip(count);
    }
  }

  /** Integers as deltas. */
  record Deltas(DeltaLongs reader) implements ValuePage {
    @Override
    public void skip(int count) {
      reader.skip(count);
    }
  }

  /** Byte arrays. */
  record ByteArrays(BytesSource source) implements ValuePage {
    @Override
    public void skip(int count) {
      source.skip(count);
    }
  }
}
