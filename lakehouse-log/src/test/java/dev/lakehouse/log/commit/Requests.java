package dev.lakehouse.log.commit;

import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.CommitInfo;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Transactions and commits for tests, on a table of one column at version 4. */
final class Requests {
  static final Protocol PROTOCOL = new Protocol(1, 2);
  static final StructType SCHEMA = StructType.of(StructField.optional("id", DataType.LONG));
  static final ReadSet EVERYTHING = new ReadSet(List.of(), Set.of(), ReadSet.Scope.TABLE, Set.of());

  private Requests() {}

  static Metadata metadata(Map<String, String> properties) {
    return Metadata.of("table-id", null, null, SCHEMA, List.of(), properties, 0L);
  }

  static AddFile add(String path) {
    return AddFile.of(path, Map.of(), 10, 1, null);
  }

  static RemoveFile remove(String path) {
    return add(path).toRemove(1, true);
  }

  static CommitInfo info(String txnId, @Nullable Boolean blindAppend) {
    return new CommitInfo(
        null,
        null,
        null,
        null,
        "WRITE",
        Map.of("mode", "Append"),
        null,
        null,
        blindAppend,
        Map.of(),
        null,
        Map.of(),
        "test",
        txnId);
  }

  /** A transaction on version 4. */
  static CommitRequest request(ReadSet reads, Action... actions) {
    return request(Map.of(), reads, actions);
  }

  static CommitRequest request(Map<String, String> properties, ReadSet reads, Action... actions) {
    return new CommitRequest(
        "/t", 4, PROTOCOL, metadata(properties), reads, List.of(actions), info("mine", null), null);
  }

  static CommitRequest onProtocol(
      CommitRequest request, Protocol protocol, @Nullable Long previousTime) {
    return request.with(protocol).after(previousTime);
  }

  /** The commit of version 5 by someone else, as {@code mine} sees it. */
  static Winner winner(CommitRequest mine, Action... actions) {
    return winner(ConflictRules.PRECISE, mine, actions);
  }

  static Winner winner(ConflictRules rules, CommitRequest mine, Action... actions) {
    return Winner.of(5, List.of(actions).iterator(), mine, rules);
  }
}
