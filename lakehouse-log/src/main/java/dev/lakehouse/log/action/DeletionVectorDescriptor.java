package dev.lakehouse.log.action;

import org.jspecify.annotations.Nullable;

/**
 * Where a file's deletion vector is, as the log says it.
 *
 * @param storageType one of the constants here; others may come from newer writers
 * @param pathOrInlineDv path, coded id or coded bytes, by storage type
 * @param offset where the vector starts in its file; null where the log has none. Kept apart from 0
 *     because it is part of the identity
 * @param sizeInBytes length of the serialized vector
 * @param cardinality how many rows it deletes
 */
public record DeletionVectorDescriptor(
    String storageType,
    String pathOrInlineDv,
    @Nullable Integer offset,
    int sizeInBytes,
    long cardinality) {
  /** A file in the table whose name is derived from a UUID. */
  public static final String RELATIVE = "u";

  /** A file at an absolute URI. */
  public static final String ABSOLUTE = "p";

  /** The bytes stand in the descriptor. */
  public static final String INLINE = "i";

  /** The identity of the vector: {@code storageType + pathOrInlineDv [@offset]}. */
  public String uniqueId() {
    String id = storageType + pathOrInlineDv;
    return offset == null ? id : id + "@" + offset;
  }
}
