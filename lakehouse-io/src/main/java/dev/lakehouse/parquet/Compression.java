package dev.lakehouse.parquet;

import java.util.Locale;
import java.util.Optional;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** How the pages of a written file are compressed. */
public enum Compression {
  /** Not at all. */
  NONE(CompressionCodecName.UNCOMPRESSED, 0),
  /** Snappy. */
  SNAPPY(CompressionCodecName.SNAPPY, 0),
  /** Gzip, levels 1 to 9. */
  GZIP(CompressionCodecName.GZIP, 6),
  /** LZ4 blocks without Hadoop's framing. */
  LZ4_RAW(CompressionCodecName.LZ4_RAW, 0),
  /** Zstandard, levels 1 to 22. */
  ZSTD(CompressionCodecName.ZSTD, 1);

  private final CompressionCodecName parquetName;
  private final int defaultLevel;

  Compression(CompressionCodecName parquetName, int defaultLevel) {
    this.parquetName = parquetName;
    this.defaultLevel = defaultLevel;
  }

  /** The codec that a property or option calls {@code name}, in any case. */
  public static Optional<Compression> named(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "none", "uncompressed" -> Optional.of(NONE);
      case "snappy" -> Optional.of(SNAPPY);
      case "gzip" -> Optional.of(GZIP);
      case "lz4raw", "lz4_raw" -> Optional.of(LZ4_RAW);
      case "zstd" -> Optional.of(ZSTD);
      default -> Optional.empty();
    };
  }

  /** The level that is used if none is asked for. */
  public int defaultLevel() {
    return defaultLevel;
  }

  /** The codec as the footer names it. */
  public CompressionCodecName parquetName() {
    return parquetName;
  }
}
