package dev.lakehouse.log.commit;

import dev.lakehouse.error.CommitStateUnknownException;
import dev.lakehouse.error.ConflictException;
import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.error.OperationCancelledException;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.Environment;
import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.CommitInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Commits one transaction: tries the next version, checks what others committed there first, and
 * goes on after the newest of them until it stands, is done, or conflicts. Single use.
 *
 * <p>The library's only commit retry loop. An attempt whose outcome the storage did not tell is
 * resolved by reading the version back before any other version is tried, so nothing is ever
 * committed twice; what cannot be resolved is a {@link CommitStateUnknownException}.
 */
public final class CommitLoop {
  private static final int MAX_ATTEMPTS = 10_000;
  private static final int MAX_UNKNOWN = 5;
  private static final Set<String> FILE_ACTIONS = Set.of("add", "remove", "cdc");

  private final Committer committer;
  private final Environment environment;
  private final BackOff backOff;
  private final ConflictRules rules;
  private final CommitBody body;
  private final long newestKnown;
  private CommitRequest request;
  private long version;
  private int attempts;
  private @Nullable StorageException doubt;

  /**
   * @param newestKnown a version that is known to be there: no older one is tried
   * @throws IllegalArgumentException if the commit takes more bytes than one commit may have
   */
  public CommitLoop(
      Committer committer, Environment environment, CommitRequest request, long newestKnown) {
    this(committer, environment, request, newestKnown, ConflictRules.PRECISE);
  }

  /** As the other constructor, by these rules. */
  CommitLoop(
      Committer committer,
      Environment environment,
      CommitRequest request,
      long newestKnown,
      ConflictRules rules) {
    this.committer = committer;
    this.rules = rules;
    this.environment = environment;
    this.request = request;
    this.newestKnown = newestKnown;
    this.backOff = new BackOff(environment);
    this.body = CommitBody.of(request.table(), request.actions());
    this.version = request.readVersion() + 1;
  }

  /**
   * Runs until the transaction stands or need not be committed any more.
   *
   * @throws ConflictException if another commit came first that ours cannot follow
   * @throws CommitStateUnknownException if the commit may or may not stand
   */
  public Settlement run() {
    Optional<Settlement> early = catchUp();
    if (early.isPresent()) {
      return early.get();
    }
    CommitInfo info = nextInfo();
    while (attempts++ < MAX_ATTEMPTS) {
      CommitOutcome outcome = attempt(body(info).with(info));
      if (outcome instanceof CommitOutcome.Committed) {
        return committed(info);
      }
      Optional<Settlement> result =
          outcome instanceof CommitOutcome.Unknown unknown ? readBack(unknown, info) : follow(info);
      if (result.isPresent()) {
        return result.get();
      }
      if (doubt == null) {
        info = nextInfo();
      }
    }
    throw tooManyAttempts();
  }

  /** Checks the commits that are known to be there before anything is tried. */
  private Optional<Settlement> catchUp() {
    if (newestKnown < version) {
      return Optional.empty();
    }
    Optional<Winner> first = read(version);
    Optional<Settlement> done = first.isEmpty() ? Optional.empty() : follow(first.get());
    if (done.isEmpty() && version <= newestKnown) {
      throw new ConflictException(
          ConflictException.Kind.CONCURRENT_WRITE,
          newestKnown,
          "Cannot commit "
              + what()
              + ": it read version "
              + request.readVersion()
              + ", the table is at version "
              + newestKnown
              + ", and the commit of version "
              + version
              + " is gone, cleaned up since. Nothing was changed; run the operation again on the"
              + " newest version.");
    }
    return done;
  }

  /** What is written about the attempt at {@link #version}. */
  private CommitInfo nextInfo() {
    CommitInfo said = request.info();
    long now = environment.clock().millis();
    return new CommitInfo(
        inCommitTimestamp(now),
        now,
        said.userId(),
        said.userName(),
        said.operation(),
        said.operationParameters(),
        request.readVersion() < 0 ? null : request.readVersion(),
        request.isolation().logName(),
        request.isBlindAppend(),
        said.operationMetrics(),
        said.userMetadata(),
        said.tags(),
        said.engineInfo(),
        request.txnId());
  }

  private @Nullable Long inCommitTimestamp(long now) {
    if (!request.keepsTimeInCommits()) {
      return null;
    }
    Long previous = request.previousTime();
    return previous == null ? now : Math.max(now, previous + 1);
  }

  /** The same for all attempts at one version. */
  private CommitBody body(CommitInfo info) {
    return request.stamping().concerns(request)
        ? CommitBody.of(request.table(), actions(info))
        : body;
  }

  private List<Action> actions(CommitInfo info) {
    return request.stamping().apply(request, version, info.inCommitTimestamp());
  }

