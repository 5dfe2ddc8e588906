package dev.lakehouse.log.files;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ColumnBuilder;
import dev.lakehouse.log.stats.PartitionParser;
import dev.lakehouse.types.StructField;
import java.time.ZoneId;
import java.util.List;

/** The partition values of a block's distinct tuples as typed columns. */
final class TupleValues {
  private final List<PartitionTuple> tuples;
  private final FileSchema schema;
  private final ZoneId zone;

  TupleValues(List<PartitionTuple> tuples, FileSchema schema, ZoneId zone) {
    this.tuples = tuples;
    this.schema = schema;
    this.zone = zone;
  }

  /** The values of a partition column, one a tuple. */
  Column column(int partitionIndex) {
    StructField field = schema.partitionFields().get(partitionIndex);
    String physical = schema.mapping().physicalName(field);
    PartitionParser parser = new PartitionParser(zone);
    ColumnBuilder builder = ColumnBuilder.of(field.type());
    for (PartitionTuple tuple : tuples) {
      builder.append(parser.parse(field.type(), tuple.values().get(physical), field.name()));
    }
    return builder.build();
  }
}
