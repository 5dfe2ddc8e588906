package dev.lakehouse.parquet.encode;

/**
 * The hybrid of run lengths and bit packing that Parquet uses for levels and dictionary ids.
 *
 * <p>Source: parquet-format, Encodings, "Run Length Encoding / Bit-Packing Hybrid".
 */
final class RunLengths {
  private static final int GROUP = 8;

  /** Most groups whose count still fits a header of one byte. */
  private static final int MAX_GROUPS = 63;

  private RunLengths() {}

  /** How many bits hold the numbers up to {@code max}. */
  static int width(int max) {
    return 32 - Integer.numberOfLeadingZeros(max);
  }

  /** The most bytes that {@link #encode} appends, slack included. */
  static long maxBytes(int count, int width) {
    long groups = (count + GROUP - 1L) / GROUP;
    return groups * width + groups / MAX_GROUPS + 64 + groups;
  }

  /** Appends {@code count} values of {@code width} bits. */
  static void encode(int[] values, int count, int width, Bytes out) {
    out.ensure(maxBytes(count, width));
    byte[] target = out.array;
    int at = out.size;
    int header = -1;
    int groups = 0;
    int i = 0;
    while (i < count) {
      int run = run(values, i, count);
      if (run >= GROUP) {
        groups = 0;
        at = putRun(values[i], run, width, target, at);
        i += run;
        continue;
      }
      if (groups == 0) {
        header = at++;
      }
      at = pack(values, i, Math.min(GROUP, count - i), width, target, at);
      groups++;
      target[header] = (byte) ((groups << 1) | 1);
      groups = groups == MAX_GROUPS ? 0 : groups;
      i += GROUP;
    }
    out.size = at;
  }

  /** Appends a run of one value. */
  static void encodeRun(int value, int count, int width, Bytes out) {
    out.ensure(16);
    out.size = putRun(value, count, width, out.array, out.size);
  }

  private static int run(int[] values, int from, int count) {
    int value = values[from];
    int end = from + 1;
    while (end < count && values[end] == value) {
      end++;
    }
    return end - from;
  }

  private static int putRun(int value, int count, int width, byte[] target, int from) {
    int at = from;
    int header = count << 1;
    while ((header & ~0x7f) != 0) {
      target[at++] = (byte) (header | 0x80);
      header >>>= 7;
    }
    target[at++] = (byte) header;
    for (int shift = 0; shift < width; shift += 8) {
      target[at++] = (byte) (value >>> shift);
    }
    return at;
  }

  private static int pack(int[] values, int from, int count, int width, byte[] target, int at) {
    if (count < GROUP) {
      int[] padded = new int[GROUP];
      System.arraycopy(values, from, padded, 0, count);
      return pack(padded, 0, GROUP, width, target, at);
    }
    if (width <= 8) {
      Bytes.LONG.set(
          target, at, four(values, from, width) | four(values, from + 4, width) << (4 * width));
    } else if (width <= 16) {
      long low = four(values, from, width);
      long high = four(values, from + 4, width);
      int bits = 4 * width;
      Bytes.LONG.set(target, at, bits == 64 ? low : low | (high << bits));
      Bytes.LONG.set(target, at + 8, bits == 64 ? high : high >>> (64 - bits));
    } else {
      packWide(values, from, width, target, at);
    }
    return at + width;
  }

  private static long four(int[] values, int from, int width) {
    return values[from]
        | (long) values[from + 1] << width
        | (long) values[from + 2] << (2 * width)
        | (long) values[from + 3] << (3 * width);
  }

  private static void packWide(int[] values, int from, int width, byte[] target, int start) {
    int at = start;
    long buffer = 0;
    int bits = 0;
    int pairBits = 2 * width;
    for (int i = from; i < from + GROUP; i += 2) {
      long pair = (values[i] & 0xffffffffL) | ((long) values[i + 1] << width);
      buffer |= pair << bits;
      if (bits + pairBits >= Long.SIZE) {
        Bytes.LONG.set(target, at, buffer);
        at += Long.BYTES;
        buffer = bits == 0 ? 0 : pair >>> (Long.SIZE - bits);
        bits += pairBits - Long.SIZE;
      } else {
        bits += pairBits;
      }
    }
    Bytes.LONG.set(target, at, buffer);
  }
}
