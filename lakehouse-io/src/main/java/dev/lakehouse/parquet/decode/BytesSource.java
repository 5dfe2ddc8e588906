package dev.lakehouse.parquet.decode;

import dev.lakehouse.parquet.DamagedDataException;
import java.util.Arrays;
import org.apache.parquet.format.Encoding;

/**
 * Byte arrays of one page. Used in steps: {@link #peek} looks how many of the next values fit, then
 * {@link #read} copies exactly those.
 */
abstract sealed class BytesSource {
  /** The lengths of the values peeked at. */
  int[] lengths = new int[0];

  /** How many values the last peek found to fit. */
  int peeked;

  /** How many values the last {@link #read} took. */
  int taken;

  /** How many bytes the values peeked at have. */
  long peekedBytes;

  /**
   * Looks at the next values, at most {@code count}, that have together at most {@code maxBytes}.
   * What was peeked at before and not taken is looked at again.
   */
  final int peek(int count, long maxBytes) {
    if (lengths.length < count) {
      lengths = new int[count];
    }
    unfill(0, peeked);
    peeked = 0;
    peekedBytes = 0;
    fill(count);
    for (int i = 0; i < count; i++) {
      if (lengths[i] < 0) {
        throw new DamagedDataException("a value has a length of " + lengths[i] + " bytes");
      }
      if (peekedBytes + lengths[i] > maxBytes) {
        break;
      }
      peekedBytes += lengths[i];
      peeked++;
    }
    unfill(peeked, count - peeked);
    return peeked;
  }

  /** The next values, {@link #taken} of them, at least one and at most {@code count}. */
  final byte[] next(int count) {
    if (peek(Math.min(count, 1024), 1 << 20) == 0) {
      peek(1, Long.MAX_VALUE);
    }
    byte[] bytes = new byte[(int) peekedBytes + PageBytes.SLACK];
    read(bytes, 0);
    return bytes;
  }

  /** Sets the next {@code count} lengths. */
  abstract void fill(int count);

  /** Takes back the last {@code count} lengths, which stand at {@code from}. */
  abstract void unfill(int from, int count);

  /**
   * Takes the values peeked at, {@link #taken} of them, to {@code target} from {@code at} on, where
   * there is room for them and {@link PageBytes#SLACK} more bytes.
   */
  final void read(byte[] target, int at) {
    copyPeeked(target, at);
    taken = peeked;
    peeked = 0;
  }

  abstract void copyPeeked(byte[] target, int at);

  /** Skips the next {@code count} values. */
  abstract void skip(int count);

  /** The values of {@code bytes}; {@code fixed} is their length, or -1 where it varies. */
  static BytesSource of(PageBytes bytes, Encoding encoding, int fixed) {
    return switch (encoding) {
      case PLAIN -> fixed < 0 ? new Plain(bytes) : new Fixed(bytes, fixed);
      case DELTA_LENGTH_BYTE_ARRAY -> new DeltaLength(bytes);
      case DELTA_BYTE_ARRAY -> new Delta(bytes);
      case BYTE_STREAM_SPLIT -> new Fixed(StreamSplit.join(bytes, fixed), fixed);
      default -> throw new DamagedDataException("byte arrays cannot be encoded as " + encoding);
    };
  }

  /** Copies a value; may write up to 15 bytes behind it. */
  static void copy(byte[] source, int from, byte[] target, int to, int length) {
    if (length <= 16) {
      LittleEndian.putLong(target, to, LittleEndian.getLong(source, from));
      LittleEndian.putLong(target, to + 8, LittleEndian.getLong(source, from + 8));
    } else {
      System.arraycopy(source, from, target, to, length);
    }
  }

  /** {@code PLAIN}: each value behind its length. */
  private static final class Plain extends BytesSource {
    private final byte[] data;
    private final int end;
    private int position;
    private int looked;

    Plain(PageBytes bytes) {
      data = bytes.bytes();
      position = bytes.from();
      looked = position;
      end = bytes.to();
    }

    @Override
    void fill(int count) {
      int at = looked;
      for (int i = 0; i < count; i++) {
        int length = at <= end - 4 ? LittleEndian.getInt(data, at) : -1;
        if (length < 0 || length > end - at - 4) {
          throw new DamagedDataException("a value of " + length + " bytes does not lie in it");
        }
        lengths[i] = length;
        at += 4 + length;
      }
      looked = at;
    }

    @Override
    void unfill(int from, int count) {
      for (int i = 0; i < count; i++) {
        looked -= 4 + lengths[from + i];
      }
    }

    @Override
    void copyPeeked(byte[] target, int at) {
      int to = at;
      int from = position;
      for (int i = 0; i < peeked; i++) {
        int length = lengths[i];
        copy(data, from + 4, target, to, length);
        from += 4 + length;
        to += length;
      }
      position = from;
    }

    @Override
    void skip(int count) {
      peeked = 0;
      for (int i = 0; i < count; i++) {
        int length = position <= end - 4 ? LittleEndian.getInt(data, position) : -1;
        if (length < 0 || length > end - position - 4) {
          throw new DamagedDataException("a value of " + length + " bytes does not lie in it");
        }
        position += 4 + length;
      }
      looked = position;
    }
  }

  /** Values of one length, one behind the other. */
  private static final class Fixed extends BytesSource {
    private final PageBytes bytes;
    private final int length;
    private int position;
    private int looked;

    Fixed(PageBytes bytes, int length) {
      this.bytes = bytes;
      this.length = length;
      this.position = bytes.from();
      this.looked = position;
    }

    @Override
    void fill(int count) {
      if ((long) count * length > bytes.to() - looked) {
        throw new DamagedDataException("it ends before its last value");
      }
      Arrays.fill(lengths, 0, count, length);
      looked += count * length;
    }

