package dev.lakehouse.log.packed;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Many paths of files. Immutable. What many of them share, folder and endings, is held once: of
 * {@code part=7/part-00000-….snappy.parquet} only the middle is held for each.
 */
public final class PathStrings {
  /** With more frames than this nothing is shared any more. */
  private static final int MOST_FRAMES = 0xFFFF;

  /** The frame of paths whose middle is all of them. */
  private static final Frame NONE = new Frame(new byte[0], new byte[0], 0, false);

  private final ByteStrings middles;
  private final PackedLongs codes;
  private final List<Frame> frames;

  private PathStrings(ByteStrings middles, PackedLongs codes, List<Frame> frames) {
    this.middles = middles;
    this.codes = codes;
    this.frames = List.copyOf(frames);
  }

  /** What stands before and after the middle of a path, with the hash of both. */
  private record Frame(byte[] head, byte[] tail, long hash, boolean isShared) {
    static Frame of(byte[] path, int from, int middle, int tail, int to, long hash) {
      byte[] head = Arrays.copyOfRange(path, from, middle);
      return new Frame(head, Arrays.copyOfRange(path, tail, to), hash, true);
    }

    boolean is(byte[] path, int from, int middle, int tailFrom, int to) {
      return Arrays.equals(head, 0, head.length, path, from, middle)
          && Arrays.equals(tail, 0, tail.length, path, tailFrom, to);
    }

    boolean isSame(Frame other) {
      return hash == other.hash
          && Arrays.equals(head, other.head)
          && Arrays.equals(tail, other.tail);
    }
  }

  /** How many there are. */
  public int size() {
    return middles.size();
  }

  private Frame frame(int index) {
    return frames.get((int) codes.get(index));
  }

  /** A path. */
  public String get(int index) {
    Frame frame = frame(index);
    int middle = middles.length(index);
    byte[] path = Arrays.copyOf(frame.head, frame.head.length + middle + frame.tail.length);
    System.arraycopy(middles.data(), middles.start(index), path, frame.head.length, middle);
    System.arraycopy(frame.tail, 0, path, frame.head.length + middle, frame.tail.length);
    return new String(path, StandardCharsets.UTF_8);
  }

  /** True if two paths have the same bytes. */
  public boolean equals(int index, PathStrings other, int otherIndex) {
    Frame frame = frame(index);
    Frame otherFrame = other.frame(otherIndex);
    if (!frame.isShared || !otherFrame.isShared) {
      return get(index).equals(other.get(otherIndex));
    }
    return middles.equals(index, other.middles, otherIndex) && frame.isSame(otherFrame);
  }

  /** The hash of a path. */
  public long hash(int index) {
    Frame frame = frame(index);
    if (frame.isShared) {
      return hash(frame.hash, middles.data(), middles.start(index), middles.length(index));
    }
    byte[] path = middles.data();
    int from = middles.start(index);
    int to = from + middles.length(index);
    int middle = middle(path, from, to);
    int tail = tail(path, middle, to);
    return hash(frameHash(path, from, middle, tail, to), path, middle, tail - middle);
  }

  private static long hash(long frameHash, byte[] bytes, int from, int length) {
    return ByteStrings.mix(frameHash ^ ByteStrings.hash(bytes, from, from + length));
  }

  private static long frameHash(byte[] path, int from, int middle, int tail, int to) {
    return ByteStrings.mix(
        ByteStrings.hash(path, from, middle) * 31 + ByteStrings.hash(path, tail, to));
  }

  /** Where the name of a file begins. */
  private static int middle(byte[] path, int from, int to) {
    int middle = to;
    while (middle > from && path[middle - 1] != '/') {
      middle--;
    }
    return middle;
  }

  /** Where the endings of the name that begins at {@code middle} begin. */
  private static int tail(byte[] path, int middle, int to) {
    int tail = middle;
    while (tail < to && path[tail] != '.') {
      tail++;
    }
    return tail;
  }

  /** About how many bytes of heap they take. */
  public long bytes() {
    return middles.bytes() + codes.bytes();
  }

  /** Collects paths. */
  public static final class Builder {
    private static final int USUAL_MIDDLE = 48;

    private final ByteStrings.Builder middles;
    private final List<Frame> frames = new ArrayList<>();
    private int[] codes;
    private int[] slots = new int[64];

    /** A builder with room for {@code expected} paths. */
    public Builder(int expected) {
      middles =
          new ByteStrings.Builder(
              expected, (int) Math.min(1 << 30, (long) USUAL_MIDDLE * expected));
      codes = new int[Math.max(8, expected)];
      frames.add(NONE);
    }

    /** How many there are so far. */
    public int size() {
      return middles.size();
    }

    /** The bytes held so far, frames left out. */
    public int used() {
      return middles.used();
    }

    /** Appends a path. */
    public void append(byte[] path, int from, int length) {
      int to = from + length;
      int middle = middle(path, from, to);
      int tail = tail(path, middle, to);
      int code = frameCode(path, from, middle, tail, to);
      if (code == 0) {
        append(0, path, from, length);
      } else {
        append(code, path, middle, tail - middle);
      }
    }

    /** Appends a path of {@code other}. */
    public void append(PathStrings other, int index) {
      Frame frame = other.frame(index);
      int code = frame.isShared ? frameCode(frame) : 0;
      if (code == 0) {
        byte[] path = other.get(index).getBytes(StandardCharsets.UTF_8);
        append(0, path, 0, path.length);
      } else {
        append(code, other.middles.data(), other.middles.start(index), other.middles.length(index));
      }
    }

    private void append(int code, byte[] bytes, int from, int length) {
      int at = size();
      if (at == codes.length) {
        codes = Arrays.copyOf(codes, at + (at >> 1) + 8);
      }
      codes[at] = code;
      middles.append(bytes, from, length);
    }

    private int frameCode(byte[] path, int from, int middle, int tail, int to) {
      long hash = frameHash(path, from, middle, tail, to);
      int slot = (int) (hash >>> 32) & (slots.length - 1);
      for (; slots[slot] != 0; slot = (slot + 1) & (slots.length - 1)) {
        Frame frame = frames.get(slots[slot]);
        if (frame.hash == hash && frame.is(path, from, middle, tail, to)) {
          return slots[slot];
        }
      }
      return frames.size() > MOST_FRAMES ? 0 : add(Frame.of(path, from, middle, tail, to, hash));
    }

    private int frameCode(Frame frame) {
      int slot = (int) (frame.hash >>> 32) & (slots.length - 1);
      for (; slots[slot] != 0; slot = (slot + 1) & (slots.length - 1)) {
        if (frames.get(slots[slot]).isSame(frame)) {
          return slots[slot];
        }
      }
      return frames.size() > MOST_FRAMES ? 0 : add(frame);
    }

    private int add(Frame frame) {
      frames.add(frame);
      if (2 * frames.size() > slots.length) {
        slots = new int[2 * slots.length];
        for (int i = 1; i < frames.size(); i++) {
          put(frames.get(i), i);
        }
      } else {
        put(frame, frames.size() - 1);
      }
      return frames.size() - 1;
    }

    private void put(Frame frame, int code) {
      int slot = (int) (frame.hash >>> 32) & (slots.length - 1);
      while (slots[slot] != 0) {
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = code;
    }

    /** The paths appended. */
    public PathStrings build() {
      return new PathStrings(
          middles.build(), PackedLongs.ofCodes(codes, size(), frames.size()), frames);
    }
  }
}
