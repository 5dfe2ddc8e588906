package dev.lakehouse.log.dv;

import dev.lakehouse.error.CorruptTableException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The bytes of a deletion vector: a magic number and 32-bit Roaring bitmaps, one for each upper
 * half of the rows. Both forms are read, the portable one is written.
 *
 * <p>Source: Delta protocol, "Deletion Vector Format"; RoaringFormatSpec of the Roaring project.
 */
final class VectorCodec {
  private static final int PORTABLE = 1681511377;
  private static final int NATIVE = 1681511376;
  private static final int COOKIE = 12346;
  private static final int COOKIE_WITH_RUNS = 12347;
  private static final int LEAST_WITH_OFFSETS = 4;
  private static final int BITMAP_BYTES = 8 * Chunk.WORDS;

  private final ByteBuffer bytes;
  private final NavigableMap<Long, Chunk> chunks = new TreeMap<>();

  private VectorCodec(ByteBuffer bytes) {
    this.bytes = bytes.order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * The vector of {@code bytes}.
   *
   * @param name what holds it, for messages
   * @throws CorruptTableException if the bytes are no vector
   */
  static DeletionVector read(ByteBuffer bytes, String name) {
    VectorCodec codec = new VectorCodec(bytes.slice());
    try {
      codec.read();
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw new CorruptTableException("The deletion vector in " + name + " is damaged: " + e, e);
    }
    return DeletionVector.ofChunks(codec.chunks);
  }

  private void read() {
    int magic = bytes.getInt();
    if (magic == PORTABLE) {
      long count = bytes.getLong();
      for (long i = 0; i < count; i++) {
        readBitmap(Integer.toUnsignedLong(bytes.getInt()));
      }
    } else if (magic == NATIVE) {
      int count = bytes.getInt();
      for (int i = 0; i < count; i++) {
        int length = bytes.getInt();
        int end = Math.addExact(bytes.position(), length);
        readBitmap(i);
        bytes.position(end);
      }
    } else {
      throw new IllegalArgumentException("its magic number is " + magic);
    }
  }

  private void readBitmap(long upperHalf) {
    int cookie = bytes.getInt();
    boolean hasRuns = (cookie & 0xFFFF) == COOKIE_WITH_RUNS;
    if (!hasRuns && cookie != COOKIE) {
      throw new IllegalArgumentException("a bitmap begins with " + cookie);
    }
    int size = hasRuns ? (cookie >>> 16) + 1 : bytes.getInt();
    if (size < 0 || size > Chunk.SPAN) {
      throw new IllegalArgumentException("a bitmap has " + size + " containers");
    }
    byte[] isRun = new byte[hasRuns ? (size + 7) / 8 : 0];
    bytes.get(isRun);
    char[] keys = new char[size];
    int[] counts = new int[size];
    for (int i = 0; i < size; i++) {
      keys[i] = bytes.getChar();
      counts[i] = bytes.getChar() + 1;
    }
    if (!hasRuns || size >= LEAST_WITH_OFFSETS) {
      skip(4 * size);
    }
    for (int i = 0; i < size; i++) {
      boolean run = hasRuns && (isRun[i >>> 3] >>> (i & 7) & 1) != 0;
      Chunk chunk = run ? readRuns() : readContainer(counts[i]);
      chunks.put(upperHalf << 16 | keys[i], chunk);
    }
  }

  private void skip(int count) {
    if (bytes.remaining() < count) {
      throw new BufferUnderflowException();
    }
    bytes.position(bytes.position() + count);
  }

  private Chunk readContainer(int count) {
    if (count > Chunk.MOST_SPARSE) {
      long[] words = new long[Chunk.WORDS];
      if (bytes.remaining() < BITMAP_BYTES) {
        throw new BufferUnderflowException();
      }
      bytes.asLongBuffer().get(words);
      skip(BITMAP_BYTES);
      return Chunk.ofWords(words);
    }
    char[] members = new char[count];
    for (int i = 0; i < count; i++) {
      members[i] = bytes.getChar();
      if (i > 0 && members[i] <= members[i - 1]) {
        throw new IllegalArgumentException("rows are not ascending");
      }
    }
    return Chunk.of(members);
  }

  private Chunk readRuns() {
    int runs = bytes.getChar();
    long[] words = new long[Chunk.WORDS];
    for (int i = 0; i < runs; i++) {
      int first = bytes.getChar();
      int last = first + bytes.getChar();
      if (last >= Chunk.SPAN) {
        throw new IllegalArgumentException("a run ends at " + last);
      }
      for (int row = first; row <= last; row++) {
        words[row >>> 6] |= 1L << row;
      }
    }
    return Chunk.ofWords(words);
  }

  /** The portable bytes of {@code vector}. */
  static byte[] write(DeletionVector vector) {
    NavigableMap<Long, NavigableMap<Long, Chunk>> halves = new TreeMap<>();
    vector
        .chunks()
        .forEach(
            (key, chunk) ->
                halves.computeIfAbsent(key >>> 16, half -> new TreeMap<>()).put(key, chunk));
    int size = Integer.BYTES + Long.BYTES;
    for (NavigableMap<Long, Chunk> half : halves.values()) {
      size = Math.addExact(size, Integer.BYTES + bitmapBytes(half));
    }
    ByteBuffer target = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    target.putInt(PORTABLE).putLong(halves.size());
    for (Map.Entry<Long, NavigableMap<Long, Chunk>> half : halves.entrySet()) {
      target.putInt(half.getKey().intValue());
      writeBitmap(half.getValue(), target);
    }
    return Arrays.copyOf(target.array(), target.position());
  }

  private static int bitmapBytes(NavigableMap<Long, Chunk> chunks) {
    return 8 + 8 * chunks.size() + chunks.values().stream().mapToInt(VectorCodec::bytes).sum();
  }

  private static int bytes(Chunk chunk) {
    return chunk instanceof Chunk.Sparse sparse ? 2 * sparse.members().length : BITMAP_BYTES;
  }

  private static void writeBitmap(NavigableMap<Long, Chunk> chunks, ByteBuffer target) {
    int start = target.position();
    target.putInt(COOKIE).putInt(chunks.size());
    chunks.forEach(
        (key, chunk) -> target.putChar((char) key.longValue()).putChar((char) (chunk.count() - 1)));
    int offset = target.position() - start + 4 * chunks.size();
    for (Chunk chunk : chunks.values()) {
      target.putInt(offset);
      offset += bytes(chunk);
    }
    for (Chunk chunk : chunks.values()) {
      if (chunk instanceof Chunk.Sparse sparse) {
        for (char member : sparse.members()) {
          target.putChar(member);
        }
      } else {
        for (long word : chunk.words()) {
          target.putLong(word);
        }
      }
    }
  }
}
