package dev.lakehouse.log;

import dev.lakehouse.io.FileIO;
import dev.lakehouse.log.checkpoint.CheckpointSeries;
import dev.lakehouse.log.checkpoint.CheckpointWriter;
import dev.lakehouse.log.checkpoint.LogCleanup;
import dev.lakehouse.log.protocol.TableProperty;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Writes a checkpoint every so many versions as the table says, and then removes what the log's
 * retention does not hold any more, once a day at most: it counts in days.
 */
final class CheckpointHook implements PostCommitHook {
  private final CheckpointSeries series = new CheckpointSeries();
  private final AtomicReference<@Nullable LocalDate> lastCleanup = new AtomicReference<>();

  @Override
  public String name() {
    return "checkpoint";
  }

  @Override
  public void run(CommittedVersion committed) {
    Snapshot snapshot = committed.snapshot();
    int interval = snapshot.property(TableProperty.CHECKPOINT_INTERVAL);
    if (committed.version() != 0 && committed.version() % interval == 0) {
      Instant now = snapshot.log().environment().clock().instant();
      write(snapshot, snapshot.log().environment().files(), now);
      cleanUp(snapshot, now);
    }
  }

  /** Writes the checkpoint of {@code snapshot} to its place in {@code files}. */
  void write(Snapshot snapshot, FileIO files, Instant now) {
    try (CheckpointWriter writer =
        CheckpointWriter.create(
            files,
            snapshot.log().table(),
            snapshot.version(),
            snapshot.protocol(),
            snapshot.metadata(),
            now)) {
      snapshot.txns().forEach(writer::txn);
      snapshot.domains().values().forEach(writer::domain);
      snapshot.forEachTombstone(writer::tombstone);
      series.finish(writer, snapshot.files(), files);
    }
  }

  private void cleanUp(Snapshot snapshot, Instant now) {
    LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    if (!today.equals(lastCleanup.get())) {
      DeltaLog log = snapshot.log();
      new LogCleanup(log.environment(), log.table())
          .run(snapshot.protocol(), snapshot.metadata(), now);
      lastCleanup.set(today);
    }
  }
}
