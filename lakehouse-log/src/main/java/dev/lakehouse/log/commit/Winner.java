package dev.lakehouse.log.commit;

import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.CommitInfo;
import dev.lakehouse.log.action.DomainMetadata;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.action.Txn;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A commit that came between what a transaction read and what it wants to write.
 *
 * @param version its version
 * @param info who made it; null if it does not say
 * @param protocol its protocol; null if it does not change it
 * @param metadata its metadata; null if it does not change them
 * @param txns progress of applications
 * @param domains metadata domains it sets or ends
 * @param adds files it added
 * @param removes files it removed
 */
public record Winner(
    long version,
    @Nullable CommitInfo info,
    @Nullable Protocol protocol,
    @Nullable Metadata metadata,
    List<Txn> txns,
    List<DomainMetadata> domains,
    List<AddFile> adds,
    List<RemoveFile> removes) {
  /** Copies the lists. */
  public Winner {
    txns = List.copyOf(txns);
    domains = List.copyOf(domains);
    adds = List.copyOf(adds);
    removes = List.copyOf(removes);
  }

  /** The winner that committed {@code actions} as {@code version}. */
  public static Winner of(long version, Iterator<? extends Action> actions) {
    CommitInfo info = null;
    Protocol protocol = null;
    Metadata metadata = null;
    List<Txn> txns = new ArrayList<>();
    List<DomainMetadata> domains = new ArrayList<>();
    List<AddFile> adds = new ArrayList<>();
    List<RemoveFile> removes = new ArrayList<>();
    while (actions.hasNext()) {
      Action action = actions.next();
      if (action instanceof CommitInfo newInfo) {
        info = newInfo;
      } else if (action instanceof Protocol newProtocol) {
        protocol = newProtocol;
      } else if (action instanceof Metadata newMetadata) {
        metadata = newMetadata;
      } else if (action instanceof Txn txn) {
        txns.add(txn);
      } else if (action instanceof DomainMetadata domain) {
        domains.add(domain);
      } else if (action instanceof AddFile add) {
        adds.add(add);
      } else if (action instanceof RemoveFile remove) {
        removes.add(remove);
      }
    }
    return new Winner(version, info, protocol, metadata, txns, domains, adds, removes);
  }

  boolean isBy(String txnId) {
    return info != null && txnId.equals(info.txnId());
  }

  /** Claimed and credible: a commit that says nothing, or rearranges, may have read anything. */
  boolean isBlindAppend() {
    return info != null
        && Boolean.TRUE.equals(info.isBlindAppend())
        && removes.isEmpty()
        && adds.stream().allMatch(AddFile::dataChange);
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
