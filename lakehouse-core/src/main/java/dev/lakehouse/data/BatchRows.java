package dev.lakehouse.data;

import static dev.lakehouse.types.StructField.optional;
import static dev.lakehouse.types.StructField.required;

import dev.lakehouse.columnar.Batch;
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
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the rows of one batch share: its columns, laid out so that a getter is two array reads in
 * the usual case.
 */
final class BatchRows {
  final StructType schema;
  private final Column[] columns;
  private final @Nullable Validity[] validities;
  private final int[] @Nullable [] ints;
  private final long[] @Nullable [] longs;
  private final double[] @Nullable [] doubles;
  // Both are filled by any thread, with equal values if by two.
  private final @Nullable String[] @Nullable [] texts;
  private final @Nullable BatchRows[] nested;

  /** The rows of {@code batch}; texts of dictionaries that {@code before} has too are shared. */
  BatchRows(Batch batch, @Nullable BatchRows before) {
    this(batch.schema(), batch.columns(), before);
  }

  private BatchRows(StructType schema, List<Column> columns, @Nullable BatchRows before) {
    int width = columns.size();
    this.schema = schema;
    this.columns = columns.toArray(new Column[0]);
    this.validities = new Validity[width];
    this.ints = new int[width][];
    this.longs = new long[width][];
    this.doubles = new double[width][];
    this.texts = new String[width][];
    this.nested = new BatchRows[width];
    for (int i = 0; i < width; i++) {
      layOut(i, this.columns[i], before);
    }
  }

  private void layOut(int field, Column column, @Nullable BatchRows before) {
    validities[field] = column.validity();
    if (column instanceof IntColumn intColumn) {
      ints[field] = intColumn.values();
    } else if (column instanceof LongColumn longColumn
        && !(longColumn.type() instanceof DecimalType)) {
      longs[field] = longColumn.values();
    } else if (column instanceof DoubleColumn doubleColumn) {
      doubles[field] = doubleColumn.values();
    } else if (column instanceof DictionaryColumn dictionary
        && dictionary.type() == DataType.STRING) {
      texts[field] = textsOf(field, dictionary, before);
    }
  }

  @SuppressWarnings("ReferenceEquality")
  private static @Nullable String[] textsOf(
      int field, DictionaryColumn column, @Nullable BatchRows before) {
    @Nullable String @Nullable [] known =
        before != null
                && before.columns[field] instanceof DictionaryColumn last
                && last.dictionary() == column.dictionary()
            ? before.texts[field]
            : null;
    return known != null ? known : new String[column.dictionary().size()];
  }

  boolean isNull(int field, int row) {
    Validity validity = validities[field];
    return validity != null && !validity.isValid(row);
  }

  boolean booleanAt(int field, int row) {
    if (columns[field] instanceof BooleanColumn column && !isNull(field, row)) {
      return column.values()[row];
    }
    throw refused(field, row, "getBoolean");
  }

  int intAt(int field, int row) {
    int[] values = ints[field];
    if (values != null && !isNull(field, row)) {
      return values[row];
    }
    throw refused(field, row, "getInt");
  }

  int narrowAt(int field, int row, String getter) {
    DataType type = columns[field].type();
    if (type == DataType.BYTE || (type == DataType.SHORT && getter.equals("getShort"))) {
      return intAt(field, row);
    }
    throw refused(field, row, getter);
  }

  long longAt(int field, int row) {
    long[] values = longs[field];
    if (values != null && !isNull(field, row)) {
      return values[row];
    }
    if (ints[field] != null && columns[field].type() != DataType.DATE) {
      return intAt(field, row);
    }
    throw refused(field, row, "getLong");
  }

  float floatAt(int field, int row) {
    if (columns[field] instanceof FloatColumn column && !isNull(field, row)) {
      return column.values()[row];
    }
    throw refused(field, row, "getFloat");
  }

  double doubleAt(int field, int row) {
    double[] values = doubles[field];
    if (values != null && !isNull(field, row)) {
      return values[row];
    }
    if (columns[field] instanceof FloatColumn) {
      return floatAt(field, row);
    }
    throw refused(field, row, "getDouble");
  }

  @Nullable BigDecimal decimalAt(int field, int row) {
    if (!(columns[field].type() instanceof DecimalType decimal)) {
      throw wrongType(field, "getDecimal");
    }
    if (columns[field] instanceof LongColumn column) {
      return isNull(field, row) ? null : BigDecimal.valueOf(column.values()[row], decimal.scale());
    }
    return (BigDecimal) Values.get(columns[field], row);
  }

