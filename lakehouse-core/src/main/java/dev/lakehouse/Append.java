package dev.lakehouse;

import dev.lakehouse.data.WriteResult;
import dev.lakehouse.log.Operation;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.Transaction;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.rules.RowRule;
import dev.lakehouse.types.StructType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Adds rows to a table. Single use, by one thread; {@link #execute} does it. */
public final class Append {
  private final Table table;
  private final Source source;
  private final WriteSettings settings = new WriteSettings();

  Append(Table table, Source source) {
    this.table = table;
    this.source = source;
  }

  /**
   * Makes it count once: nothing is done if the table has {@code version} of {@code appId}, or a
   * later one, already.
   */
  public Append idempotent(String appId, long version) {
    settings.idempotent(appId, version);
    return this;
  }

  /**
   * Adds columns to the table that only the source has, at the end of their struct and nullable,
   * also inside structs, arrays and maps; they and the rows are one version. Types become wider
   * where the table has type widening enabled, and among BYTE, SHORT and INT always. Names are the
   * same in any case. The table's protocol gets the features that the new columns need.
   */
  public Append mergeSchema() {
    settings.schema(SchemaPolicy.MERGE);
    return this;
  }

  /** What the history keeps of the user's, as one JSON text. */
  public Append commitInfo(Map<String, String> info) {
    settings.commitInfo(info);
    return this;
  }

  /** How often to do all of it again when another commit made it impossible. */
  public Append retryOnConflict(int times) {
    settings.retryOnConflict(times);
    return this;
  }

  /** A table property that holds for this write only, such as a codec. */
  public Append option(String key, String value) {
    settings.option(key, value);
    return this;
  }

  /**
   * Writes the rows and commits them as one version. Without rows there is no version.
   *
   * @throws dev.lakehouse.error.TableNotFoundException if there is no table
   * @throws dev.lakehouse.error.SchemaMismatchException if columns or values do not fit
   * @throws dev.lakehouse.error.ConstraintViolationException if a NOT NULL column would be null
   * @throws dev.lakehouse.error.ConflictException if another commit came first that this cannot
   *     follow
   */
  public WriteResult execute() {
    return new WriteRun("append", table, source, settings, new Adding()).run();
  }

  private final class Adding implements WriteRun.Change {
    @Override
    public RowRule rule(Snapshot base, StructType schema) {
      return RowRule.NONE;
    }

    @Override
    public WriteRun.Removed apply(Transaction transaction, Snapshot base, List<AddFile> adds) {
      return WriteRun.Removed.NOTHING;
    }

    @Override
    public Operation operation(WriteRun.Written written, WriteRun.Removed removed) {
      Map<String, Long> metrics = new LinkedHashMap<>();
      metrics.put("numFiles", written.files());
      metrics.put("numOutputRows", written.rows());
      metrics.put("numOutputBytes", written.bytes());
      Map<String, String> parameters = new LinkedHashMap<>();
      parameters.put("mode", "Append");
      parameters.put("partitionBy", "[]");
      if (settings.schemaPolicy() == SchemaPolicy.MERGE) {
        parameters.put("canMergeSchema", "true");
      }
      return new Operation("WRITE", parameters, metrics, settings.userMetadata());
    }
  }
}
