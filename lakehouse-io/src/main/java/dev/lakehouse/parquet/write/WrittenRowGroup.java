package dev.lakehouse.parquet.write;

import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;

/**
 * A row group of a file that this process wrote: where its bytes are, so that another file of the
 * same schema can take them over as they are. Immutable.
 */
public final class WrittenRowGroup {
  private final BlockMetaData block;

  WrittenRowGroup(BlockMetaData block) {
    this.block = block;
  }

  BlockMetaData block() {
    return block;
  }

  /** How many rows it has. */
  public long rows() {
    return block.getRowCount();
  }

  /** Where its bytes begin in its file. */
  long start() {
    return block.getColumns().stream()
        .mapToLong(ColumnChunkMetaData::getStartingPos)
        .min()
        .orElse(0);
  }

  /** Where they end. */
  long end() {
    return block.getColumns().stream()
        .mapToLong(column -> column.getStartingPos() + column.getTotalSize())
        .max()
        .orElse(0);
  }
}
