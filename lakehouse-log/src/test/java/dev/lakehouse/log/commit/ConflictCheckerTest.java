package dev.lakehouse.log.commit;

import static dev.lakehouse.log.commit.Requests.EVERYTHING;
import static dev.lakehouse.log.commit.Requests.add;
import static dev.lakehouse.log.commit.Requests.info;
import static dev.lakehouse.log.commit.Requests.metadata;
import static dev.lakehouse.log.commit.Requests.remove;
import static dev.lakehouse.log.commit.Requests.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.lakehouse.error.ConflictException.Kind;
import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.DomainMetadata;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.action.Txn;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The rows "blind append", "append with appId check" and "static overwrite" of Spark's table. */
class ConflictCheckerTest {
  private static final String OK = "ok";

  private static final CommitRequest APPEND = request(ReadSet.NOTHING, add("mine"));
  private static final CommitRequest STREAM =
      request(
          new ReadSet(List.of(), Set.of(), ReadSet.Scope.FILTERED, Set.of("app")),
          new Txn("app", 9, 0L),
          add("mine"));
  private static final CommitRequest OVERWRITE =
      request(
          new ReadSet(List.of(), Set.of("old"), ReadSet.Scope.TABLE, Set.of()),
          remove("old"),
          add("mine"));
  private static final CommitRequest COMPACTION =
      request(
          new ReadSet(List.of(), Set.of("old"), ReadSet.Scope.FILTERED, Set.of()),
          add("old").toRemove(1, false),
          add("mine").withDataChange(false));
  private static final CommitRequest ALTER =
      request(ReadSet.NOTHING, metadata(Map.of("comment", "x")));

