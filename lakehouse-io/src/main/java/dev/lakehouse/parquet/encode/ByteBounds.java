package dev.lakehouse.parquet.encode;

import java.util.Arrays;

/**
 * Least and greatest of some byte strings, in the order of unsigned bytes or, for decimals of equal
 * length, of two's complement numbers. Points into the arrays of the values.
 */
final class ByteBounds {
  private static final byte[] NONE = {};

  private final boolean signed;
  private boolean any;
  private long minPrefix;
  private long maxPrefix;
  byte[] minData = NONE;
  int minFrom;
  int minLength;
  byte[] maxData = NONE;
  int maxFrom;
  int maxLength;

  ByteBounds(boolean signed) {
    this.signed = signed;
  }

  boolean any() {
    return any;
  }

  void add(byte[] data, int[] starts, int[] lengths, int count) {
    for (int i = 0; i < count; i++) {
      add(data, starts[i], lengths[i]);
    }
  }

  void add(byte[] data, int from, int length) {
    long prefix = prefix(data, from, length);
    if (!any) {
      any = true;
      setMin(data, from, length, prefix);
      setMax(data, from, length, prefix);
      return;
    }
    if (prefix <= minPrefix
        && (prefix < minPrefix || compare(data, from, length, minData, minFrom, minLength) < 0)) {
      setMin(data, from, length, prefix);
    }
    if (prefix >= maxPrefix
        && (prefix > maxPrefix || compare(data, from, length, maxData, maxFrom, maxLength) > 0)) {
      setMax(data, from, length, prefix);
    }
  }

  private void setMin(byte[] data, int from, int length, long prefix) {
    minData = data;
    minFrom = from;
    minLength = length;
    minPrefix = prefix;
  }

  private void setMax(byte[] data, int from, int length, long prefix) {
    maxData = data;
    maxFrom = from;
    maxLength = length;
    maxPrefix = prefix;
  }

  /** The first eight bytes as a number of the same order, short values filled up with zeros. */
  private long prefix(byte[] data, int from, int length) {
    long bits;
    if (from + 8 <= data.length) {
      bits = (long) Bytes.BIG_ENDIAN_LONG.get(data, from);
      bits = length >= 8 ? bits : length == 0 ? 0 : bits & (-1L << (64 - 8 * length));
    } else {
      bits = 0;
      for (int i = 0; i < Math.min(length, 8); i++) {
        bits |= (data[from + i] & 0xffL) << (56 - 8 * i);
      }
    }
    return signed ? bits : bits ^ Long.MIN_VALUE;
  }

  private int compare(byte[] a, int from, int length, byte[] b, int at, int otherLength) {
    if (a == b && from == at && length == otherLength) {
      return 0;
    }
    if (signed && a[from] < 0 != b[at] < 0) {
      return a[from] < 0 ? -1 : 1;
    }
    int common = Math.min(length, otherLength);
    for (int i = 0; i + 8 <= common; i += 8) {
      long left = (long) Bytes.BIG_ENDIAN_LONG.get(a, from + i);
      long right = (long) Bytes.BIG_ENDIAN_LONG.get(b, at + i);
      if (left != right) {
        return Long.compareUnsigned(left, right);
      }
    }
    int done = common & -8;
    return Arrays.compareUnsigned(a, from + done, from + length, b, at + done, at + otherLength);
  }

  static int compare(byte[] a, byte[] b, boolean signed) {
    if (signed && a[0] < 0 != b[0] < 0) {
      return a[0] < 0 ? -1 : 1;
    }
    return Arrays.compareUnsigned(a, b);
  }

  /** Copies the bounds out of arrays that will be overwritten. */
  void own() {
    if (any) {
      minData = Arrays.copyOfRange(minData, minFrom, minFrom + minLength);
      maxData = Arrays.copyOfRange(maxData, maxFrom, maxFrom + maxLength);
      minFrom = 0;
      maxFrom = 0;
    }
  }

  void clear() {
    any = false;
    minData = NONE;
    maxData = NONE;
  }
}
