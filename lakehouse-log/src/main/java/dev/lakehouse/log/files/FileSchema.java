package dev.lakehouse.log.files;

import dev.lakehouse.log.protocol.ColumnMapping;
import dev.lakehouse.log.stats.StatisticsColumn;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The columns of a table as the log's files speak of them. Immutable.
 *
 * @param schema the table's schema
 * @param partitionFields the fields of the partition columns, in their order
 * @param mapping logical to physical names
 */
public record FileSchema(
    StructType schema, List<StructField> partitionFields, ColumnMapping mapping) {
  /** Copies the fields. */
  public FileSchema {
    partitionFields = List.copyOf(partitionFields);
  }

  /** The index of the partition column called {@code name}, in any case; -1 if it is none. */
  int partitionIndex(String name) {
    for (int i = 0; i < partitionFields.size(); i++) {
      if (partitionFields.get(i).name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }

  boolean isPartition(ColumnPath path) {
    return path.names().size() == 1 && partitionIndex(path.root()) >= 0;
  }

  /** What to look for in statistics for a column or a field of structs; empty if there is none. */
  Optional<StatisticsColumn> statisticsColumn(ColumnPath logical) {
    List<String> physical = new ArrayList<>();
    DataType type = schema;
    StructField field = null;
    for (String name : logical.names()) {
      field = type instanceof StructType struct ? struct.find(name).orElse(null) : null;
      if (field == null) {
        return Optional.empty();
      }
      physical.add(mapping.physicalName(field));
      type = field.type();
    }
    return field == null
        ? Optional.empty()
        : Optional.of(StatisticsColumn.of(new ColumnPath(physical), field));
  }
}