  @Nullable String stringAt(int field, int row) {
    if (columns[field].type() != DataType.STRING) {
      throw wrongType(field, "getString");
    }
    if (isNull(field, row)) {
      return null;
    }
    if (columns[field] instanceof BytesColumn column) {
      return column.string(row);
    }
    DictionaryColumn column = (DictionaryColumn) columns[field];
    @Nullable String[] known = Objects.requireNonNull(texts[field]);
    int code = column.codes()[row];
    String text = known[code];
    if (text == null) {
      text = column.dictionary().string(code);
      known[code] = text;
    }
    return text;
  }

  @Nullable Object typedAt(int field, int row, DataType type, String getter) {
    if (columns[field].type() != type) {
      throw wrongType(field, getter);
    }
    return isNull(field, row) ? null : Values.get(columns[field], row);
  }

  @Nullable List<@Nullable Object> listAt(int field, int row) {
    if (!(columns[field] instanceof ListColumn column)) {
      throw wrongType(field, "getList");
    }
    return column.isNull(row)
        ? null
        : nested(field).valuesAt(0, column.offsets()[row], column.offsets()[row + 1]);
  }

  @Nullable Map<Object, @Nullable Object> mapAt(int field, int row) {
    if (!(columns[field] instanceof MapColumn column)) {
      throw wrongType(field, "getMap");
    }
    if (column.isNull(row)) {
      return null;
    }
    BatchRows entries = nested(field);
    Map<Object, @Nullable Object> map = new LinkedHashMap<>();
    for (int i = column.offsets()[row]; i < column.offsets()[row + 1]; i++) {
      map.put(Objects.requireNonNull(entries.valueAt(0, i)), entries.valueAt(1, i));
    }
    return Collections.unmodifiableMap(map);
  }

  @Nullable Row structAt(int field, int row) {
    if (!(columns[field] instanceof StructColumn column)) {
      throw wrongType(field, "getStruct");
    }
    return column.isNull(row) ? null : new BatchRow(nested(field), row);
  }

  @Nullable Object valueAt(int field, int row) {
    Column column = columns[field];
    if (column.isNull(row)) {
      return null;
    } else if (column instanceof StructColumn) {
      return structAt(field, row);
    } else if (column instanceof ListColumn) {
      return listAt(field, row);
    } else if (column instanceof MapColumn) {
      return mapAt(field, row);
    }
    return column.type() == DataType.STRING ? stringAt(field, row) : Values.get(column, row);
  }

  private List<@Nullable Object> valuesAt(int field, int from, int to) {
    List<@Nullable Object> values = new ArrayList<>(to - from);
    for (int i = from; i < to; i++) {
      values.add(valueAt(field, i));
    }
    return Collections.unmodifiableList(values);
  }

  /** The fields of a struct, the elements of an array, or keys and values of a map, as rows. */
  private BatchRows nested(int field) {
    BatchRows rows = nested[field];
    if (rows == null) {
      rows = nestedOf(columns[field]);
      nested[field] = rows;
    }
    return rows;
  }

  private static BatchRows nestedOf(Column column) {
    if (column instanceof StructColumn struct) {
      return new BatchRows(struct.type(), struct.children(), null);
    } else if (column instanceof ListColumn list) {
      StructType element = StructType.of(optional("element", list.type().element()));
      return new BatchRows(element, List.of(list.elements()), null);
    }
    MapColumn map = (MapColumn) column;
    StructType entry =
        StructType.of(required("key", map.type().key()), optional("value", map.type().value()));
    return new BatchRows(entry, List.of(map.keys(), map.values()), null);
  }

  private RuntimeException refused(int field, int row, String getter) {
    if (!isNull(field, row)) {
      return wrongType(field, getter);
    }
    return new IllegalStateException(
        "Column '"
            + schema.field(field).name()
            + "' is null in this row, and "
            + getter
            + " cannot say so. Ask isNull first, or use get.");
  }

  private RuntimeException wrongType(int field, String getter) {
    return new IllegalArgumentException(
        "Column '"
            + schema.field(field).name()
            + "' is of type "
            + columns[field].type()
            + ", which "
            + getter
            + " does not read");
  }
}
