package dev.lakehouse.data;

import static dev.lakehouse.types.StructField.optional;
import static dev.lakehouse.types.StructField.required;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.FloatColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.ListColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.MapColumn;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.StructType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One column of a batch, laid out for the getters of its rows: what a getter reads in the usual
 * case is found at once, and null if the getter is not for this column.
 */
final class RowColumn {
  private final String name;
  private final Column column;
  private final @Nullable Validity validity;
  private final Dates cachedDates;

  private int @Nullable [] ints;
  private int @Nullable [] days;
  private long @Nullable [] longs;
  private double @Nullable [] doubles;
  private long @Nullable [] unscaled;
  private int scale;
  private @Nullable BytesColumn strings;
  private int @Nullable [] codes;
  // These two are filled by any thread, with equal values if by two.
  private @Nullable String[] texts = {};
  private @Nullable BatchRows nested;

  /**
   * @param before the same column of the batch before: texts of a dictionary that both have are
   *     shared
   */
  RowColumn(String name, Column column, Dates cachedDates, @Nullable RowColumn before) {
    this.name = name;
    this.column = column;
    this.validity = column.validity();
    this.cachedDates = cachedDates;
    if (column instanceof IntColumn intColumn) {
      ints = intColumn.values();
      days = column.type() == DataType.DATE ? ints : null;
    } else if (column instanceof LongColumn longColumn) {
      layOut(longColumn);
    } else if (column instanceof DoubleColumn doubleColumn) {
      doubles = doubleColumn.values();
    } else if (column.type() == DataType.STRING && column instanceof BytesColumn bytes) {
      strings = bytes;
    } else if (column.type() == DataType.STRING && column instanceof DictionaryColumn dictionary) {
      strings = dictionary.dictionary();
      codes = dictionary.codes();
      texts = textsOf(dictionary.dictionary(), before);
    }
  }

  private void layOut(LongColumn longColumn) {
    if (longColumn.type() instanceof DecimalType decimal) {
      unscaled = longColumn.values();
      scale = decimal.scale();
    } else {
      longs = longColumn.values();
    }
  }

  @SuppressWarnings("ReferenceEquality")
  private static @Nullable String[] textsOf(BytesColumn dictionary, @Nullable RowColumn before) {
    return before != null && before.strings == dictionary && before.codes != null
        ? before.texts
        : new String[dictionary.size()];
  }

  boolean isNull(int row) {
    return validity != null && !validity.isValid(row);
  }

  boolean booleanAt(int row) {
    if (column instanceof BooleanColumn booleans && !isNull(row)) {
      return booleans.values()[row];
    }
    throw refused(row, "getBoolean");
  }

  int intAt(int row) {
    if (ints != null && !isNull(row)) {
      return ints[row];
    }
    throw refused(row, "getInt");
  }

  byte byteAt(int row) {
    if (column.type() == DataType.BYTE) {
      return (byte) intAt(row);
    }
    throw refused(row, "getByte");
  }

  short shortAt(int row) {
    if (column.type() == DataType.BYTE || column.type() == DataType.SHORT) {
      return (short) intAt(row);
    }
    throw refused(row, "getShort");
  }

  long longAt(int row) {
    if (longs != null && !isNull(row)) {
      return longs[row];
    }
    if (ints != null && days == null) {
      return intAt(row);
    }
    throw refused(row, "getLong");
  }

  float floatAt(int row) {
    if (column instanceof FloatColumn floats && !isNull(row)) {
      return floats.values()[row];
    }
    throw refused(row, "getFloat");
  }

  double doubleAt(int row) {
    if (doubles != null && !isNull(row)) {
      return doubles[row];
    }
    if (column instanceof FloatColumn) {
      return floatAt(row);
    }
    throw refused(row, "getDouble");
  }

  @Nullable BigDecimal decimalAt(int row) {
    if (unscaled != null) {
      return isNull(row) ? null : BigDecimal.valueOf(unscaled[row], scale);
    }
    if (column.type() instanceof DecimalType) {
      return (BigDecimal) Values.get(column, row);
    }
    throw wrongType("getDecimal");
  }

