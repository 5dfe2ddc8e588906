package dev.lakehouse.parquet.footer;

import dev.lakehouse.columnar.Values;
import dev.lakehouse.expr.Call;
import dev.lakehouse.expr.ColumnReference;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.expr.Literal;
import dev.lakehouse.expr.Operator;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.parquet.LeafType;
import dev.lakehouse.types.DataType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.apache.parquet.format.BloomFilterHeader;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;
import org.apache.parquet.io.api.Binary;
import org.jspecify.annotations.Nullable;

/**
 * Asks the Bloom filters of a file whether a row group can hold the constants that a predicate
 * wants its columns to equal.
 */
public final class BloomProbe {
  private static final int MAX_BYTES = 16 << 20;
  private static final int HEADER_BYTES = 64;

  private final InputFile file;
  private final Footer footer;
  private final List<Wanted> wanted;

  /** A column that must equal one of some constants, as the file stores them. */
  private record Wanted(PlannedLeaf leaf, List<Object> values) {}

  /** For {@code predicate}, whose columns are {@code leaves}. */
  public BloomProbe(InputFile file, Footer footer, Expression predicate, FilterLeaves leaves) {
    this.file = file;
    this.footer = footer;
    this.wanted = new ArrayList<>();
    for (Expression conjunct : Expressions.splitConjuncts(predicate)) {
      Wanted equality = equality(conjunct, leaves);
      if (equality != null) {
        wanted.add(equality);
      }
    }
  }

  /** False only if no row of {@code group} can fulfil the predicate. */
  public boolean mayMatch(RowGroup group) {
    for (Wanted equality : wanted) {
      ColumnMetaData chunk = footer.chunk(group, equality.leaf().node().leafIndex());
      if (chunk.isSetBloom_filter_offset() && !mayContain(chunk, equality.values())) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable Wanted equality(Expression conjunct, FilterLeaves leaves) {
    if (!(conjunct instanceof Call call)
        || (call.operator() != Operator.EQUAL && call.operator() != Operator.IN)) {
      return null;
    }
    List<Expression> sides = new ArrayList<>(call.arguments());
    if (call.operator() == Operator.EQUAL && sides.get(0) instanceof Literal) {
      sides = List.of(sides.get(1), sides.get(0));
    }
    if (!(sides.get(0) instanceof ColumnReference column)) {
      return null;
    }
    PlannedLeaf leaf = leaves.find(column.path());
    return leaf == null ? null : wanted(leaf, sides.subList(1, sides.size()));
  }

  private static @Nullable Wanted wanted(PlannedLeaf leaf, List<Expression> constants) {
    List<Object> values = new ArrayList<>();
    for (Expression constant : constants) {
      Object value =
          constant instanceof Literal literal && literal.value() != null
              ? stored(leaf, literal.value())
              : null;
      if (value == null) {
        return null;
      }
      values.add(value);
    }
    return new Wanted(leaf, values);
  }

  /** What the file would store for {@code value}: a Long or bytes; null if that is not plain. */
  private static @Nullable Object stored(PlannedLeaf leaf, Object value) {
    boolean whole =
        leaf.stored().meaning() instanceof LeafType.Plain
            || leaf.stored().meaning() instanceof LeafType.Int;
    if (isInteger(leaf.type())) {
      return whole && isInteger(value) ? ((Number) value).longValue() : null;
    } else if (leaf.type() == DataType.STRING) {
      return value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : null;
    } else if (leaf.type() == DataType.BINARY) {
      return value instanceof byte[] ? value : null;
    } else if (leaf.type() == DataType.DATE) {
      return value instanceof LocalDate date ? date.toEpochDay() : null;
    }
    boolean micros =
        leaf.stored().meaning() instanceof LeafType.Timestamp time
            && time.unit() == LeafType.Unit.MICROS;
    return micros ? micros(leaf.type(), value) : null;
  }

  private static boolean isInteger(DataType type) {
    return type == DataType.BYTE
        || type == DataType.SHORT
        || type == DataType.INT
        || type == DataType.LONG;
  }

  private static boolean isInteger(Object value) {
    return value instanceof Byte
        || value instanceof Short
        || value instanceof Integer
        || value instanceof Long;
  }

  private static @Nullable Object micros(DataType type, Object value) {
    if (type == DataType.TIMESTAMP && value instanceof Instant instant) {
      return Values.micros(instant);
    }
    return type == DataType.TIMESTAMP_NTZ && value instanceof LocalDateTime time
        ? Values.micros(time)
        : null;
  }

  private boolean mayContain(ColumnMetaData chunk, List<Object> values) {
    BlockSplitBloomFilter filter = read(chunk);
    if (filter == null) {
      return true;
    }
    return values.stream().anyMatch(value -> mayContain(filter, chunk.type, value));
  }

  private static boolean mayContain(BlockSplitBloomFilter filter, Type physical, Object value) {
    if (value instanceof byte[] bytes) {
      return filter.findHash(filter.hash(Binary.fromConstantByteArray(bytes)));
    }
    long number = (Long) value;
    if (physical == Type.INT32) {
      return number != (int) number || filter.findHash(filter.hash((int) number));
    }
    return physical != Type.INT64 || filter.findHash(filter.hash(number));
  }

  private @Nullable BlockSplitBloomFilter read(ColumnMetaData chunk) {
    long at = chunk.bloom_filter_offset;
    if (at < 0 || at >= file.length()) {
      return null;
    }
    byte[] head = new byte[(int) Math.min(HEADER_BYTES, file.length() - at)];
    file.read(at, head, 0, head.length);
    ByteArrayInputStream stream = new ByteArrayInputStream(head);
    BloomFilterHeader header = header(stream);
    long start = at + head.length - stream.available();
    if (header == null || start + header.numBytes > file.length()) {
      return null;
    }
    byte[] bits = new byte[header.numBytes];
    file.read(start, bits, 0, bits.length);
    return new BlockSplitBloomFilter(bits);
  }

  /** The header of a filter; null if it makes no sense: the rows are read then. */
  private static @Nullable BloomFilterHeader header(ByteArrayInputStream stream) {
    try {
      BloomFilterHeader header = Util.readBloomFilterHeader(stream);
      return isKnown(header) ? header : null;
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  private static boolean isKnown(BloomFilterHeader header) {
    return header.numBytes >= 32
        && header.numBytes <= MAX_BYTES
        && header.numBytes % 32 == 0
        && header.algorithm.isSetBLOCK()
        && header.hash.isSetXXHASH()
        && header.compression.isSetUNCOMPRESSED();
  }
}
