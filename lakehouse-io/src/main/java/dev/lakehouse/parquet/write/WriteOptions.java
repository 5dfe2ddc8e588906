package dev.lakehouse.parquet.write;

import dev.lakehouse.io.MemoryBudget;
import dev.lakehouse.parquet.Compression;
import dev.lakehouse.parquet.FieldNaming;
import dev.lakehouse.parquet.encode.WriteBuffers;
import dev.lakehouse.types.ColumnPath;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How a Parquet file is written. Immutable. */
public final class WriteOptions {
  private final Compression compression;
  private final int level;
  private final long rowGroupBytes;
  private final int pageRows;
  private final int pageBytes;
  private final boolean dictionary;
  private final int dictionaryBytes;
  private final boolean pageChecksums;
  private final FieldNaming naming;
  private final Set<ColumnPath> bloomFilters;
  private final int bloomFilterBytes;
  private final Set<ColumnPath> statistics;
  private final int statisticsPrefix;
  private final Map<String, String> keyValues;
  private final @Nullable WriteBuffers buffers;
  private final MemoryBudget.@Nullable Reservation reservation;

  private WriteOptions(Builder builder) {
    compression = builder.compression;
    level = builder.level == 0 ? compression.defaultLevel() : builder.level;
    rowGroupBytes = builder.rowGroupBytes;
    pageRows = builder.pageRows;
    pageBytes = builder.pageBytes;
    dictionary = builder.dictionary;
    dictionaryBytes = builder.dictionaryBytes;
    pageChecksums = builder.pageChecksums;
    naming = builder.naming;
    bloomFilters = builder.bloomFilters;
    bloomFilterBytes = builder.bloomFilterBytes;
    statistics = builder.statistics;
    statisticsPrefix = builder.statisticsPrefix;
    keyValues = builder.keyValues;
    buffers = builder.buffers;
    reservation = builder.reservation;
  }

  /** The defaults. */
  public static WriteOptions defaults() {
    return builder().build();
  }

  /** A builder with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  Compression compression() {
    return compression;
  }

  int level() {
    return level;
  }

  long rowGroupBytes() {
    return rowGroupBytes;
  }

  int pageRows() {
    return pageRows;
  }

  int pageBytes() {
    return pageBytes;
  }

  boolean dictionary() {
    return dictionary;
  }

  int dictionaryBytes() {
    return dictionaryBytes;
  }

  boolean pageChecksums() {
    return pageChecksums;
  }

  FieldNaming naming() {
    return naming;
  }

  Set<ColumnPath> bloomFilters() {
    return bloomFilters;
  }

  int bloomFilterBytes() {
    return bloomFilterBytes;
  }

  Set<ColumnPath> statistics() {
    return statistics;
  }

  int statisticsPrefix() {
    return statisticsPrefix;
  }

  Map<String, String> keyValues() {
    return keyValues;
  }

  Optional<WriteBuffers> buffers() {
    return Optional.ofNullable(buffers);
  }

  Optional<MemoryBudget.Reservation> reservation() {
    return Optional.ofNullable(reservation);
  }

  /** Collects options. Each method sets one and returns this builder. */
  public static final class Builder {
    private Compression compression = Compression.ZSTD;
    private int level;
    private long rowGroupBytes = 128L << 20;
    private int pageRows = 20_000;
    private int pageBytes = 1 << 20;
    private boolean dictionary = true;
    private int dictionaryBytes = 1 << 20;
    private boolean pageChecksums = true;
    private FieldNaming naming = FieldNaming.LOGICAL;
    private Set<ColumnPath> bloomFilters = Set.of();
    private int bloomFilterBytes = 1 << 20;
    private Set<ColumnPath> statistics = Set.of();
    private int statisticsPrefix = 32;
    private Map<String, String> keyValues = Map.of();
    private @Nullable WriteBuffers buffers;
    private MemoryBudget.@Nullable Reservation reservation;

    private Builder() {}

    /** How pages are compressed; zstd by default. */
    public Builder compression(Compression value) {
      compression = value;
      return this;
    }

    /** The level of gzip and zstd; 0, the default, means the codec's own default. */
    public Builder level(int value) {
      level = value;
      return this;
    }

    /** How large a row group may become, compressed; 128 MiB by default. */
    public Builder rowGroupBytes(long value) {
      rowGroupBytes = positive("rowGroupBytes", value);
      return this;
    }

    /** After how many rows the pages of all columns end; 20,000 by default. */
    public Builder pageRows(int value) {
      pageRows = (int) positive("pageRows", value);
      return this;
    }

    /** After how many bytes a page ends early; 1 MiB by default. */
    public Builder pageBytes(int value) {
      pageBytes = (int) positive("pageBytes", value);
      return this;
    }

    /** Whether columns are dictionary-encoded where that pays; they are by default. */
    public Builder dictionary(boolean value) {
      dictionary = value;
      return this;
    }

    /** How large a dictionary may become; 1 MiB by default. */
    public Builder dictionaryBytes(int value) {
      dictionaryBytes = (int) positive("dictionaryBytes", value);
      return this;
    }

    /** Whether pages have a CRC32; they have by default. */
    public Builder pageChecksums(boolean value) {
      pageChecksums = value;
      return this;
    }

    /** Under which names, and with which ids, fields stand in the file; the logical by default. */
    public Builder naming(FieldNaming value) {
      naming = value;
      return this;
    }

    /** The columns and nested fields that get a Bloom filter a row group; none by default. */
    public Builder bloomFilters(Set<ColumnPath> value) {
      bloomFilters = Set.copyOf(value);
      return this;
    }

    /** How large a Bloom filter may be, a power of two; 1 MiB by default. */
    public Builder bloomFilterBytes(int value) {
      if (Integer.bitCount(value) != 1 || value < 32) {
        throw new IllegalArgumentException(
            "bloomFilterBytes must be a power of two from 32 on, not " + value);
      }
      bloomFilterBytes = value;
      return this;
    }

    /**
     * The leaves whose statistics are collected, by their names in the schema: columns and fields
     * of structs that are no structs themselves, arrays and maps as a whole. None by default.
     */
    public Builder statistics(Set<ColumnPath> value) {
      statistics = Set.copyOf(value);
      return this;
    }

    /** How many characters of a text its statistics keep; 32 by default. */
    public Builder statisticsPrefix(int value) {
      if (value < 0) {
        throw new IllegalArgumentException("statisticsPrefix must not be negative, as " + value);
      }
      statisticsPrefix = value;
      return this;
    }

    /** What the footer's key-value metadata say; nothing by default. */
    public Builder keyValues(Map<String, String> value) {
      keyValues = Map.copyOf(value);
      return this;
    }

    /** Where arrays come from and go to; by default a pool of the file's own. */
    public Builder buffers(WriteBuffers value) {
      buffers = value;
      return this;
    }

    /**
     * From where the memory of the row group is reserved, piece by piece; what was reserved is
     * given back when the file is finished. When the budget refuses, the row group ends early. By
     * default nothing is reserved.
     */
    public Builder reservation(MemoryBudget.Reservation value) {
      reservation = value;
      return this;
    }

    /** The options. */
    public WriteOptions build() {
      return new WriteOptions(this);
    }

    private static long positive(String name, long value) {
      if (value <= 0) {
        throw new IllegalArgumentException(name + " must be positive, not " + value);
      }
      return value;
    }
  }
}
