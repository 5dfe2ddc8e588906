package dev.lakehouse;

import dev.lakehouse.data.BatchReader;
import dev.lakehouse.data.WriteResult;
import dev.lakehouse.data.WriteResult.Outcome;
import dev.lakehouse.error.ConflictException;
import dev.lakehouse.error.TableNotFoundException;
import dev.lakehouse.io.Environment;
import dev.lakehouse.log.CommitResult;
import dev.lakehouse.log.DeltaLog;
import dev.lakehouse.log.HookFailure;
import dev.lakehouse.log.Operation;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.Transaction;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.protocol.ColumnMapping;
import dev.lakehouse.rules.RowRule;
import dev.lakehouse.rules.TableRules;
import dev.lakehouse.scan.Cancellation;
import dev.lakehouse.schema.Evolution;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.StructType;
import dev.lakehouse.write.AddFiles;
import dev.lakehouse.write.Clustering;
import dev.lakehouse.write.NewFile;
import dev.lakehouse.write.WriteTarget;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** One execution of a verb that writes the rows of a source into a table that is there. */
final class WriteRun {
  private final String name;
  private final Source source;
  private final WriteSettings settings;
  private final Change change;
  private final Session session;
  private final DeltaLog log;
  private final Environment environment;
  private final long started;

  /** What a verb does besides adding files. */
  interface Change {
    /**
     * What every row must satisfy.
     *
     * @param schema the columns of the rows
     */
    RowRule rule(Snapshot base, StructType schema);

    /** Tells {@code transaction} what the verb reads and removes. */
    Removed apply(Transaction transaction, Snapshot base, List<AddFile> adds);

    /** What the history says. */
    Operation operation(Written written, Removed removed);
  }

  /** Files that a verb removes. */
  record Removed(long files, long bytes, OptionalLong rows) {
    static final Removed NOTHING = new Removed(0, 0, OptionalLong.of(0));
  }

  /** Files that a verb adds. */
  record Written(long files, long bytes, long rows) {
    static Written of(List<NewFile> files) {
      return new Written(
          files.size(),
          files.stream().mapToLong(NewFile::bytes).sum(),
          files.stream().mapToLong(NewFile::rowCount).sum());
    }
  }

  WriteRun(String name, Table table, Source source, WriteSettings settings, Change change) {
    this.name = name;
    this.source = source;
    this.settings = settings;
    this.change = change;
    this.session = table.session();
    this.log = table.log();
    this.environment = session.environment();
    this.started = environment.clock().millis();
  }

  WriteResult run() {
    settings.use();
    try (Progress progress = session.begin(name, log.table());
        Rereadable rows = Rereadable.of(source, settings.retries() > 0, session)) {
      for (int attempt = 0; ; attempt++) {
        try {
          return attempt(rows, progress);
        } catch (ConflictException e) {
          if (attempt >= settings.retries()) {
            throw e;
          }
        }
      }
    }
  }

  private WriteResult attempt(Rereadable rows, Progress progress) {
    Cancellation.check("The " + name);
    Snapshot base = base();
    Transaction transaction = log.begin(base);
    String appId = settings.appId();
    if (appId != null && transaction.isDone(appId, settings.appVersion())) {
      return unchanged(base.version(), Outcome.SKIPPED);
    }
    OwnRows.tell(source, base, transaction);
    Ingested ingested = write(transaction, base, rows.open(base.schema()), progress);
    return Unnamed.keepIfCommitted(
        environment,
        ingested.files(),
        () -> {
          giveOut(transaction, base, ingested.rules());
          return commit(transaction, base, ingested.files());
        },
        WriteResult::committed);
  }

  private record Ingested(List<NewFile> files, TableRules rules) {}

  private Ingested write(
      Transaction transaction, Snapshot base, BatchReader rows, Progress progress) {
    Ingest ingest;
    TableRules rules;
    try {
      StructType schema = evolve(transaction, base, rows.schema());
      WriteTarget target =
          WriteTarget.of(
              log.table(),
              transaction.protocol(),
              transaction.metadata(),
              schema,
              clustering(transaction, base, schema),
              settings.options());
      rules =
          TableRules.of(
              log.table().toString(), transaction.metadata(), schema, session.expressions());
      ingest = new Ingest(session, target, rules, change.rule(base, schema), progress);
    } catch (RuntimeException e) {
      rows.close();
      throw e;
    }
    return new Ingested(ingest.write(rows), rules);
  }