    @Override
    void unfill(int from, int count) {
      looked -= count * length;
    }

    @Override
    void copyPeeked(byte[] target, int at) {
      System.arraycopy(bytes.bytes(), position, target, at, peeked * length);
      position += peeked * length;
    }

    @Override
    void skip(int count) {
      peeked = 0;
      if ((long) count * length > bytes.to() - position) {
        throw new DamagedDataException("it ends before its last value");
      }
      position += count * length;
      looked = position;
    }
  }

  /** {@code DELTA_LENGTH_BYTE_ARRAY}: the lengths first, then the values. */
  private static final class DeltaLength extends BytesSource {
    private final byte[] data;
    private final int end;
    private final LengthStream stream;
    private int position;

    DeltaLength(PageBytes bytes) {
      DeltaLongs deltas = new DeltaLongs(bytes);
      data = bytes.bytes();
      end = bytes.to();
      position = deltas.end();
      stream = new LengthStream(deltas);
    }

    @Override
    void fill(int count) {
      stream.read(lengths, count);
    }

    @Override
    void unfill(int from, int count) {
      stream.unread(lengths, from, count);
    }

    @Override
    void copyPeeked(byte[] target, int at) {
      if (peekedBytes > end - position) {
        throw new DamagedDataException("it ends before its last value");
      }
      System.arraycopy(data, position, target, at, (int) peekedBytes);
      position += (int) peekedBytes;
    }

    @Override
    void skip(int count) {
      int rest = count;
      while (rest > 0) {
        peek(Math.min(rest, 1024), Long.MAX_VALUE);
        if (peekedBytes > end - position) {
          throw new DamagedDataException("it ends before its last value");
        }
        position += (int) peekedBytes;
        rest -= peeked;
        peeked = 0;
      }
    }
  }

  /** {@code DELTA_BYTE_ARRAY}: how much of the value before to repeat, then the rest. */
  private static final class Delta extends BytesSource {
    private final byte[] data;
    private final int end;
    private final LengthStream prefixes;
    private final LengthStream suffixes;
    private int[] prefixLengths = new int[0];
    private int[] suffixLengths = new int[0];
    private int position;
    private byte[] previous = new byte[PageBytes.SLACK];
    private int previousLength;

    Delta(PageBytes bytes) {
      DeltaLongs prefixDeltas = new DeltaLongs(bytes);
      PageBytes rest = bytes.tail(prefixDeltas.end() - bytes.from());
      DeltaLongs suffixDeltas = new DeltaLongs(rest);
      prefixes = new LengthStream(prefixDeltas);
      suffixes = new LengthStream(suffixDeltas);
      data = bytes.bytes();
      end = bytes.to();
      position = suffixDeltas.end();
    }

    @Override
    void fill(int count) {
      if (prefixLengths.length < count) {
        prefixLengths = new int[count];
        suffixLengths = new int[count];
      }
      prefixes.read(prefixLengths, count);
      suffixes.read(suffixLengths, count);
      int before = previousLength;
      for (int i = 0; i < count; i++) {
        if (prefixLengths[i] < 0 || prefixLengths[i] > before || suffixLengths[i] < 0) {
          throw new DamagedDataException(
              "a value repeats " + prefixLengths[i] + " of " + before + " bytes");
        }
        before = prefixLengths[i] + suffixLengths[i];
        lengths[i] = before;
      }
    }

    @Override
    void unfill(int from, int count) {
      prefixes.unread(prefixLengths, from, count);
      suffixes.unread(suffixLengths, from, count);
    }

    @Override
    void copyPeeked(byte[] target, int at) {
      byte[] before = previous;
      int from = 0;
      int to = at;
      for (int i = 0; i < peeked; i++) {
        int suffix = suffixLengths[i];
        if (suffix > end - position) {
          throw new DamagedDataException("it ends before its last value");
        }
        System.arraycopy(before, from, target, to, prefixLengths[i]);
        System.arraycopy(data, position, target, to + prefixLengths[i], suffix);
        position += suffix;
        before = target;
        from = to;
        to += lengths[i];
      }
      if (peeked > 0) {
        remember(target, from, lengths[peeked - 1]);
      }
    }

    private void remember(byte[] source, int from, int length) {
      if (previous.length < length) {
        previous = new byte[Math.max(length, 2 * previous.length)];
      }
      System.arraycopy(source, from, previous, 0, length);
      previousLength = length;
    }

    @Override
    void skip(int count) {
      for (int rest = count; rest > 0; rest -= taken) {
        next(rest);
      }
    }
  }

  /** Lengths that can be pushed back. */
  private static final class LengthStream {
    private final DeltaLongs deltas;
    private long[] scratch = new long[0];
    private int[] pushedBack = new int[0];
    private int pushedFrom;

    LengthStream(DeltaLongs deltas) {
      this.deltas = deltas;
    }

    void read(int[] target, int count) {
      int again = Math.min(count, pushedBack.length - pushedFrom);
      System.arraycopy(pushedBack, pushedFrom, target, 0, again);
      pushedFrom += again;
      int fresh = count - again;
      if (scratch.length < fresh) {
        scratch = new long[fresh];
      }
      deltas.read(scratch, 0, fresh);
      for (int i = 0; i < fresh; i++) {
        target[again + i] = (int) scratch[i];
      }
    }

    void unread(int[] source, int from, int count) {
      if (count > 0) {
        int kept = pushedBack.length - pushedFrom;
        int[] all = Arrays.copyOfRange(source, from, from + count + kept);
        System.arraycopy(pushedBack, pushedFrom, all, count, kept);
        pushedBack = all;
        pushedFrom = 0;
      }
    }
  }
}
