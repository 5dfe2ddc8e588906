package dev.lakehouse.log.action;

import org.jspecify.annotations.Nullable;

/**
 * What identifies a logical file: its path as the log writes it, and the id of its deletion vector.
 *
 * <p>PROTOCOL "Action Reconciliation": an add with a new vector is a new file, and a remove cancels
 * only the add with the same vector.
 *
 * @param path the text of the log, not decoded
 * @param vectorId {@link DeletionVectorDescriptor#uniqueId}; null without a vector
 */
public record FileKey(String path, @Nullable String vectorId) {
  static FileKey of(String path, @Nullable DeletionVectorDescriptor vector) {
    return new FileKey(path, vector == null ? null : vector.uniqueId());
  }
}