  static Stream<Arguments> cells() {
    List<Action> blind = List.of(info("w", true), add("new"));
    List<Action> dml = List.of(info("w", false), remove("old"), add("new"));
    List<Action> delete = List.of(info("w", false), remove("old"));
    List<Action> deleteElsewhere = List.of(info("w", false), remove("other"));
    List<Action> optimize =
        List.of(info("w", false), add("old").toRemove(1, false), add("new").withDataChange(false));
    List<Action> optimizeElsewhere =
        List.of(
            info("w", false), add("other").toRemove(1, false), add("new").withDataChange(false));
    List<Action> property = List.of(info("w", true), metadata(Map.of("comment", "y")));
    List<Action> addColumn =
        List.of(
            info("w", true),
            metadata(Map.of())
                .withSchema(
                    dev.lakehouse.types.StructType.of(
                        dev.lakehouse.types.StructField.optional(
                            "id", dev.lakehouse.types.DataType.LONG),
                        dev.lakehouse.types.StructField.optional(
                            "more", dev.lakehouse.types.DataType.LONG))));
    List<Action> equalMetadata = List.of(info("w", true), metadata(Map.of()));
    List<Action> enablesVectors =
        List.of(
            info("w", true),
            metadata(Map.of("delta.enableDeletionVectors", "true")),
            new Protocol(
                3,
                7,
                Set.of("deletionVectors"),
                Set.of("appendOnly", "invariants", "deletionVectors")));
    List<Action> enablesTimes =
        List.of(
            info("w", true).withInCommitTimestamp(5L),
            metadata(
                Map.of(
                    "delta.enableInCommitTimestamps", "true",
                    "delta.inCommitTimestampEnablementVersion", "5",
                    "delta.inCommitTimestampEnablementTimestamp", "5")),
            new Protocol(1, 7, null, Set.of("appendOnly", "invariants", "inCommitTimestamp")));
    List<Action> safeProtocol =
        List.of(
            info("w", true),
            new Protocol(1, 7, null, Set.of("appendOnly", "invariants", "domainMetadata")));
    List<Action> unsafeProtocol =
        List.of(
            info("w", true),
            new Protocol(1, 7, null, Set.of("appendOnly", "invariants", "checkConstraints")));
    List<Action> dropsFeature =
        List.of(info("w", true), new Protocol(1, 7, null, Set.of("appendOnly")));
    List<Action> sameProtocol = List.of(info("w", true), new Protocol(1, 2));
    List<Action> olderApp = List.of(info("w", true), new Txn("app", 8, 0L), add("new"));
    List<Action> otherApp = List.of(info("w", true), new Txn("else", 99, 0L), add("new"));
    List<Action> overwrite = List.of(info("w", false), remove("old"), remove("other"), add("new"));
    List<Action> vacuum = List.of(info("w", true));
    List<Action> silent = List.of(add("new"));
    return Stream.of(
        cell("append", APPEND, "blind append", blind, OK),
        cell("append", APPEND, "dml", dml, OK),
        cell("append", APPEND, "delete", delete, OK),
        cell("append", APPEND, "optimize", optimize, OK),
        cell("append", APPEND, "property", property, Kind.METADATA_CHANGED),
        cell("append", APPEND, "add column", addColumn, Kind.METADATA_CHANGED),
        cell("append", APPEND, "equal metadata", equalMetadata, OK),
        cell("append", APPEND, "enables vectors", enablesVectors, OK),
        cell("append", APPEND, "enables times", enablesTimes, OK),
        cell("append", APPEND, "safe feature", safeProtocol, OK),
        cell("append", APPEND, "unsafe feature", unsafeProtocol, Kind.PROTOCOL_CHANGED),
        cell("append", APPEND, "drops feature", dropsFeature, Kind.PROTOCOL_CHANGED),
        cell("append", APPEND, "same protocol", sameProtocol, OK),
        cell("append", APPEND, "same app, not read", olderApp, OK),
        cell("append", APPEND, "overwrite", overwrite, OK),
        cell("append", APPEND, "vacuum", vacuum, OK),
        cell("append", APPEND, "says nothing", silent, OK),
        cell("stream", STREAM, "blind append", blind, OK),
        cell("stream", STREAM, "dml", dml, OK),
        cell("stream", STREAM, "older batch", olderApp, Kind.CONCURRENT_TRANSACTION),
        cell("stream", STREAM, "other app", otherApp, OK),
        cell("stream", STREAM, "property", property, Kind.METADATA_CHANGED),
        cell("overwrite", OVERWRITE, "blind append", blind, Kind.CONCURRENT_APPEND),
        cell("overwrite", OVERWRITE, "dml", dml, Kind.CONCURRENT_APPEND),
        cell("overwrite", OVERWRITE, "delete", delete, Kind.CONCURRENT_DELETE_READ),
        cell(
            "overwrite",
            OVERWRITE,
            "delete elsewhere",
            deleteElsewhere,
            Kind.CONCURRENT_DELETE_READ),
        cell("overwrite", OVERWRITE, "optimize", optimize, Kind.CONCURRENT_APPEND),
        cell(
            "overwrite",
            OVERWRITE,
            "optimize elsewhere",
            optimizeElsewhere,
            Kind.CONCURRENT_APPEND),
        cell("overwrite", OVERWRITE, "property", property, Kind.METADATA_CHANGED),
        cell("overwrite", OVERWRITE, "enables vectors", enablesVectors, OK),
        cell("overwrite", OVERWRITE, "safe feature", safeProtocol, OK),
        cell("overwrite", OVERWRITE, "unsafe feature", unsafeProtocol, Kind.PROTOCOL_CHANGED),
        cell("overwrite", OVERWRITE, "overwrite", overwrite, Kind.CONCURRENT_APPEND),
        cell("overwrite", OVERWRITE, "vacuum", vacuum, OK),
        cell("compaction", COMPACTION, "blind append", blind, OK),
        cell("compaction", COMPACTION, "delete elsewhere", deleteElsewhere, OK),
        cell("compaction", COMPACTION, "delete", delete, Kind.CONCURRENT_DELETE_READ),
        cell("alter", ALTER, "blind append", blind, OK),
        cell("alter", ALTER, "equal metadata", equalMetadata, Kind.METADATA_CHANGED),
        cell("alter", ALTER, "safe feature", safeProtocol, OK));
  }

