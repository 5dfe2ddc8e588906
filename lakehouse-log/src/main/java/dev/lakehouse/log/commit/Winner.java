package dev.lakehouse.log.commit;

import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.CdcFile;
import dev.lakehouse.log.action.CommitInfo;
import dev.lakehouse.log.action.DomainMetadata;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.action.Txn;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A commit that came between what a transaction read and what it wants to write, as far as it
 * concerns that transaction: of the files it names only those are kept that may matter, so that
 * memory does not grow with the commit.
 *
 * @param version its version
 * @param info who made it; null if it does not say
 * @param protocol its protocol; null if it does not change it
 * @param metadata its metadata; null if it does not change them
 * @param txns progress of applications
 * @param domains metadata domains it sets or ends
 * @param adds files it added that the transaction may have read, had they been there; one of many
 *     will do
 * @param removes files it removed that the transaction read or removes; one of many will do
 * @param effect what it did to the rows
 */
public record Winner(
    long version,
    @Nullable CommitInfo info,
    @Nullable Protocol protocol,
    @Nullable Metadata metadata,
    List<Txn> txns,
    List<DomainMetadata> domains,
    List<AddFile> adds,
    List<RemoveFile> removes,
    Effect effect) {
  /** Copies the lists. */
  public Winner {
    txns = List.copyOf(txns);
    domains = List.copyOf(domains);
    adds = List.copyOf(adds);
    removes = List.copyOf(removes);
  }

  /** What a commit does to the rows of a table. */
  public enum Effect {
    /** It names no file. */
    NONE,
    /** It added new files with new rows. */
    ADDED,
    /** It put rows into other files; they are the same ones. */
    REARRANGED,
    /** Anything else. */
    CHANGED
  }

  /**
   * The winner that committed {@code actions} as {@code version}, as {@code mine} sees it.
   *
   * @param rules which files may matter
   */
  static Winner of(
      long version, Iterator<? extends Action> actions, CommitRequest mine, ConflictRules rules) {
    Collector collector = new Collector(mine, rules);
    actions.forEachRemaining(collector::accept);
    return collector.winner(version);
  }

  private static final class Collector {
    private static final int CHUNK = 1024;

    private final CommitRequest mine;
    private final ReadSet reads;
    private final ConflictRules rules;
    private final boolean wantsAdds;
    private final Set<String> rewritten;
    private @Nullable CommitInfo info;
    private @Nullable Protocol protocol;
    private @Nullable Metadata metadata;
    private final List<Txn> txns = new ArrayList<>();
    private final List<DomainMetadata> domains = new ArrayList<>();
    private final List<AddFile> chunk = new ArrayList<>();
    private final List<AddFile> adds = new ArrayList<>();
    private @Nullable RemoveFile removedRead;
    private @Nullable RemoveFile removedRewritten;
    private Effect effect = Effect.NONE;

    Collector(CommitRequest mine, ConflictRules rules) {
      this.mine = mine;
      this.reads = mine.reads();
      this.rules = rules;
      this.wantsAdds = !mine.isBlindAppend();
      this.rewritten = mine.rewrittenPaths();
    }

    void accept(Action action) {
      if (action instanceof AddFile add) {
        note(add.dataChange() ? Effect.ADDED : Effect.REARRANGED);
        accept(add);
      } else if (action instanceof RemoveFile remove) {
        note(remove.dataChange() ? Effect.CHANGED : Effect.REARRANGED);
        accept(remove);
      } else if (action instanceof CdcFile) {
        note(Effect.CHANGED);
      } else if (action instanceof CommitInfo newInfo) {
        info = newInfo;
      } else if (action instanceof Protocol newProtocol) {
        protocol = newProtocol;
      } else if (action instanceof Metadata newMetadata) {
        metadata = newMetadata;
      } else if (action instanceof Txn txn) {
        txns.add(txn);
      } else if (action instanceof DomainMetadata domain) {
        domains.add(domain);
      }
    }

    private void note(Effect other) {
      effect = effect == Effect.NONE || effect == other ? other : Effect.CHANGED;
    }

    private void accept(AddFile add) {
      if (adds.isEmpty() && wantsAdds) {
        chunk.add(add);
        if (chunk.size() == CHUNK) {
          choose();
        }
      }
    }

    private void choose() {
      mine.firstReadOf(chunk, rules).ifPresent(adds::add);
      chunk.clear();
    }

    /** One that was read and one that is rewritten too: the first of each decides. */
    private void accept(RemoveFile remove) {
      if (removedRead == null && reads.reads(remove.path())) {
        removedRead = remove;
      }
      if (removedRewritten == null && rewritten.contains(remove.path())) {
        removedRewritten = remove;
      }
    }

    Winner winner(long version) {
      choose();
      List<RemoveFile> removes =
          Stream.of(Optional.ofNullable(removedRead), Optional.ofNullable(removedRewritten))
              .flatMap(Optional::stream)
              .toList();
      return new Winner(version, info, protocol, metadata, txns, domains, adds, removes, effect);
    }
  }

  boolean isBy(String txnId) {
    return info != null && txnId.equals(info.txnId());
  }

  /** Claimed and credible: a commit that says nothing, or rearranges, may have read anything. */
  boolean isBlindAppend() {
    return info != null
        && Boolean.TRUE.equals(info.isBlindAppend())
        && (effect == Effect.NONE || effect == Effect.ADDED);
  }

  /** True if the schema's only change is how far identity columns came. */
  boolean movesIdentityOnly() {
    return info != null && "true".equals(info.tags().get("delta.identity.schemaUpdate"));
  }

  /** For messages: {@code version 7 (WRITE by Apache-Spark/4.2.0)}. */
  @Override
  public String toString() {
    String operation = info == null || info.operation() == null ? "" : info.operation();
    String engine = info == null || info.engineInfo() == null ? "" : " by " + info.engineInfo();
    String what = (operation + engine).trim();
    return "version " + version + (what.isEmpty() ? "" : " (" + what + ")");
  }
}
