package dev.lakehouse.dml.merge;

import dev.lakehouse.dml.Changes;
import dev.lakehouse.log.action.Metadata;
import java.util.Optional;

/**
 * What a merge does.
 *
 * @param changes what it does to files
 * @param metadata the table's metadata, if identity values were given out
 * @param sourceRows how many rows the source has
 * @param inserted rows that come
 * @param matchedUpdated rows with new values because of a matched clause
 * @param bySourceUpdated rows with new values because of a clause for rows that do not match
 * @param matchedDeleted rows that go because of a matched clause
 * @param bySourceDeleted rows that go because of a clause for rows that do not match
 * @param scanMillis how long it took to find and write rows
 * @param rewriteMillis how long it took to write files anew
 */
public record MergeChange(
    Changes changes,
    Optional<Metadata> metadata,
    long sourceRows,
    long inserted,
    long matchedUpdated,
    long bySourceUpdated,
    long matchedDeleted,
    long bySourceDeleted,
    long scanMillis,
    long rewriteMillis) {
  /** Rows of the table that have new values. */
  public long updated() {
    return matchedUpdated + bySourceUpdated;
  }

  /** Rows of the table that are gone. */
  public long deleted() {
    return matchedDeleted + bySourceDeleted;
  }
}
