package dev.lakehouse;

import dev.lakehouse.alter.Alteration;
import dev.lakehouse.alter.Draft;
import dev.lakehouse.alter.RowTracking;
import dev.lakehouse.alter.SetProperties;
import dev.lakehouse.data.AlterResult;
import dev.lakehouse.data.WriteResult.Outcome;
import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.io.Environment;
import dev.lakehouse.log.CommitResult;
import dev.lakehouse.log.DeltaLog;
import dev.lakehouse.log.Operation;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.Transaction;
import dev.lakehouse.rules.Declarations;
import dev.lakehouse.scan.Cancellation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One execution of an {@link Alter}. */
final class AlterRun {
  private final Table table;
  private final Alteration alteration;
  private final WriteSettings settings;
  private final Session session;
  private final DeltaLog log;
  private final Environment environment;
  private final long started;

  AlterRun(Table table, Alteration alteration, WriteSettings settings) {
    this.table = table;
    this.alteration = alteration;
    this.settings = settings;
    this.session = table.session();
    this.log = table.log();
    this.environment = session.environment();
    this.started = environment.clock().millis();
  }

  AlterResult run() {
    try (Progress progress = session.begin("alter", log.table())) {
      return Retries.run(settings.retries(), () -> attempt(progress));
    }
  }

  private AlterResult attempt(Progress progress) {
    Cancellation.check("The alter");
    Snapshot base = log.snapshot();
    Transaction transaction = log.begin(base);
    String appId = settings.appId();
    if (appId != null && transaction.isDone(appId, settings.appVersion())) {
      return result(base.version(), Outcome.SKIPPED, 0, List.of());
    }
    if (alteration instanceof SetProperties properties
        && RowTracking.isEnabledBy(properties, base)) {
      RowTracking tracking = new RowTracking(log, properties);
      tracking.prepare(files -> progress.done(files, OptionalLong.empty(), "files"));
      base = log.snapshot();
      transaction = log.begin(base);
      if (appId != null && transaction.isDone(appId, settings.appVersion())) {
        return result(base.version(), Outcome.SKIPPED, 0, List.of());
      }
    }
    return attempt(base, transaction, progress);
  }

  private AlterResult attempt(Snapshot base, Transaction transaction, Progress progress) {
    Draft before = Draft.of(base);
    Map<String, ? extends @Nullable String> parameters = alteration.parameters(before);
    Draft after = alteration.apply(before).complete(environment.ids());
    if (alteration.declaresValues()) {
      Declarations.check(
          after.schema(),
          after.metadata().partitionColumns(),
          after.metadata().configuration(),
          session.expressions());
    }
    if (after.changesNothing() && !alteration.commitsAlways() && settings.appId() == null) {
      return result(base.version(), Outcome.UNCHANGED, 0, List.of());
    }
    Expression condition = after.mustHold();
    if (condition != null) {
      transaction.readWholeTable();
      requireAll(base, condition);
    }
    change(transaction, before, after);
    CommitResult committed =
        transaction.commit(
            new Operation(alteration.operation(), parameters, Map.of(), settings.userMetadata()));
    progress.done(1, OptionalLong.of(1), "versions");
    return result(
        committed.version(),
        committed.skipped() ? Outcome.SKIPPED : Outcome.COMMITTED,
        committed.attempts(),
        committed.hookFailures().stream().map(WriteRun::text).toList());
  }

  private static void change(Transaction transaction, Draft before, Draft after) {
    if (!after.protocol().equals(before.protocol())) {
      transaction.change(after.protocol(), after.metadata());
    } else if (after.domain() == null || !after.metadata().equals(before.metadata())) {
      transaction.change(after.metadata());
    }
    if (after.domain() != null) {
      transaction.change(after.domain());
    }
  }

  /** Checks that every row makes {@code condition} TRUE. */
  private void requireAll(Snapshot base, Expression condition) {
    Expression broken = Expressions.not(condition.eqNullSafe(true));
    long rows =
        new dev.lakehouse.Snapshot(session, base, Scan.Origin.CHOSEN).scan().where(broken).count();
    if (rows > 0) {
      throw new ConstraintViolationException(
          "Cannot alter "
              + table
              + ": "
              + rows
              + " rows of version "
              + base.version()
              + " do not make '"
              + condition
              + "' TRUE. Change or delete them first: they are those WHERE "
              + broken);
    }
  }

  private AlterResult result(long version, Outcome outcome, int attempts, List<String> failures) {
    Duration elapsed = Duration.ofMillis(environment.clock().millis() - started);
    return new AlterResult(version, outcome, elapsed, attempts, failures);
  }
}
