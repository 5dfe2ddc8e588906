package dev.lakehouse.log;

import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.DomainMetadata;
import dev.lakehouse.log.action.Txn;
import dev.lakehouse.log.checkpoint.ChecksumWriter;
import dev.lakehouse.log.checkpoint.FileSizes;
import dev.lakehouse.log.checkpoint.TableSums;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.log.segment.VersionChecksum;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Writes the sums of each version that was committed, carried on from those of the version before.
 * Where these are not known, and the files were not read anyway, none are written.
 */
final class ChecksumHook implements PostCommitHook {
  /** More applications or domains than this are left out: sums are to be small. */
  private static final int MAX_LISTED = 100;

  private final AtomicReference<@Nullable Known> known = new AtomicReference<>();

  private record Known(long version, TableSums sums) {}

  @Override
  public String name() {
    return "checksum";
  }

  @Override
  public void run(CommittedVersion committed) {
    Optional<TableSums> sums = sums(committed);
    if (sums.isEmpty()) {
      return;
    }
    keep(new Known(committed.version(), sums.get()));
    DeltaLog log = committed.snapshot().log();
    ChecksumWriter.write(
        log.environment().files(),
        log.table(),
        committed.version(),
        checksum(committed, sums.get()));
  }

  private void keep(Known fresh) {
    known.accumulateAndGet(
        fresh, (old, next) -> old != null && old.version > fresh.version ? old : next);
  }

  private Optional<TableSums> sums(CommittedVersion committed) {
    long before = committed.version() - 1;
    Known last = known.get();
    if (last != null && last.version == before) {
      return last.sums.after(changes(committed));
    } else if (before < 0) {
      return TableSums.EMPTY.after(committed.actions());
    } else if (committed.snapshot().filesAreRead()) {
      return Optional.of(sumOfFiles(committed.snapshot()));
    }
    return FileTotals.read(committed.snapshot().log(), before)
        .map(TableSums::of)
        .flatMap(sums -> sums.after(changes(committed)));
  }

  /** A backfill of row ids adds files again that are there. */
  private static List<? extends Action> changes(CommittedVersion committed) {
    return "ROW TRACKING BACKFILL".equals(committed.info().operation())
        ? committed.actions().stream().filter(action -> !(action instanceof AddFile)).toList()
        : committed.actions();
  }

  private static TableSums sumOfFiles(Snapshot snapshot) {
    TableSums.Addition addition = new TableSums.Addition(TableSums.EMPTY);
    snapshot.files().forEachSize((size, vector) -> addition.file(size, vector, 1));
    return addition.sum();
  }

  private static VersionChecksum checksum(CommittedVersion committed, TableSums sums) {
    Snapshot snapshot = committed.snapshot();
    boolean hasVectors = snapshot.supports(TableFeature.DELETION_VECTORS);
    FileSizes sizes = sums.sizes();
    List<Txn> txns = snapshot.txns();
    List<DomainMetadata> domains = List.copyOf(snapshot.domains().values());
    return new VersionChecksum(
        sums.bytes(),
        sums.files(),
        snapshot.metadata(),
        snapshot.protocol(),
        committed.info().txnId(),
        committed.info().inCommitTimestamp(),
        txns.size() <= MAX_LISTED ? txns : null,
        domains.size() <= MAX_LISTED ? domains : null,
        sizes == null ? null : sizes.histogram(),
        hasVectors ? sums.deletedRows() : null,
        hasVectors ? sums.vectors() : null);
  }
}