  private static Arguments cell(
      String mine, CommitRequest request, String theirs, List<Action> winner, Object expected) {
    return Arguments.of(mine + " after " + theirs, request, winner, expected);
  }

  @ParameterizedTest(name = "{0}: {3}")
  @MethodSource("cells")
  void oursAfterTheirs(String name, CommitRequest mine, List<Action> theirs, Object expected) {
    assertEquals(expected, outcome(mine, theirs), name);
  }

  private static Object outcome(CommitRequest mine, List<? extends Action> theirs) {
    Winner winner = Requests.winner(ConflictRules.SPARK, mine, theirs.toArray(new Action[0]));
    Verdict verdict = ConflictChecker.check(mine, winner, ConflictRules.SPARK);
    return verdict instanceof Verdict.Conflicting conflict ? conflict.kind() : OK;
  }

  @Test
  void aFileThatBothRemoveConflicts() {
    CommitRequest mine = request(ReadSet.NOTHING, remove("old"));
    assertEquals(
        Kind.CONCURRENT_DELETE_DELETE, outcome(mine, List.of(info("w", false), remove("old"))));
  }

  @Test
  void twoCreationsConflict() {
    CommitRequest mine =
        request(ReadSet.NOTHING, metadata(Map.of()), new Protocol(1, 2), add("mine"));
    assertEquals(
        Kind.PROTOCOL_CHANGED,
        outcome(mine, List.of(info("w", true), new Protocol(1, 2), metadata(Map.of()))));
  }

  @Test
  void aDomainThatBothSetConflictsUnlessItIsRowTracking() {
    CommitRequest mine = request(ReadSet.NOTHING, new DomainMetadata("d", "1", false));
    assertEquals(
        Kind.CONCURRENT_TRANSACTION,
        outcome(mine, List.of(info("w", true), new DomainMetadata("d", "2", false))));
    assertEquals(OK, outcome(mine, List.of(info("w", true), new DomainMetadata("e", "2", false))));
    CommitRequest rows =
        request(ReadSet.NOTHING, new DomainMetadata("delta.rowTracking", "1", false));
    assertEquals(
        OK,
        outcome(
            rows, List.of(info("w", true), new DomainMetadata("delta.rowTracking", "2", false))));
  }

  @Test
  void writeSerializableLetsBlindAppendsPass() {
    CommitRequest mine =
        request(Map.of("delta.isolationLevel", "WriteSerializable"), EVERYTHING, remove("old"));
    assertEquals(OK, outcome(mine, List.of(info("w", true), add("new"))));
    assertEquals(Kind.CONCURRENT_APPEND, outcome(mine, List.of(info("w", false), add("new"))));
    assertEquals(Kind.CONCURRENT_APPEND, outcome(mine, List.of(add("new"))), "says nothing");
    assertEquals(
        Kind.CONCURRENT_APPEND,
        outcome(mine, List.of(info("w", true), add("new").withDataChange(false))),
        "claims to be blind and rearranges");
  }

  @Test
  void whatAWinnerMayChangeIsAdopted() {
    Protocol protocol =
        new Protocol(1, 7, null, Set.of("appendOnly", "invariants", "inCommitTimestamp"));
    Metadata metadata =
        metadata(
            Map.of(
                "delta.enableInCommitTimestamps", "true",
                "delta.inCommitTimestampEnablementVersion", "5",
                "delta.inCommitTimestampEnablementTimestamp", "77"));
    Verdict verdict =
        ConflictChecker.check(
            APPEND,
            Requests.winner(APPEND, info("w", true).withInCommitTimestamp(77L), metadata, protocol),
            ConflictRules.PRECISE);
    CommitRequest rebased = assertInstanceOf(Verdict.Compatible.class, verdict).request();
    assertEquals(protocol, rebased.protocol());
    assertEquals(metadata, rebased.metadata());
    assertEquals(77L, rebased.previousTime());
  }
}
