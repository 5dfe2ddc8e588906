package dev.lakehouse.write;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.log.stats.PartitionValues;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the partition of each row of a batch. Immutable. */
final class PartitionSplitter {
  private static final Object NULL = new Object();

  private final StructType schema;
  private final int[] partitions;
  private final int[] stored;

  PartitionSplitter(WriteTarget target) {
    schema = target.schema();
    partitions = target.partitionColumns().stream().mapToInt(schema::indexOf).toArray();
    stored = target.storedIndexes();
  }

  /**
   * The partitions of a batch.
   *
   * @param keys the partitions that occur, in the order in which they first do
   * @param groups for each row the index of its partition in {@code keys}
   */
  record Groups(List<PartitionKey> keys, int[] groups) {
    /** The rows of the partition at {@code group}. */
    int[] rows(int group) {
      int[] rows = new int[groups.length];
      int count = 0;
      for (int i = 0; i < groups.length; i++) {
        rows[count] = i;
        count += groups[i] == group ? 1 : 0;
      }
      return Arrays.copyOf(rows, count);
    }
  }

  /** The columns of {@code batch} that stand in files. */
  Batch stored(Batch batch, StructType storedSchema) {
    if (partitions.length == 0) {
      return batch;
    }
    List<Column> columns = Arrays.stream(stored).mapToObj(batch::column).toList();
    return new Batch(storedSchema, columns, batch.rowCount());
  }

  /**
   * The partition of each row.
   *
   * @param rowsBefore how many rows came before, for messages
   */
  Groups groups(Batch batch, long rowsBefore) {
    int[] groups = new int[batch.rowCount()];
    List<PartitionKey> keys = List.of(PartitionKey.NONE);
    for (int partition : partitions) {
      keys = refine(keys, groups, batch.column(partition), schema.field(partition), rowsBefore);
    }
    return new Groups(keys, groups);
  }

  /** Splits each group by the values of one more column. */
  private static List<PartitionKey> refine(
      List<PartitionKey> keys, int[] groups, Column column, StructField field, long rowsBefore) {
    Map<Object, Integer> codes = new HashMap<>();
    Map<@Nullable String, Integer> codesOfTexts = new HashMap<>();
    List<@Nullable String> texts = new ArrayList<>();
    Map<Long, Integer> refined = new HashMap<>();
    List<PartitionKey> result = new ArrayList<>();
    for (int i = 0; i < groups.length; i++) {
      Object value = column.isNull(i) ? NULL : value(column, i);
      Integer code = codes.get(value);
      if (code == null) {
        String text = text(column, i, field, rowsBefore);
        code = codesOfTexts.computeIfAbsent(text, absent -> texts.size());
        if (code == texts.size()) {
          texts.add(text);
        }
        codes.put(value, code);
      }
      long pair = (long) groups[i] << 32 | code;
      Integer group = refined.get(pair);
      if (group == null) {
        group = result.size();
        refined.put(pair, group);
        result.add(longer(keys.get(groups[i]), texts.get(code)));
      }
      groups[i] = group;
    }
    return result;
  }

  /** Something that equal values of the batch share. */
  private static Object value(Column column, int row) {
    if (column instanceof DictionaryColumn dictionary) {
      return dictionary.codes()[row];
    } else if (column instanceof IntColumn ints) {
      return ints.values()[row];
    } else if (column instanceof LongColumn longs) {
      return longs.values()[row];
    }
    Object value = java.util.Objects.requireNonNull(Values.get(column, row));
    return value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value;
  }

  private static @Nullable String text(Column column, int row, StructField field, long before) {
    String text = PartitionValues.text(field.type(), Values.get(column, row));
    if (text == null && !field.nullable()) {
      throw new ConstraintViolationException(
          "Row "
              + (before + row)
              + ", column '"
              + field.name()
              + "': it is NOT NULL and a partition column, where an empty text is stored as null");
    }
    return text;
  }

  private static PartitionKey longer(PartitionKey key, @Nullable String text) {
    List<@Nullable String> texts = new ArrayList<>(key.texts());
    texts.add(text);
    return new PartitionKey(texts);
  }
}
