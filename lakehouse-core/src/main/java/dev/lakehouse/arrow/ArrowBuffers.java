package dev.lakehouse.arrow;

import dev.lakehouse.columnar.Validity;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.memory.ArrowBuf;
import org.jspecify.annotations.Nullable;

/**
 * Bulk copies between Java arrays and Arrow's buffers, which are little-endian. Through a small
 * array on the heap: a view of an Arrow buffer as a {@code ByteBuffer} needs a flag of the JVM.
 */
final class ArrowBuffers {
  private static final int CHUNK = 8192;

  private final byte[] scratch = new byte[CHUNK];
  private final ByteBuffer view = ByteBuffer.wrap(scratch).order(ByteOrder.LITTLE_ENDIAN);

  void putLongs(ArrowBuf target, long[] values, int count) {
    for (int at = 0; at < count; at += CHUNK / 8) {
      int part = Math.min(CHUNK / 8, count - at);
      view.asLongBuffer().put(values, at, part);
      target.setBytes(8L * at, scratch, 0, 8L * part);
    }
  }

  void putInts(ArrowBuf target, int[] values, int count) {
    for (int at = 0; at < count; at += CHUNK / 4) {
      int part = Math.min(CHUNK / 4, count - at);
      view.asIntBuffer().put(values, at, part);
      target.setBytes(4L * at, scratch, 0, 4L * part);
    }
  }

  void putShorts(ArrowBuf target, int[] values, int count) {
    for (int at = 0; at < count; at += CHUNK / 2) {
      int part = Math.min(CHUNK / 2, count - at);
      for (int i = 0; i < part; i++) {
        view.putShort(2 * i, (short) values[at + i]);
      }
      target.setBytes(2L * at, scratch, 0, 2L * part);
    }
  }

  void putBytes(ArrowBuf target, int[] values, int count) {
    for (int at = 0; at < count; at += CHUNK) {
      int part = Math.min(CHUNK, count - at);
      for (int i = 0; i < part; i++) {
        scratch[i] = (byte) values[at + i];
      }
      target.setBytes(at, scratch, 0, part);
    }
  }

  void putFloats(ArrowBuf target, float[] values, int count) {
    for (int at = 0; at < count; at += CHUNK / 4) {
      int part = Math.min(CHUNK / 4, count - at);
      view.asFloatBuffer().put(values, at, part);
      target.setBytes(4L * at, scratch, 0, 4L * part);
    }
  }

  void putDoubles(ArrowBuf target, double[] values, int count) {
    for (int at = 0; at < count; at += CHUNK / 8) {
      int part = Math.min(CHUNK / 8, count - at);
      view.asDoubleBuffer().put(values, at, part);
      target.setBytes(8L * at, scratch, 0, 8L * part);
    }
  }

  void putBits(ArrowBuf target, boolean[] values, int count) {
    long[] words = new long[Validity.wordCount(count)];
    for (int i = 0; i < count; i++) {
      words[i >>> 6] |= values[i] ? 1L << i : 0;
    }
    putWords(target, words, count);
  }

  /** Sets the bitmap of {@code count} values. */
  void putValidity(ArrowBuf target, @Nullable Validity validity, int count) {
    if (validity == null) {
      target.setOne(0, (count + 7L) >>> 3);
    } else {
      putWords(target, validity.words(), count);
    }
  }

  /** The buffer may end at the last byte that is used, in the middle of a word. */
  private void putWords(ArrowBuf target, long[] words, int count) {
    int bytes = (count + 7) >>> 3;
    for (int at = 0; at < bytes; at += CHUNK) {
      int part = Math.min(CHUNK, bytes - at);
      view.asLongBuffer().put(words, at >>> 3, (part + 7) >>> 3);
      target.setBytes(at, scratch, 0, part);
    }
  }

  long[] longs(ArrowBuf source, int from, int count) {
    long[] values = new long[count];
    for (int at = 0; at < count; at += CHUNK / 8) {
      int part = Math.min(CHUNK / 8, count - at);
      source.getBytes(8L * (from + at), scratch, 0, 8 * part);
      view.asLongBuffer().get(values, at, part);
    }
    return values;
  }

  int[] ints(ArrowBuf source, int count) {
    int[] values = new int[count];
    for (int at = 0; at < count; at += CHUNK / 4) {
      int part = Math.min(CHUNK / 4, count - at);
      source.getBytes(4L * at, scratch, 0, 4 * part);
      view.asIntBuffer().get(values, at, part);
    }
    return values;
  }

  /** Numbers of two bytes each. */
  int[] shorts(ArrowBuf source, int count) {
    int[] values = new int[count];
    for (int at = 0; at < count; at += CHUNK / 2) {
      int part = Math.min(CHUNK / 2, count - at);
      source.getBytes(2L * at, scratch, 0, 2 * part);
      for (int i = 0; i < part; i++) {
        values[at + i] = view.getShort(2 * i);
      }
    }
    return values;
  }

  /** Numbers of one byte each. */
  int[] bytes(ArrowBuf source, int count) {
    byte[] bytes = new byte[count];
    source.getBytes(0, bytes, 0, count);
    int[] values = new int[count];
    for (int i = 0; i < count; i++) {
      values[i] = bytes[i];
    }
    return values;
  }

  float[] floats(ArrowBuf source, int count) {
    float[] values = new float[count];
    for (int at = 0; at < count; at += CHUNK / 4) {
      int part = Math.min(CHUNK / 4, count - at);
      source.getBytes(4L * at, scratch, 0, 4 * part);
      view.asFloatBuffer().get(values, at, part);
    }
    return values;
  }

  double[] doubles(ArrowBuf source, int count) {
    double[] values = new double[count];
    for (int at = 0; at < count; at += CHUNK / 8) {
      int part = Math.min(CHUNK / 8, count - at);
      source.getBytes(8L * at, scratch, 0, 8 * part);
      view.asDoubleBuffer().get(values, at, part);
    }
    return values;
  }

  boolean[] bits(ArrowBuf source, int count) {
    long[] words = words(source, count);
    boolean[] values = new boolean[count];
    for (int i = 0; i < count; i++) {
      values[i] = (words[i >>> 6] >>> i & 1) != 0;
    }
    return values;
  }

  long[] words(ArrowBuf source, int count) {
    int bytes = (count + 7) >>> 3;
    long[] words = new long[Validity.wordCount(count)];
    for (int at = 0; at < bytes; at += CHUNK) {
      int part = Math.min(CHUNK, bytes - at);
      source.getBytes(at, scratch, 0, part);
      java.util.Arrays.fill(scratch, part, Math.min(CHUNK, (part + 7) & ~7), (byte) 0);
      view.asLongBuffer().get(words, at >>> 3, (part + 7) >>> 3);
    }
    return words;
  }
}
