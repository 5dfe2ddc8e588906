package dev.lakehouse.alter;

import dev.lakehouse.error.ConflictException;
import dev.lakehouse.log.DeltaLog;
import dev.lakehouse.log.Operation;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.Transaction;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.protocol.ProtocolRules;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.log.protocol.TableProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * Row tracking for a table that has rows without ids: first the protocol demands ids of all who
 * write, then the files that are there get theirs, a part at a time; only then the table can say
 * that it tracks rows. What was done stays when a later step fails, and does no harm.
 */
public final class RowTracking {
  static final String ROW_ID = "delta.rowTracking.materializedRowIdColumnName";
  static final String ROW_VERSION = "delta.rowTracking.materializedRowCommitVersionColumnName";

  private static final int FILES_AT_ONCE = 100_000;
  private static final int MOST_CONFLICTS = 100;

  private final DeltaLog log;

  /** For the table of {@code log}, whose rows {@code properties} are to track. */
  public RowTracking(DeltaLog log, SetProperties properties) {
    this.log = log;
    if (properties.properties().size() > 1) {
      throw new IllegalArgumentException(
          "Set "
              + TableProperty.ENABLE_ROW_TRACKING
              + " by itself: the rows get ids first, in versions of their own");
    }
  }

  /** True if {@code properties} turn on row tracking, which {@code base} does not have. */
  public static boolean isEnabledBy(SetProperties properties, Snapshot base) {
    return TableProperty.ENABLE_ROW_TRACKING.of(properties.properties())
        && !base.property(TableProperty.ENABLE_ROW_TRACKING);
  }

  /**
   * Makes it so that every row has an id.
   *
   * @param progress hears how many files have got ids so far
   */
  public void prepare(LongConsumer progress) {
    Snapshot base = log.snapshot();
    if (!base.supports(TableFeature.ROW_TRACKING)) {
      upgrade(base);
    }
    long done = 0;
    int conflicts = 0;
    for (int batch = 0; ; batch++) {
      Snapshot current = log.snapshot();
      List<AddFile> files = withoutIds(current);
      if (files.isEmpty()) {
        return;
      }
      try {
        backfill(current, files, batch);
        done += files.size();
        progress.accept(done);
      } catch (ConflictException e) {
        // The files that went meanwhile need no ids any more: look again.
        if (++conflicts == MOST_CONFLICTS) {
          throw e;
        }
      }
    }
  }

  private void upgrade(Snapshot base) {
    Protocol protocol =
        ProtocolRules.withFeatures(base.protocol(), Set.of(TableFeature.ROW_TRACKING));
    Transaction transaction = log.begin(base);
    transaction.change(protocol, base.metadata());
    transaction.commit(
        Operation.of("UPGRADE PROTOCOL", Map.of("newProtocol", AddFeature.json(protocol))));
  }

  private static List<AddFile> withoutIds(Snapshot snapshot) {
    List<AddFile> files = new ArrayList<>();
    snapshot.forEachAdd(
        file -> {
          if (file.baseRowId() == null && files.size() < FILES_AT_ONCE) {
            files.add(file);
          }
        });
    return files;
  }

  private void backfill(Snapshot base, List<AddFile> files, int batch) {
    Transaction transaction = log.begin(base);
    files.forEach(file -> transaction.add(file.withDataChange(false)));
    transaction.commit(
        Operation.of("ROW TRACKING BACKFILL", Map.of("batchId", Integer.toString(batch))));
  }
}
