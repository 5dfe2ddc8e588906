package dev.lakehouse;

import dev.lakehouse.data.FileChanges;
import dev.lakehouse.data.WriteResult.Outcome;
import dev.lakehouse.dml.Changes;
import dev.lakehouse.dml.RowIds;
import dev.lakehouse.dml.TargetTable;
import dev.lakehouse.error.ConflictException;
import dev.lakehouse.error.TableNotFoundException;
import dev.lakehouse.io.Environment;
import dev.lakehouse.log.CommitResult;
import dev.lakehouse.log.DeltaLog;
import dev.lakehouse.log.Operation;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.Transaction;
import dev.lakehouse.log.protocol.TableProperty;
import dev.lakehouse.scan.Cancellation;
import dev.lakehouse.write.WriteTarget;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/**
 * One execution of a verb that changes rows of a table that is there.
 *
 * @param <R> the verb's result
 */
final class RowChangeRun<R> {
  private final String name;
  private final WriteSettings settings;
  private final Verb<R> verb;
  private final Session session;
  private final DeltaLog log;
  private final Environment environment;
  private final long started;

  /** What a verb does, once for every attempt. */
  interface Verb<R> {
    /** The version that it changes. */
    default Snapshot base(DeltaLog log) {
      return log.snapshot();
    }

    /** Finds the rows, tells {@code transaction} what was read, and writes files. */
    Prepared<R> prepare(TargetTable table, Transaction transaction, LongConsumer progress);

    /** True if an application's progress is worth a version even where no row is found. */
    default boolean keepsProgress() {
      return false;
    }

    /** The result where nothing was done. */
    R nothing(Ending ending);
  }

  /** A change that is ready for its commit. */
  interface Prepared<R> {
    Changes changes();

    /** Tells {@code transaction} what changes besides files. */
    default void tell(Transaction transaction) {}

    Operation operation(Duration elapsed);

    R result(Ending ending);
  }

  RowChangeRun(String name, Table table, WriteSettings settings, Verb<R> verb) {
    this.name = name;
    this.settings = settings;
    this.verb = verb;
    this.session = table.session();
    this.log = table.log();
    this.environment = session.environment();
    this.started = environment.clock().millis();
  }

  R run() {
    settings.use();
    try (Progress progress = session.begin(name, log.table())) {
      for (int attempt = 0; ; attempt++) {
        try {
          return attempt(progress);
        } catch (ConflictException e) {
          if (attempt >= settings.retries()) {
            throw e;
          }
        }
      }
    }
  }

  private R attempt(Progress progress) {
    Cancellation.check("The " + name);
    Snapshot base = base();
    Transaction transaction = log.begin(base);
    String appId = settings.appId();
    if (appId != null && transaction.isDone(appId, settings.appVersion())) {
      return verb.nothing(Ending.unchanged(base.version(), Outcome.SKIPPED, elapsed()));
    }
    WriteTarget files = WriteTarget.of(base, settings.options());
    TargetTable table =
        new TargetTable(environment, base, files, session.expressions(), session.spillFolder());
    Prepared<R> prepared =
        verb.prepare(
            table, transaction, done -> progress.done(done, OptionalLong.empty(), "files"));
    Changes changes = prepared.changes();
    if (changes.isEmpty() && (appId == null || !verb.keepsProgress())) {
      return verb.nothing(Ending.unchanged(base.version(), Outcome.UNCHANGED, elapsed()));
    }
    Ending ending =
        Unnamed.keepWritten(
            environment, changes.written(), () -> commit(transaction, prepared), Ending::committed);
    return ending.committed() ? prepared.result(ending) : verb.nothing(ending);
  }

  private Snapshot base() {
    try {
      return verb.base(log);
    } catch (TableNotFoundException e) {
      throw new TableNotFoundException(
          "Cannot " + name + ": there is no table at " + log.table(), e);
    }
  }

  private Ending commit(Transaction transaction, Prepared<R> prepared) {
    prepared.changes().applyTo(transaction);
    prepared.tell(transaction);
    if (TableProperty.ENABLE_ROW_TRACKING.of(transaction.metadata())) {
      transaction.tag(RowIds.PRESERVED_TAG, "true");
    }
    CommitResult result = transaction.commit(prepared.operation(elapsed()));
    return Ending.of(result, elapsed());
  }

  private Duration elapsed() {
    return Duration.ofMillis(environment.clock().millis() - started);
  }

  /** What a result says of the files. */
  static FileChanges files(Changes changes, long findingMillis, long writingMillis) {
    Changes.Counts counts = changes.counts();
    return new FileChanges(
        counts.addedFiles(),
        counts.removedFiles(),
        counts.vectorsAdded(),
        counts.changeFiles(),
        counts.addedBytes(),
        counts.removedBytes(),
        counts.copiedRows(),
        Duration.ofMillis(findingMillis),
        Duration.ofMillis(writingMillis));
  }

  /** The metrics that delete and update share, as Delta Spark names them. */
  static Map<String, Long> metrics(Changes changes) {
    Changes.Counts counts = changes.counts();
    Map<String, Long> metrics = new LinkedHashMap<>();
    metrics.put("numRemovedFiles", counts.removedFiles());
    metrics.put("numRemovedBytes", counts.removedBytes());
    metrics.put("numAddedFiles", counts.addedFiles());
    metrics.put("numAddedBytes", counts.addedBytes());
    metrics.put("numAddedChangeFiles", counts.changeFiles());
    metrics.put("numDeletionVectorsAdded", counts.vectorsAdded());
    metrics.put("numDeletionVectorsRemoved", counts.vectorsRemoved());
    metrics.put("numDeletionVectorsUpdated", counts.vectorsUpdated());
    metrics.put("numCopiedRows", counts.copiedRows());
    return metrics;
  }
}
