package dev.lakehouse.log.commit;

import dev.lakehouse.error.ConflictException.Kind;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.CommitInfo;
import dev.lakehouse.log.action.DomainMetadata;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.action.Txn;
import dev.lakehouse.log.commit.Verdict.Conflicting;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether a transaction can follow a commit that it did not see: a pure function of the two.
 *
 * <p>The order of the rules decides which kind a conflict has, and is Delta Spark's: protocol,
 * metadata, domains, applications, files added, files read and removed, files removed twice.
 */
final class ConflictChecker {
  /** A domain that every commit rewrites: it is rebased, not compared. */
  private static final String ROW_TRACKING = Stamping.ROW_TRACKING;

  private final CommitRequest mine;
  private final Winner winner;

  private final ConflictRules rules;

  private ConflictChecker(CommitRequest mine, Winner winner, ConflictRules rules) {
    this.mine = mine;
    this.winner = winner;
    this.rules = rules;
  }

  /** Whether {@code mine} can follow {@code winner}, which was read by the same {@code rules}. */
  static Verdict check(CommitRequest mine, Winner winner, ConflictRules rules) {
    return new ConflictChecker(mine, winner, rules).verdict();
  }

  private Verdict verdict() {
    if (isAlreadyDone()) {
      return new Verdict.AlreadyDone();
    }
    Stream<Supplier<Optional<Conflicting>>> rules =
        Stream.of(
            this::cameBetween,
            this::protocolChanged,
            this::metadataChanged,
            this::domainChanged,
            this::applicationAdvanced,
            this::addedWhatIRead,
            this::removedWhatIRead,
            this::removedWhatIRemove);
    return rules
        .map(Supplier::get)
        .flatMap(Optional::stream)
        .findFirst()
        .<Verdict>map(conflict -> conflict)
        .orElseGet(() -> new Verdict.Compatible(rebased()));
  }

  private boolean isAlreadyDone() {
    return winner.txns().stream().anyMatch(this::reachesMine);
  }

  private boolean reachesMine(Txn theirs) {
    return mine.reads().appIds().contains(theirs.appId())
        && mine.txn(theirs.appId()).filter(ours -> theirs.version() >= ours.version()).isPresent();
  }

  private Optional<Conflicting> cameBetween() {
    return mine.reads().isExclusive()
        ? conflict(Kind.CONCURRENT_WRITE, "no other commit may come before this one")
        : Optional.empty();
  }

  private Optional<Conflicting> protocolChanged() {
    Protocol theirs = winner.protocol();
    if (theirs == null || (theirs.equals(mine.protocol()) && !mine.hasOwnProtocol())) {
      return Optional.empty();
    }
    if (mine.hasOwnProtocol()) {
      return conflict(Kind.PROTOCOL_CHANGED, "both change the table's protocol");
    }
    return ProtocolChange.between(mine.protocol(), theirs)
        .obstacle()
        .flatMap(obstacle -> conflict(Kind.PROTOCOL_CHANGED, obstacle));
  }

  private Optional<Conflicting> metadataChanged() {
    Metadata theirs = winner.metadata();
    if (theirs == null) {
      return Optional.empty();
    }
    if (mine.hasOwnMetadata()) {
      return conflict(Kind.METADATA_CHANGED, "both change the table's metadata");
    }
    if (winner.movesIdentityOnly()) {
      return Optional.empty();
    }
    return MetadataChange.between(mine.metadata(), theirs)
        .obstacle()
        .flatMap(obstacle -> conflict(Kind.METADATA_CHANGED, obstacle));
  }

  private Optional<Conflicting> domainChanged() {
    Set<String> mineToo = mine.domains();
    return winner.domains().stream()
        .map(DomainMetadata::domain)
        .filter(domain -> !domain.equals(ROW_TRACKING) && mineToo.contains(domain))
        .findFirst()
        .flatMap(
            domain ->
                conflict(Kind.CONCURRENT_TRANSACTION, "both change the metadata domain " + domain));
  }

  private Optional<Conflicting> applicationAdvanced() {
    return winner.txns().stream()
        .filter(txn -> mine.reads().appIds().contains(txn.appId()))
        .findFirst()
        .flatMap(
            txn ->
                conflict(
                    Kind.CONCURRENT_TRANSACTION,
                    "it moved the application '"
                        + txn.appId()
                        + "' to version "
                        + txn.version()
                        + ", which this operation had asked for"));
  }

  private Optional<Conflicting> addedWhatIRead() {
    if (mine.isBlindAppend() || onlyRearranges()) {
      return Optional.empty();
    }
    return mine.firstReadOf(newFiles(), rules)
        .flatMap(
            add ->
                conflict(
                    Kind.CONCURRENT_APPEND,
                    "it added files that this operation would have read, " + add.path()));
  }

  /** The rows are the same, in other files: whatever was read of them is as it was. */
  private boolean onlyRearranges() {
    return rules == ConflictRules.PRECISE && winner.effect() == Winner.Effect.REARRANGED;
  }

  private List<AddFile> newFiles() {
    return switch (mine.isolation()) {
      case SERIALIZABLE -> winner.adds();
      case WRITE_SERIALIZABLE ->
          winner.isBlindAppend() && !mine.hasOwnMetadata() ? List.of() : winner.adds();
      case SNAPSHOT -> List.of();
    };
  }

  private Optional<Conflicting> removedWhatIRead() {
    if (onlyRearranges()) {
      return Optional.empty();
    }
    return winner.removes().stream()
        .filter(remove -> mine.reads().reads(remove.path()))
        .findFirst()
        .flatMap(
            remove ->
                conflict(
                    Kind.CONCURRENT_DELETE_READ,
                    "it removed files that this operation read, " + remove.path()));
  }

  private Optional<Conflicting> removedWhatIRemove() {
    if (winner.removes().isEmpty()) {
      return Optional.empty();
    }
    Set<String> mineToo = mine.rewrittenPaths();
    return winner.removes().stream()
        .map(RemoveFile::path)
        .filter(mineToo::contains)
        .findFirst()
        .flatMap(
            path ->
                conflict(
                    Kind.CONCURRENT_DELETE_DELETE,
                    "it removed files that this operation rewrites too, " + path));
  }

  private static Optional<Conflicting> conflict(Kind kind, String reason) {
    return Optional.of(new Conflicting(kind, reason));
  }

  private CommitRequest rebased() {
    CommitRequest rebased = mine;
    Protocol theirProtocol = winner.protocol();
    if (theirProtocol != null) {
      rebased = rebased.with(theirProtocol);
    }
    Metadata theirMetadata = winner.metadata();
    if (theirMetadata != null) {
      rebased = rebased.with(theirMetadata);
    }
    for (DomainMetadata domain : winner.domains()) {
      if (domain.domain().equals(ROW_TRACKING)) {
        rebased = rebased.with(rebased.stamping().withRowIdMark(Stamping.markOf(domain)));
      }
    }
    return rebased.after(theirTime());
  }

  private @Nullable Long theirTime() {
    CommitInfo info = winner.info();
    return info == null ? null : info.inCommitTimestamp();
  }
}
