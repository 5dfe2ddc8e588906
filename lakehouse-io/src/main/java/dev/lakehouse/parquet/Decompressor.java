package dev.lakehouse.parquet;

import com.github.luben.zstd.Zstd;
import dev.lakehouse.error.UnsupportedFeatureException;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.format.CompressionCodec;
import org.xerial.snappy.Snappy;

/**
 * Inflates pages from array to array. Thread-safe.
 *
 * <p>Each codec is one function that must fill the target exactly.
 */
public enum Decompressor {
  /** {@code UNCOMPRESSED}. */
  NONE(
      (source, from, length, target, to, size) -> {
        System.arraycopy(source, from, target, to, length);
        return length;
      }),
  /** {@code SNAPPY}, in native code where that loads. */
  SNAPPY(Decompressor::snappy),
  /** {@code GZIP}, also of several members. */
  GZIP(Decompressor::gzip),
  /** {@code ZSTD}. */
  ZSTD(
      (source, from, length, target, to, size) ->
          (int) Zstd.decompressByteArray(target, to, size, source, from, length)),
  /** {@code LZ4_RAW}: one block. */
  LZ4_RAW(
      (source, from, length, target, to, size) ->
          new Lz4Decompressor().decompress(source, from, length, target, to, size)),
  /** The deprecated {@code LZ4}: Hadoop's frames, or one block as some writers have it. */
  LZ4(Decompressor::lz4);

  private static final boolean NATIVE_SNAPPY = nativeSnappyLoads();

  private final Codec codec;

  Decompressor(Codec codec) {
    this.codec = codec;
  }

  private interface Codec {
    int inflate(byte[] source, int from, int length, byte[] target, int to, int size)
        throws IOException;
  }

  /**
   * The decompressor of {@code codec}.
   *
   * @param where the file and column, for the message
   * @throws UnsupportedFeatureException if there is none
   */
  public static Decompressor of(CompressionCodec codec, String where) {
    return switch (codec) {
      case UNCOMPRESSED -> NONE;
      case SNAPPY -> SNAPPY;
      case GZIP -> GZIP;
      case ZSTD -> ZSTD;
      case LZ4 -> LZ4;
      case LZ4_RAW -> LZ4_RAW;
      case BROTLI, LZO ->
          throw new UnsupportedFeatureException(
              codec.name(),
              "Cannot read "
                  + where
                  + ": it is compressed with "
                  + codec
                  + ", which this library does not have. Rewrite the file with another codec.");
    };
  }

  /**
   * Inflates {@code length} bytes at {@code from} of {@code source} to {@code size} bytes at {@code
   * to} of {@code target}.
   *
   * @throws DamagedDataException if they are not exactly that many bytes
   */
  public void inflate(byte[] source, int from, int length, byte[] target, int to, int size) {
    int inflated;
    try {
      inflated = codec.inflate(source, from, length, target, to, size);
    } catch (IOException | RuntimeException e) {
      throw new DamagedDataException("its bytes are no " + this + " data: " + e.getMessage(), e);
    }
    if (inflated != size) {
      throw new DamagedDataException(
          "its " + this + " data has " + inflated + " bytes, the header says " + size);
    }
  }

  private static boolean nativeSnappyLoads() {
    try {
      return Snappy.getNativeLibraryVersion() != null;
    } catch (LinkageError e) {
      return false;
    }
  }

  private static int snappy(byte[] source, int from, int length, byte[] target, int to, int size)
      throws IOException {
    // Native code writes as many bytes as the data says, whatever the target holds.
    int says = snappyLength(source, from, length);
    if (says != size) {
      return says;
    }
    return NATIVE_SNAPPY
        ? Snappy.rawUncompress(source, from, length, target, to)
        : new SnappyDecompressor().decompress(source, from, length, target, to, size);
  }

  private static int snappyLength(byte[] source, int from, int length) {
    int value = 0;
    for (int i = 0; i < Math.min(5, length); i++) {
      int b = source[from + i];
      value |= (b & 0x7F) << (7 * i);
      if (b >= 0) {
        return value;
      }
    }
    throw new DamagedDataException("the snappy data has no length");
  }

  private static int gzip(byte[] source, int from, int length, byte[] target, int to, int size)
      throws IOException {
    InputStream bytes = new ByteArrayInputStream(source, from, length);
    try (InputStream inflater = new GZIPInputStream(bytes, 8192)) {
      int inflated = inflater.readNBytes(target, to, size);
      return inflater.read() < 0 ? inflated : inflated + 1;
    }
  }

  private static int lz4(byte[] source, int from, int length, byte[] target, int to, int size) {
    int inflated = framedLz4(source, from, length, target, to, size);
    return inflated >= 0
        ? inflated
        : new Lz4Decompressor().decompress(source, from, length, target, to, size);
  }

  /**
   * Hadoop's frames: the frame's size and then, until that is reached, blocks with their compressed
   * sizes, big endian. Answers -1 if the bytes are something else.
   */
  private static int framedLz4(
      byte[] source, int from, int length, byte[] target, int to, int size) {
    int end = from + length;
    int at = from;
    int written = 0;
    while (at + 8 <= end) {
      int frame = bigEndianInt(source, at);
      at += 4;
      if (frame < 0 || frame > size - written) {
        return -1;
      }
      for (int frameEnd = written + frame; written < frameEnd; ) {
        int block = at + 4 <= end ? bigEndianInt(source, at) : -1;
        at += 4;
        if (block <= 0 || block > end - at) {
          return -1;
        }
        int inflated = lz4Block(source, at, block, target, to + written, frameEnd - written);
        if (inflated <= 0) {
          return -1;
        }
        written += inflated;
        at += block;
      }
    }
    return at == end ? written : -1;
  }

  private static int lz4Block(
      byte[] source, int from, int length, byte[] target, int to, int room) {
    try {
      return new Lz4Decompressor().decompress(source, from, length, target, to, room);
    } catch (RuntimeException e) {
      return -1;
    }
  }

  private static int bigEndianInt(byte[] bytes, int at) {
    return (bytes[at] & 0xFF) << 24
        | (bytes[at + 1] & 0xFF) << 16
        | (bytes[at + 2] & 0xFF) << 8
        | (bytes[at + 3] & 0xFF);
  }
}
