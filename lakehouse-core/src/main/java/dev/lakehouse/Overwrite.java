package dev.lakehouse;

import dev.lakehouse.data.WriteResult;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.log.Operation;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.Transaction;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.rules.RowRule;
import dev.lakehouse.schema.Evolution;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import dev.lakehouse.write.LiveFile;
import dev.lakehouse.write.PartitionSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Replaces rows of a table by others: all rows, or those of some partitions. Single use, by one
 * thread; {@link #execute} does it.
 */
public final class Overwrite {
  private final Table table;
  private final Source source;
  private final WriteSettings settings = new WriteSettings();
  private @Nullable Expression predicate;
  private boolean partitions;
  private boolean newSchema;
  private @Nullable List<String> partitionColumns;

  Overwrite(Table table, Source source) {
    this.table = table;
    this.source = source;
  }

  /** Replaces the rows for which {@code condition} is TRUE. Every new row must satisfy it, too. */
  public Overwrite where(Expression condition) {
    requireWhole();
    Objects.requireNonNull(condition, "A condition is null: for all rows leave where out");
    if (Expressions.references(condition).isEmpty()) {
      throw new IllegalArgumentException(
          "overwrite.where needs a condition on columns, not '"
              + condition
              + "'. Leave it out to overwrite the whole table.");
    }
    predicate = condition;
    return this;
  }

  /**
   * As {@link #where(Expression)}, as SQL text with a value for each {@code ?}: {@code where("day =
   * ?", day)}.
   *
   * @throws dev.lakehouse.error.ExpressionException if it does not parse
   */
  public Overwrite where(String condition, @Nullable Object... bindValues) {
    return where(Expressions.sql(condition, bindValues));
  }

  /**
   * Replaces the rows of those partitions that occur among the new rows. A table without partition
   * columns is replaced as a whole.
   */
  public Overwrite partitions() {
    requireWhole();
    partitions = true;
    return this;
  }

  /** As {@link Append#mergeSchema}. */
  public Overwrite mergeSchema() {
    settings.schema(SchemaPolicy.MERGE);
    return this;
  }

  /**
   * Gives the table the source's columns instead of its own, all nullable, and the partition
   * columns that {@link #partitionedBy} names: none, unless it does. Properties stay, and so do the
   * ids of mapped columns whose names stay; rules, defaults and comments of the old columns go.
   * Only where the whole table is overwritten.
   */
  public Overwrite overwriteSchema() {
    requireWhole();
    settings.schema(
        (protocol, metadata, source, names) ->
            Evolution.replacing(
                protocol,
                metadata,
                source,
                partitionColumns == null ? List.of() : partitionColumns,
                names));
    newSchema = true;
    return this;
  }

  /** The partition columns that the table gets with {@link #overwriteSchema}, in order. */
  public Overwrite partitionedBy(String... columns) {
    partitionColumns = List.of(columns);
    return this;
  }

  private void requireWhole() {
    if (newSchema) {
      throw new IllegalStateException(
          "overwriteSchema replaces the whole table: it does not go with where or partitions");
    }
    if (predicate != null || partitions) {
      throw new IllegalStateException("Say what is overwritten once: by where or by partitions");
    }
  }

  /** As {@link Append#idempotent}. */
  public Overwrite idempotent(String appId, long version) {
    settings.idempotent(appId, version);
    return this;
  }

  /** As {@link Append#commitInfo}. */
  public Overwrite commitInfo(Map<String, String> info) {
    settings.commitInfo(info);
    return this;
  }

  /** As {@link Append#retryOnConflict}. */
  public Overwrite retryOnConflict(int times) {
    settings.retryOnConflict(times);
    return this;
  }

  /** As {@link Append#option}. */
  public Overwrite option(String key, String value) {
    settings.option(key, value);
    return this;
  }

  /**
   * Writes the rows and commits them and the removal as one version. If nothing is added and
   * nothing removed there is no version.
   *
   * @throws IllegalArgumentException if, with {@link #mergeSchema}, the condition reads a column
   *     that is no partition column
   * @throws dev.lakehouse.error.ExpressionException if the condition does not bind, or fails for a
   *     row
   * @throws dev.lakehouse.error.TableNotFoundException if there is no table
   * @throws dev.lakehouse.error.SchemaMismatchException if columns or values do not fit
   * @throws dev.lakehouse.error.ConstraintViolationException if a NOT NULL column would be null, a
   *     new row does not satisfy the condition, or the table is append-only
   * @throws dev.lakehouse.error.ConflictException if another commit came first that this cannot
   *     follow
   */
  public WriteResult execute() {
    if (partitionColumns != null && !newSchema) {
      throw new IllegalStateException(
          "partitionedBy goes with overwriteSchema: else the table keeps its partition columns");
    }
    Expression condition = predicate;
    if (condition == null || settings.schemaPolicy() == SchemaPolicy.MERGE) {
      return new WriteRun("overwrite", table, source, settings, new Replacing()).run();
    }
    try (Rereadable rows = Rereadable.of(source, settings.retries() > 0, table.session())) {
      ReplaceVerb verb = new ReplaceVerb(source, rows, condition, settings);
      return new RowChangeRun<>("overwrite", table, settings, verb).run();
    }
  }

  private final class Replacing implements WriteRun.Change {
    /** One for all: the rows removed are those that the rule for the new ones speaks of. */
    private final ExpressionContext context = table.session().expressions();

    @Override
    public RowRule rule(Snapshot base, StructType schema) {
      if (predicate == null) {
        return RowRule.NONE;
      }
      requirePartitionColumns(predicate, base);
      return RowRule.of(
          predicate,
          schema,
          context,
          "which is what is overwritten. Leave it out, or overwrite its partition too.");
    }

    @Override
    public WriteRun.Removed apply(Transaction transaction, Snapshot base, List<AddFile> adds) {
      List<LiveFile> old;
      if (predicate != null) {
        old = LiveFile.list(base.files(predicate, context));
        transaction.read(predicate, context, actions(old));
      } else if (!partitions || base.partitionFields().isEmpty()) {
        old = LiveFile.list(base.files(context));
        transaction.readWholeTable();
      } else if (adds.isEmpty()) {
        return WriteRun.Removed.NOTHING;
      } else {
        PartitionSet occurring = PartitionSet.of(base, adds, context.zone());
        old =
            LiveFile.list(base.files(context)).stream()
                .filter(file -> occurring.contains(file.action()))
                .toList();
        transaction.read(occurring.predicate(), context, actions(old));
      }
      return remove(transaction, old);
    }

    private static List<AddFile> actions(List<LiveFile> files) {
      return files.stream().map(LiveFile::action).toList();
    }

    private WriteRun.Removed remove(Transaction transaction, List<LiveFile> old) {
      long now = table.session().environment().clock().millis();
      long bytes = 0;
      long rows = 0;
      boolean known = true;
      for (LiveFile file : old) {
        transaction.remove(file.action().toRemove(now, true));
        bytes += file.action().size();
        rows += file.rows().orElse(0);
        known &= file.rows().isPresent();
      }
      OptionalLong sum = known ? OptionalLong.of(rows) : OptionalLong.empty();
      return new WriteRun.Removed(old.size(), bytes, sum);
    }

    @Override
    public Operation operation(WriteRun.Written written, WriteRun.Removed removed) {
      Map<String, Long> metrics = new LinkedHashMap<>();
      metrics.put("numFiles", written.files());
      metrics.put("numOutputRows", written.rows());
      metrics.put("numOutputBytes", written.bytes());
      metrics.put("numRemovedFiles", removed.files());
      metrics.put("numRemovedBytes", removed.bytes());
      if (predicate != null) {
        removed.rows().ifPresent(rows -> metrics.put("numDeletedRows", rows));
        metrics.put("numCopiedRows", 0L);
        metrics.put("numAddedChangeFiles", 0L);
      }
      Map<String, String> parameters = new LinkedHashMap<>();
      parameters.put("mode", "Overwrite");
      parameters.put(
          "partitionBy", NewTable.json(partitionColumns == null ? List.of() : partitionColumns));
      if (newSchema) {
        parameters.put("canOverwriteSchema", "true");
      } else if (settings.schemaPolicy() == SchemaPolicy.MERGE) {
        parameters.put("canMergeSchema", "true");
      }
      if (predicate != null) {
        parameters.put("predicate", predicate.toString());
      } else if (partitions) {
        parameters.put("isDynamicPartitionOverwrite", "true");
      }
      return new Operation("WRITE", parameters, metrics, settings.userMetadata());
    }
  }

  private static void requirePartitionColumns(Expression condition, Snapshot base) {
    Set<ColumnPath> columns = Expressions.references(condition);
    for (ColumnPath path : columns) {
      boolean isPartition =
          path.names().size() == 1
              && base.partitionFields().stream()
                  .anyMatch(field -> field.name().equalsIgnoreCase(path.root()));
      if (!isPartition) {
        throw new IllegalArgumentException(
            "overwrite.where takes, together with mergeSchema, partition columns only, "
                + base.partitionFields().stream().map(StructField::name).toList()
                + ", but '"
                + condition
                + "' reads "
                + path);
      }
    }
  }
}
