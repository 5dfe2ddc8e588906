package dev.lakehouse;

import dev.lakehouse.data.RestoreResult;
import dev.lakehouse.data.WriteResult.Outcome;
import dev.lakehouse.io.Environment;
import dev.lakehouse.log.CommitResult;
import dev.lakehouse.log.DeltaLog;
import dev.lakehouse.log.Operation;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.Transaction;
import dev.lakehouse.maintain.RestorePlan;
import dev.lakehouse.scan.Cancellation;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Makes a table what it was at an older version: rows, columns, properties and clustering, as a new
 * version. Single use, by one thread; {@link #execute} does it.
 *
 * <p>No data is copied: the older version's files come back, those that came after go. The protocol
 * is never lowered, progress of applications and row ids go on, and identity columns give no value
 * twice.
 */
public final class Restore {
  private final Table table;
  private final WriteSettings settings = new WriteSettings();
  private @Nullable Long version;
  private @Nullable Instant time;

  Restore(Table table) {
    this.table = table;
  }

  /** To this version. */
  public Restore toVersion(long number) {
    requireOne();
    version = number;
    return this;
  }

  /** To the version that was the newest at this time. */
  public Restore toTimestamp(Instant instant) {
    requireOne();
    time = instant;
    return this;
  }

  private void requireOne() {
    if (version != null || time != null) {
      throw new IllegalStateException("Say once what to restore to: a version or a time");
    }
  }

  /** As {@link Append#idempotent}. */
  public Restore idempotent(String appId, long appVersion) {
    settings.idempotent(appId, appVersion);
    return this;
  }

  /** As {@link Append#commitInfo}. */
  public Restore commitInfo(Map<String, String> info) {
    settings.commitInfo(info);
    return this;
  }

  /** As {@link Append#retryOnConflict}. */
  public Restore retryOnConflict(int times) {
    settings.retryOnConflict(times);
    return this;
  }

  /**
   * Restores. To restore to the newest version is to do nothing.
   *
   * @throws IllegalStateException if neither version nor time was said
   * @throws dev.lakehouse.error.VersionNotFoundException if there is no such version, or the time
   *     is before the first commit or after the last; names the range
   * @throws dev.lakehouse.error.ConstraintViolationException if the table is append-only
   * @throws dev.lakehouse.error.StorageException of kind {@code MISSING} if files of the older
   *     version are gone; names up to 100 of them
   * @throws dev.lakehouse.error.ConflictException if any other commit came first
   */
  public RestoreResult execute() {
    if (version == null && time == null) {
      throw new IllegalStateException("Say what to restore to: toVersion or toTimestamp");
    }
    settings.use();
    long started = table.session().environment().clock().millis();
    try (Progress progress = table.session().begin("restore", table.log().table())) {
      return Retries.run(settings.retries(), () -> attempt(started, progress));
    }
  }

  private RestoreResult attempt(long started, Progress progress) {
    Cancellation.check("The restore");
    DeltaLog log = table.log();
    Snapshot now = log.snapshot();
    Snapshot then = log.snapshot(target(log));
    Transaction transaction = log.begin(now);
    String appId = settings.appId();
    if (appId != null && transaction.isDone(appId, settings.appVersion())) {
      return unchanged(now.version(), now, then, Outcome.SKIPPED, started);
    } else if (then.version() == now.version() && appId == null) {
      return unchanged(now.version(), now, then, Outcome.UNCHANGED, started);
    }
    RestorePlan plan = RestorePlan.of(now, then);
    Environment environment = table.session().environment();
    plan.requireFiles(environment);
    progress.done(plan.restored().size(), OptionalLong.of(plan.restored().size()), "files");
    plan.apply(transaction, environment.clock().millis());
    CommitResult result = transaction.commit(operation(plan));
    return result.skipped()
        ? unchanged(result.version(), now, then, Outcome.SKIPPED, started)
        : restored(plan, then.version(), result, started);
  }

  private long target(DeltaLog log) {
    return version != null
        ? version
        : log.history().versionAt(java.util.Objects.requireNonNull(time));
  }

  private Operation operation(RestorePlan plan) {
    Map<String, @Nullable String> parameters = new LinkedHashMap<>();
    parameters.put("version", version == null ? null : version.toString());
    parameters.put("timestamp", time == null ? null : time.toString());
    return new Operation("RESTORE", parameters, plan.metrics(), settings.userMetadata());
  }

  private RestoreResult restored(RestorePlan plan, long to, CommitResult result, long started) {
    return new RestoreResult(
        result.version(),
        to,
        Outcome.COMMITTED,
        plan.restored().size(),
        plan.removed().size(),
        RestorePlan.bytes(plan.restored()),
        RestorePlan.bytes(plan.removed()),
        plan.filesAfter(),
        plan.bytesAfter(),
        elapsed(started),
        result.attempts(),
        result.hookFailures().stream().map(WriteRun::text).toList());
  }

  private RestoreResult unchanged(
      long newest, Snapshot now, Snapshot then, Outcome outcome, long started) {
    return new RestoreResult(
        newest,
        then.version(),
        outcome,
        0,
        0,
        0,
        0,
        now.files().count(),
        now.files().bytes(),
        elapsed(started),
        0,
        List.of());
  }

  private Duration elapsed(long started) {
    return Duration.ofMillis(table.session().environment().clock().millis() - started);
  }
}