  private CommitOutcome attempt(byte[] bytes) {
    return orUnknown(() -> committer.commit(version, bytes));
  }

  /** Runs {@code step}; while an earlier attempt may have landed, its failure tells no more. */
  private <T> T orUnknown(Supplier<T> step) {
    try {
      return step.get();
    } catch (StorageException | CorruptTableException | OperationCancelledException e) {
      throw doubt == null ? e : unknown(e);
    }
  }

  private Settlement committed(CommitInfo info) {
    List<Action> actions = new ArrayList<>(request.actions().size() + 1);
    actions.add(info);
    actions.addAll(actions(info));
    return new Settlement.Committed(version, attempts, body(info).length(info), actions);
  }

  /** Finds out what became of an attempt; empty if the same version is to be tried again. */
  private Optional<Settlement> readBack(CommitOutcome.Unknown unknown, CommitInfo info) {
    doubt = unknown.cause();
    if (orUnknown(() -> read(version)).isPresent()) {
      return follow(info);
    }
    if (backOff.unknowns() >= MAX_UNKNOWN) {
      throw unknown(unknown.cause());
    }
    return orUnknown(
        () -> {
          backOff.afterUnknown();
          return Optional.empty();
        });
  }

  /**
   * Checks the commits from {@link #version} on and moves behind the last of them; a result if one
   * of them is ours, or did our work.
   */
  private Optional<Settlement> follow(CommitInfo info) {
    Winner first = orUnknown(this::winner);
    if (first.isBy(request.txnId())) {
      return Optional.of(committed(info));
    }
    doubt = null;
    backOff.afterConflict();
    return follow(first);
  }

  /** Checks {@code first}, the commit at {@link #version}, and those after it. */
  private Optional<Settlement> follow(Winner first) {
    for (Optional<Winner> next = Optional.of(first); next.isPresent(); next = read(version)) {
      Winner winner = next.get();
      Verdict verdict = ConflictChecker.check(request, winner, rules);
      if (verdict instanceof Verdict.AlreadyDone) {
        return Optional.of(new Settlement.Skipped(winner.version(), attempts));
      } else if (verdict instanceof Verdict.Conflicting conflict) {
        return Optional.of(doneLater(winner.version()).orElseThrow(() -> lost(winner, conflict)));
      }
      request = ((Verdict.Compatible) verdict).request();
      version = winner.version() + 1;
    }
    request.requireWritable();
    return Optional.empty();
  }

  /** A later commit that did our work makes an earlier conflict harmless. */
  private Optional<Settlement> doneLater(long conflict) {
    if (request.reads().appIds().isEmpty()) {
      return Optional.empty();
    }
    long later = conflict + 1;
    for (Optional<Winner> next = read(later); next.isPresent(); next = read(++later)) {
      if (ConflictChecker.check(request, next.get(), rules) instanceof Verdict.AlreadyDone) {
        return Optional.of(new Settlement.Skipped(later, attempts));
      }
    }
    return Optional.empty();
  }

  private Winner winner() {
    return read(version)
        .orElseThrow(
            () ->
                new CorruptTableException(
                    "Version "
                        + version
                        + " of "
                        + request.table()
                        + " was there when this operation tried to commit it, and is gone now"));
  }

  private Optional<Winner> read(long wanted) {
    Predicate<String> kinds =
        request.isBlindAppend() ? kind -> !FILE_ACTIONS.contains(kind) : kind -> true;
    Optional<CloseableIterator<Action>> actions = committer.read(wanted, kinds);
    if (actions.isEmpty()) {
      return Optional.empty();
    }
    try (CloseableIterator<Action> iterator = actions.get()) {
      return Optional.of(Winner.of(wanted, iterator, request, rules));
    }
  }

  private ConflictException lost(Winner winner, Verdict.Conflicting conflict) {
    return new ConflictException(
        conflict.kind(),
        winner.version(),
        "Cannot commit "
            + what()
            + ": "
            + winner
            + " was first, and "
            + conflict.reason()
            + ". Nothing was changed; run the operation again on the newer version.");
  }

  private ConflictException tooManyAttempts() {
    return new ConflictException(
        ConflictException.Kind.CONCURRENT_WRITE,
        version,
        "Cannot commit "
            + what()
            + ": others were first "
            + MAX_ATTEMPTS
            + " times. Nothing was changed; run the operation again when the table is less busy.");
  }

  private CommitStateUnknownException unknown(LakehouseException cause) {
    return new CommitStateUnknownException(
        "The storage did not say whether "
            + what()
            + " became version "
            + version
            + ", and could not be asked. It may have, or may still. Look for txnId "
            + request.txnId()
            + " in the table's history before the operation is run again; nothing was cleaned up.",
        request.txnId(),
        version,
        cause);
  }

  private String what() {
    return request.info().operation() + " to " + request.table();
  }
}
