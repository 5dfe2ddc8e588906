package dev.lakehouse.parquet.read;

import dev.lakehouse.parquet.FieldNaming;
import dev.lakehouse.parquet.footer.FileNode;
import dev.lakehouse.types.StructField;
import java.util.Optional;
import java.util.OptionalInt;

/** How the fields of a table are found among those of a file. */
public enum FieldMatching {
  /** By their names: in the same case if there is one, else in any case. */
  NAME {
    @Override
    Optional<FileNode> find(StructField field, FileNode group) {
      return group.child(field.name());
    }
  },
  /** By the physical names of column mapping, in the same way. */
  PHYSICAL_NAME {
    @Override
    Optional<FileNode> find(StructField field, FileNode group) {
      return group.child(FieldNaming.MAPPED.nameOf(field));
    }
  },
  /**
   * By the ids of column mapping, never by names; a field without an id, none of the table's own,
   * by its name.
   */
  ID {
    @Override
    Optional<FileNode> find(StructField field, FileNode group) {
      OptionalInt id = FieldNaming.MAPPED.idOf(field);
      return id.isPresent() ? group.childWithId(id.getAsInt()) : group.child(field.name());
    }
  };

  /** The field of {@code group} in a file that holds the values of {@code field}. */
  abstract Optional<FileNode> find(StructField field, FileNode group);
}