  @Nullable LocalDate dateAt(int row) {
    if (days != null) {
      return isNull(row) ? null : cachedDates.ofEpochDay(days[row]);
    }
    return (LocalDate) typedAt(row, DataType.DATE, "getDate");
  }

  @Nullable String stringAt(int row) {
    if (strings == null) {
      return (String) typedAt(row, DataType.STRING, "getString");
    }
    if (isNull(row)) {
      return null;
    }
    return codes == null ? strings.string(row) : entry(strings, codes[row]);
  }

  private String entry(BytesColumn entries, int code) {
    String text = texts[code];
    if (text == null) {
      text = entries.string(code);
      texts[code] = text;
    }
    return text;
  }

  /** The value of a column that must be of {@code type}. */
  @Nullable Object typedAt(int row, DataType type, String getter) {
    if (column.type() != type) {
      throw wrongType(getter);
    }
    return Values.get(column, row);
  }

  @Nullable List<@Nullable Object> listAt(int row) {
    if (!(column instanceof ListColumn list)) {
      throw wrongType("getList");
    }
    return isNull(row) ? null : nested().list(0, list.offsets()[row], list.offsets()[row + 1]);
  }

  @Nullable Map<Object, @Nullable Object> mapAt(int row) {
    if (!(column instanceof MapColumn entries)) {
      throw wrongType("getMap");
    }
    if (isNull(row)) {
      return null;
    }
    RowColumn keys = nested().column(0);
    RowColumn values = nested().column(1);
    Map<Object, @Nullable Object> map = new LinkedHashMap<>();
    for (int i = entries.offsets()[row]; i < entries.offsets()[row + 1]; i++) {
      map.put(Objects.requireNonNull(keys.valueAt(i)), values.valueAt(i));
    }
    return Collections.unmodifiableMap(map);
  }

  @Nullable Row structAt(int row) {
    if (!(column instanceof StructColumn)) {
      throw wrongType("getStruct");
    }
    return isNull(row) ? null : new BatchRow(nested(), row);
  }

  @Nullable Object valueAt(int row) {
    if (isNull(row)) {
      return null;
    } else if (column instanceof StructColumn) {
      return structAt(row);
    } else if (column instanceof ListColumn) {
      return listAt(row);
    } else if (column instanceof MapColumn) {
      return mapAt(row);
    } else if (days != null) {
      return dateAt(row);
    }
    return strings != null ? stringAt(row) : Values.get(column, row);
  }

  /** The fields of a struct, the elements of an array, or keys and values of a map, as rows. */
  private BatchRows nested() {
    BatchRows rows = nested;
    if (rows == null) {
      rows = nestedOf(column);
      nested = rows;
    }
    return rows;
  }

  private BatchRows nestedOf(Column whole) {
    if (whole instanceof StructColumn struct) {
      return new BatchRows(struct.type(), struct.children(), cachedDates);
    } else if (whole instanceof ListColumn list) {
      StructType element = StructType.of(optional("element", list.type().element()));
      return new BatchRows(element, List.of(list.elements()), cachedDates);
    }
    MapColumn map = (MapColumn) whole;
    StructType entry =
        StructType.of(required("key", map.type().key()), optional("value", map.type().value()));
    return new BatchRows(entry, List.of(map.keys(), map.values()), cachedDates);
  }

  private RuntimeException refused(int row, String getter) {
    return isNull(row)
        ? new IllegalStateException(
            "Column '"
                + name
                + "' is null in this row, and "
                + getter
                + " cannot say so. Ask isNull first, or use get.")
        : wrongType(getter);
  }

  private RuntimeException wrongType(String getter) {
    return new IllegalArgumentException(
        "Column '"
            + name
            + "' is of type "
            + column.type()
            + ", which "
            + getter
            + " does not read");
  }
}