  /** A clustering ends where the table loses a column that it is by. */
  private static List<ColumnPath> clustering(
      Transaction transaction, Snapshot base, StructType schema) {
    Optional<Clustering> before = Clustering.of(base);
    if (before.isEmpty() || transaction.metadata().equals(base.metadata())) {
      return before.map(Clustering::columns).orElse(List.of());
    }
    ColumnMapping mapping =
        ColumnMapping.of(transaction.protocol(), transaction.metadata(), schema);
    Clustering kept =
        transaction.metadata().partitionColumns().isEmpty()
            ? before.get().keptIn(base.columnMapping(), mapping, schema)
            : new Clustering(List.of());
    if (kept.columns().isEmpty()) {
      transaction.change(kept.action(mapping));
    }
    return kept.columns();
  }

  /** Numbers that were given out are nobody else's if their mark is part of the commit. */
  private static void giveOut(Transaction transaction, Snapshot base, TableRules rules) {
    Optional<Metadata> marked = rules.changedMetadata();
    if (marked.isPresent()) {
      if (transaction.metadata().equals(base.metadata())) {
        transaction.tag(TableRules.IDENTITY_TAG, "true");
      }
      transaction.change(marked.get());
    }
  }

  /** The columns that the table will have, which the transaction is told where they change. */
  private StructType evolve(Transaction transaction, Snapshot base, StructType source) {
    Evolution evolution =
        settings.schemaPolicy().apply(base.protocol(), base.metadata(), source, environment.ids());
    if (!evolution.protocol().equals(base.protocol())) {
      transaction.change(evolution.protocol(), evolution.metadata());
    } else if (!evolution.metadata().equals(base.metadata())) {
      transaction.change(evolution.metadata());
    } else {
      return base.schema();
    }
    return transaction.metadata().schema();
  }

  private Snapshot base() {
    try {
      return OwnRows.base(source, log);
    } catch (TableNotFoundException e) {
      throw new TableNotFoundException(
          "Cannot "
              + name
              + ": there is no table at "
              + log.table()
              + ". Create it with Lakehouse.createTable(location, schema).execute().",
          e);
    }
  }

  private WriteResult commit(Transaction transaction, Snapshot base, List<NewFile> files) {
    Metadata metadata = transaction.metadata();
    AddFiles actions = AddFiles.of(transaction.protocol(), metadata, metadata.schema());
    long now = environment.clock().millis();
    List<AddFile> adds = files.stream().map(file -> actions.of(file, now)).toList();
    adds.forEach(transaction::add);
    Removed removed = change.apply(transaction, base, adds);
    if (transaction.isEmpty()) {
      return unchanged(base.version(), Outcome.UNCHANGED);
    }
    Written written = Written.of(files);
    CommitResult result = transaction.commit(change.operation(written, removed));
    return result.skipped()
        ? unchanged(result.version(), Outcome.SKIPPED)
        : committed(result, written, removed);
  }

  private WriteResult committed(CommitResult result, Written written, Removed removed) {
    return new WriteResult(
        result.version(),
        Outcome.COMMITTED,
        written.files(),
        removed.files(),
        written.rows(),
        removed.rows(),
        written.bytes(),
        removed.bytes(),
        elapsed(),
        result.attempts(),
        result.hookFailures().stream().map(WriteRun::text).toList());
  }

  static String text(HookFailure failure) {
    return failure.hook() + ": " + failure.cause().getMessage();
  }

  private WriteResult unchanged(long version, Outcome outcome) {
    return new WriteResult(
        version, outcome, 0, 0, 0, OptionalLong.of(0), 0, 0, elapsed(), 0, List.of());
  }

  private Duration elapsed() {
    return Duration.ofMillis(environment.clock().millis() - started);
  }
}
