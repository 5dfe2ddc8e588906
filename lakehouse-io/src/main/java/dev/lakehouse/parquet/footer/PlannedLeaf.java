package dev.lakehouse.parquet.footer;

import dev.lakehouse.parquet.LeafType;
import dev.lakehouse.types.DataType;

/**
 * A leaf of a file that is to be read.
 *
 * @param node the leaf in the file
 * @param stored how its values are taken to be stored
 * @param type what they become; void if only the leaf's levels are wanted
 */
public record PlannedLeaf(FileNode node, LeafType stored, DataType type) {
  /** True if only the levels are wanted. */
  public boolean isLevelsOnly() {
    return type == DataType.VOID;
  }
}
