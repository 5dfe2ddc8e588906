package dev.lakehouse.write;

import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.expr.Literal;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.stats.PartitionParser;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.StructField;
import java.nio.ByteBuffer;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Some partitions of a table, told apart by the typed values of the partition columns: two texts
 * may be one value. Null is a value like any other.
 */
public final class PartitionSet {
  private final Snapshot snapshot;
  private final PartitionParser parser;
  private final Map<List<@Nullable Object>, List<@Nullable Object>> partitions =
      new LinkedHashMap<>();

  private PartitionSet(Snapshot snapshot, ZoneId zone) {
    this.snapshot = snapshot;
    this.parser = new PartitionParser(zone);
  }

  /** The partitions of {@code files}. */
  public static PartitionSet of(Snapshot snapshot, List<AddFile> files, ZoneId zone) {
    PartitionSet set = new PartitionSet(snapshot, zone);
    for (AddFile file : files) {
      List<@Nullable Object> values = set.values(file);
      set.partitions.put(comparable(values), values);
    }
    return set;
  }

  private List<@Nullable Object> values(AddFile file) {
    List<@Nullable Object> values = new ArrayList<>();
    for (StructField field : snapshot.partitionFields()) {
      String text = file.partitionValues().get(snapshot.columnMapping().physicalName(field));
      values.add(parser.parse(field.type(), text, field.name()));
    }
    return values;
  }

  private static List<@Nullable Object> comparable(List<@Nullable Object> values) {
    List<@Nullable Object> comparable = new ArrayList<>();
    for (Object value : values) {
      if (value instanceof byte[] bytes) {
        comparable.add(ByteBuffer.wrap(bytes));
      } else if (value instanceof Double number && number == 0) {
        comparable.add(0.0);
      } else if (value instanceof Float number && number == 0) {
        comparable.add(0.0f);
      } else {
        comparable.add(value);
      }
    }
    return comparable;
  }

  /** True if {@code file} is in one of the partitions. */
  public boolean contains(AddFile file) {
    return partitions.containsKey(comparable(values(file)));
  }

  /** TRUE for the rows of the partitions, FALSE for all others. */
  public Expression predicate() {
    List<Expression> alternatives = new ArrayList<>();
    for (List<@Nullable Object> values : partitions.values()) {
      List<Expression> equalities = new ArrayList<>();
      for (int i = 0; i < values.size(); i++) {
        StructField field = snapshot.partitionFields().get(i);
        Expression column = Expressions.col(ColumnPath.of(field.name()));
        equalities.add(column.eqNullSafe(new Literal(field.type(), values.get(i))));
      }
      alternatives.add(Expressions.and(equalities));
    }
    return Expressions.or(alternatives);
  }
}
