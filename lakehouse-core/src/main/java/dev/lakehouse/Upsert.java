package dev.lakehouse;

import dev.lakehouse.data.MergeResult;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.types.ColumnPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Brings the rows of a source into a table: those whose key is there take the place of the row that
 * has it, the others are added. Single use, by one thread; {@link #execute} does it.
 *
 * <p>The short form of a {@link Merge} on equal keys with {@code whenMatched().updateAll()} and
 * {@code whenNotMatched().insertAll()}. A null in a key equals nothing, so such rows are added.
 */
public final class Upsert {
  private final Merge merge;
  private boolean hasKey;

  Upsert(Table table, Source source) {
    this.merge = new Merge(table, source);
  }

  /** The columns that tell rows apart, by name in any case; both sides have them. */
  public Upsert key(String... columns) {
    if (hasKey || columns.length == 0) {
      throw new IllegalStateException("Name the key once, with at least one column");
    }
    for (String column : columns) {
      merge.on(qualified("target", column).eq(qualified("source", column)));
    }
    hasKey = true;
    return this;
  }

  private static Expression qualified(String side, String column) {
    List<String> names = new ArrayList<>(List.of(side));
    names.addAll(ColumnPath.parse(column).names());
    return Expressions.col(new ColumnPath(names));
  }

  /** As {@link Append#idempotent}. */
  public Upsert idempotent(String appId, long version) {
    merge.idempotent(appId, version);
    return this;
  }

  /** As {@link Append#commitInfo}. */
  public Upsert commitInfo(Map<String, String> info) {
    merge.commitInfo(info);
    return this;
  }

  /** As {@link Append#retryOnConflict}. */
  public Upsert retryOnConflict(int times) {
    merge.retryOnConflict(times);
    return this;
  }

  /** As {@link Append#option}. */
  public Upsert option(String key, String value) {
    merge.option(key, value);
    return this;
  }

  /**
   * Does it. Errors as {@link Merge#execute}; two rows of the source with one key are an error if
   * the table has that key.
   *
   * @throws IllegalStateException if no key was named
   */
  public MergeResult execute() {
    if (!hasKey) {
      throw new IllegalStateException("Name the key: upsert(source).key(\"id\")");
    }
    return merge.whenMatched().updateAll().whenNotMatched().insertAll().execute();
  }
}
