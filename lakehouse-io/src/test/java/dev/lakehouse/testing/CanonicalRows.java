package dev.lakehouse.testing;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Decimal128Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.FloatColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.ListColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.MapColumn;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.columnar.VariantColumn;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.StructType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Rows as the one text that the corpora of tables and Parquet files hash: a line a row, JSON-like,
 * columns in schema order; floats as their bits, times as numbers, maps sorted by the text of their
 * entries.
 */
public final class CanonicalRows {
  private static final HexFormat HEX = HexFormat.of();

  private final List<String> lines = new ArrayList<>();

  /** Adds the rows of {@code batch}. */
  public CanonicalRows add(Batch batch) {
    for (int row = 0; row < batch.rowCount(); row++) {
      StringBuilder line = new StringBuilder();
      appendStruct(line, batch.schema(), batch.columns(), row);
      lines.add(line.toString());
    }
    return this;
  }

  /** How many rows were added. */
  public int size() {
    return lines.size();
  }

  /** The lines, in the order of their UTF-16 code units. */
  public List<String> sorted() {
    return lines.stream().sorted().toList();
  }

  /** The SHA-256 of the sorted lines, each with a line feed, in hex. */
  public String hash() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String line : sorted()) {
        digest.update(line.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) '\n');
      }
      return HEX.formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void appendStruct(
      StringBuilder to, StructType type, List<Column> columns, int row) {
    to.append('{');
    for (int i = 0; i < columns.size(); i++) {
      to.append(i == 0 ? "" : ",");
      appendString(to, type.field(i).name());
      to.append(':');
      append(to, columns.get(i), row);
    }
    to.append('}');
  }

  private static void append(StringBuilder to, Column column, int row) {
    if (column.isNull(row)) {
      to.append("null");
    } else if (column instanceof BooleanColumn booleans) {
      to.append(booleans.values()[row]);
    } else if (column instanceof IntColumn ints) {
      to.append(ints.values()[row]);
    } else if (column instanceof LongColumn longs) {
      appendLong(to, longs, row);
    } else if (column instanceof FloatColumn floats) {
      to.append("\"f")
          .append(HEX.toHexDigits(Float.floatToIntBits(floats.values()[row])))
          .append('"');
    } else if (column instanceof DoubleColumn doubles) {
      to.append("\"d")
          .append(HEX.toHexDigits(Double.doubleToLongBits(doubles.values()[row])))
          .append('"');
    } else if (column instanceof Decimal128Column decimals) {
      to.append('"').append(decimals.decimal(row).toPlainString()).append('"');
    } else if (column instanceof DictionaryColumn dictionary) {
      append(to, dictionary.dictionary(), dictionary.codes()[row]);
    } else if (column instanceof BytesColumn bytes) {
      appendBytes(to, bytes, row);
    } else if (column instanceof ListColumn list) {
      appendList(to, list, row);
    } else if (column instanceof MapColumn map) {
      appendMap(to, map, row);
    } else if (column instanceof StructColumn struct) {
      appendStruct(to, struct.type(), struct.children(), row);
    } else if (column instanceof VariantColumn variant) {
      to.append('[');
      append(to, variant.metadata(), row);
      to.append(',');
      append(to, variant.value(), row);
      to.append(']');
    }
  }

  private static void appendLong(StringBuilder to, LongColumn longs, int row) {
    if (longs.type() instanceof DecimalType decimal) {
      BigDecimal value = BigDecimal.valueOf(longs.values()[row], decimal.scale());
      to.append('"').append(value.toPlainString()).append('"');
    } else {
      to.append(longs.values()[row]);
    }
  }

  private static void appendBytes(StringBuilder to, BytesColumn bytes, int row) {
    if (bytes.type() == DataType.STRING) {
      appendString(to, bytes.string(row));
    } else {
      to.append("\"x").append(HEX.formatHex(bytes.copy(row))).append('"');
    }
  }

  private static void appendString(StringBuilder to, String value) {
    to.append('"').append(JsonStringEncoder.getInstance().quoteAsString(value)).append('"');
  }

  private static void appendList(StringBuilder to, ListColumn list, int row) {
    to.append('[');
    for (int i = list.offsets()[row]; i < list.offsets()[row + 1]; i++) {
      to.append(i == list.offsets()[row] ? "" : ",");
      append(to, list.elements(), i);
    }
    to.append(']');
  }

  private static void appendMap(StringBuilder to, MapColumn map, int row) {
    List<String> entries = new ArrayList<>();
    for (int i = map.offsets()[row]; i < map.offsets()[row + 1]; i++) {
      StringBuilder entry = new StringBuilder("[");
      append(entry, map.keys(), i);
      entry.append(',');
      append(entry, map.values(), i);
      entries.add(entry.append(']').toString());
    }
    entries.sort(null);
    to.append('[').append(String.join(",", entries)).append(']');
  }
}
