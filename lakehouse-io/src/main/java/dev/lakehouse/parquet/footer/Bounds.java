package dev.lakehouse.parquet.footer;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.NullColumn;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.parquet.DamagedDataException;
import dev.lakehouse.parquet.LeafType;
import dev.lakehouse.parquet.decode.LeafFit;
import dev.lakehouse.parquet.decode.LeafValues;
import dev.lakehouse.parquet.decode.LegacyCalendar;
import dev.lakehouse.parquet.decode.PageBytes;
import dev.lakehouse.parquet.decode.Spacing;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/** Minima and maxima as statistics store them, turned into columns of a table's type. */
final class Bounds {
  private Bounds() {}

  /** True if the order that statistics of {@code leaf} follow is the order of its values. */
  static boolean areOrdered(PlannedLeaf leaf, LegacyCalendar calendar) {
    LeafType.Meaning meaning = leaf.stored().meaning();
    boolean rebased =
        calendar.dates()
            && (meaning instanceof LeafType.Date || meaning instanceof LeafType.Timestamp);
    return !rebased
        && leaf.node().repeat() == 0
        && leaf.stored().physical() != Type.INT96
        && !(meaning instanceof LeafType.Bytes)
        && !(meaning instanceof LeafType.Float16);
  }

  /** True if the old fields {@code min} and {@code max}, which compare signed, may be used. */
  static boolean areSigned(LeafType stored) {
    boolean unsigned = stored.meaning() instanceof LeafType.Int whole && !whole.signed();
    return switch (stored.physical()) {
      case INT32, INT64, FLOAT, DOUBLE, BOOLEAN -> !unsigned;
      case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> false;
    };
  }

  /** The column of {@code bounds}, with null for those that are missing or make no sense. */
  static Column column(PlannedLeaf leaf, List<byte @Nullable []> bounds) {
    boolean[] valid = new boolean[bounds.size()];
    ByteArrayOutputStream page = new ByteArrayOutputStream();
    int count = 0;
    for (int i = 0; i < valid.length; i++) {
      byte[] bound = bounds.get(i);
      valid[i] = bound != null && isValue(leaf.stored(), bound);
      if (bound != null && valid[i]) {
        write(page, leaf.stored(), bound);
        count++;
      }
    }
    if (count == 0) {
      return NullColumn.of(leaf.type(), valid.length);
    }
    Validity validity = Validity.ofBooleans(valid, valid.length);
    try {
      Column dense = decode(leaf, page.toByteArray(), count);
      return Spacing.spread(dense, 0, validity, valid.length);
    } catch (DamagedDataException | ArithmeticException e) {
      return NullColumn.of(leaf.type(), valid.length);
    }
  }

  private static boolean isValue(LeafType stored, byte[] bound) {
    return switch (stored.physical()) {
      case BOOLEAN -> bound.length == 1;
      case INT32, FLOAT -> bound.length == 4;
      case INT64, DOUBLE -> bound.length == 8;
      case INT96 -> false;
      case FIXED_LEN_BYTE_ARRAY -> bound.length == stored.length();
      case BYTE_ARRAY -> true;
    };
  }

  /** Appends a bound as {@code PLAIN} pages have values; booleans as bytes of one bit. */
  private static void write(ByteArrayOutputStream page, LeafType stored, byte[] bound) {
    if (stored.physical() == Type.BYTE_ARRAY) {
      for (int shift = 0; shift < 32; shift += 8) {
        page.write(bound.length >>> shift);
      }
    }
    page.writeBytes(bound);
  }

  private static Column decode(PlannedLeaf leaf, byte[] plain, int count) {
    byte[] bytes = leaf.stored().physical() == Type.BOOLEAN ? packed(plain) : plain;
    LeafValues values =
        LeafFit.values(leaf.stored(), leaf.type(), LegacyCalendar.NONE).orElseThrow();
    byte[] slack = java.util.Arrays.copyOf(bytes, bytes.length + PageBytes.SLACK);
    values.page(new PageBytes(slack, 0, bytes.length), Encoding.PLAIN);
    values.begin(count);
    values.read(count);
    return values.column();
  }

  private static byte[] packed(byte[] booleans) {
    byte[] bits = new byte[(booleans.length + 7) / 8];
    for (int i = 0; i < booleans.length; i++) {
      bits[i >>> 3] |= (byte) ((booleans[i] & 1) << (i & 7));
    }
    return bits;
  }
}
