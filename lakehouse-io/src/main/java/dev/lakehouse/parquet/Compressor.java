package dev.lakehouse.parquet;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.snappy.SnappyCompressor;
import io.airlift.compress.zstd.ZstdCompressor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.xerial.snappy.Snappy;

/** Compresses pages from array to array. Keeps its context from page to page; not thread-safe. */
public sealed interface Compressor extends AutoCloseable {
  /** The most bytes that {@code length} bytes can become. */
  int maxLength(int length);

  /** Compresses into {@code target}, which has room for the most bytes; how many it became. */
  int compress(byte[] source, int from, int length, byte[] target, int at);

  @Override
  void close();

  /** A compressor of {@code compression}; native code where it loads, Java where it does not. */
  static Compressor of(Compression compression, int level) {
    return switch (compression) {
      case NONE -> new Stored();
      case SNAPPY -> nativeOr(NativeSnappy::new, new Portable(new SnappyCompressor()));
      case GZIP -> new Gzip(level);
      case LZ4_RAW -> new Portable(new Lz4Compressor());
      case ZSTD -> nativeOr(() -> new NativeZstd(level), new Portable(new ZstdCompressor()));
    };
  }

  private static Compressor nativeOr(
      java.util.function.Supplier<Compressor> nativeOne, Compressor portable) {
    try {
      return nativeOne.get();
    } catch (LinkageError | org.xerial.snappy.SnappyError e) {
      return portable;
    }
  }

  /** Copies. */
  final class Stored implements Compressor {
    @Override
    public int maxLength(int length) {
      return length;
    }

    @Override
    public int compress(byte[] source, int from, int length, byte[] target, int at) {
      System.arraycopy(source, from, target, at, length);
      return length;
    }

    @Override
    public void close() {}
  }

  /** Snappy in native code. */
  final class NativeSnappy implements Compressor {
    NativeSnappy() {
      Snappy.maxCompressedLength(1);
    }

    @Override
    public int maxLength(int length) {
      return Snappy.maxCompressedLength(length);
    }

    @Override
    public int compress(byte[] source, int from, int length, byte[] target, int at) {
      try {
        return Snappy.compress(source, from, length, target, at);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {}
  }

  /** Zstandard in native code, with one context for all pages. */
  final class NativeZstd implements Compressor {
    private final ZstdCompressCtx context = new ZstdCompressCtx();

    NativeZstd(int level) {
      context.setLevel(level);
    }

    @Override
    public int maxLength(int length) {
      return Math.toIntExact(Zstd.compressBound(length));
    }

    @Override
    public int compress(byte[] source, int from, int length, byte[] target, int at) {
      return context.compressByteArray(target, at, target.length - at, source, from, length);
    }

    @Override
    public void close() {
      context.close();
    }
  }

  /** A compressor in Java. */
  final class Portable implements Compressor {
    private final io.airlift.compress.Compressor compressor;

    Portable(io.airlift.compress.Compressor compressor) {
      this.compressor = compressor;
    }

    @Override
    public int maxLength(int length) {
      return compressor.maxCompressedLength(length);
    }

    @Override
    public int compress(byte[] source, int from, int length, byte[] target, int at) {
      return compressor.compress(source, from, length, target, at, target.length - at);
    }

    @Override
    public void close() {}
  }

  /** One gzip member a page. */
  final class Gzip implements Compressor {
    private static final VarHandle INT =
        MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};
    private static final int TRAILER = 8;

    private final Deflater deflater;
    private final CRC32 crc = new CRC32();

    Gzip(int level) {
      deflater = new Deflater(level, true);
    }

    @Override
    public int maxLength(int length) {
      return Math.addExact(length, (length >> 10) + 64);
    }

    @Override
    public int compress(byte[] source, int from, int length, byte[] target, int at) {
      System.arraycopy(HEADER, 0, target, at, HEADER.length);
      deflater.reset();
      deflater.setInput(source, from, length);
      deflater.finish();
      int end = at + HEADER.length;
      while (!deflater.finished()) {
        end += deflater.deflate(target, end, target.length - end);
      }
      crc.reset();
      crc.update(source, from, length);
      INT.set(target, end, (int) crc.getValue());
      INT.set(target, end + 4, length);
      return end + TRAILER - at;
    }

    @Override
    public void close() {
      deflater.end();
    }
  }
}
