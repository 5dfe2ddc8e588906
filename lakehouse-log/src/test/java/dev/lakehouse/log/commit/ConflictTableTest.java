package dev.lakehouse.log.commit;

import static dev.lakehouse.expr.Expressions.and;
import static dev.lakehouse.expr.Expressions.col;
import static dev.lakehouse.log.commit.Requests.info;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.CommitInfo;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.action.Txn;
import dev.lakehouse.log.files.FileFilter;
import dev.lakehouse.log.files.FileSchema;
import dev.lakehouse.log.protocol.ColumnMapping;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Spark's decision table, cell by cell, on a table that is partitioned by {@code p}; and what the
 * precise rules let pass beyond it. The tables in docs/concurrency.md are these.
 *
 * <p>{@code f1} to {@code f4} lie in partition 1, {@code g1} in 2. What is read lies in partition
 * 1; {@code f4} is not read.
 */
class ConflictTableTest {
  private static final StructType SCHEMA =
      StructType.of(
          StructField.optional("id", DataType.LONG), StructField.optional("p", DataType.INT));
  private static final Protocol PROTOCOL = new Protocol(1, 2);
  private static final ExpressionContext UTC = new ExpressionContext(ZoneOffset.UTC, Instant.EPOCH);

  /** {@code x} is a conflict of any kind, {@code -} a cell that Spark's table leaves open. */
  private static final String SPARK =
      """
      .            blind rows other.blind other.rows elsewhere opt.mine opt.p meta enable safe unsafe txn overwrite replace restore vacuum
      append       ok    ok   ok          ok         ok        ok       ok    MC   ok     ok   PC     ok  ok        MC      MC      ok
      stream       ok    ok   ok          ok         ok        ok       ok    MC   ok     ok   PC     CT  ok        MC      MC      ok
      insertSelect CA    CA   CA          CA         ok        x        CA    MC   ok     ok   PC     ok  x         MC      MC      ok
      delete       CA    CA   CA          CA         ok        x        CA    MC   ok     ok   PC     ok  x         MC      MC      ok
      partition    CA    CA   CA          CA         ok        CA       CA    MC   ok     ok   PC     ok  CA        MC      MC      ok
      overwrite    CA    CA   CA          CA         CA        CA       CA    MC   ok     ok   PC     ok  CA        MC      MC      ok
      optimize     ok    ok   ok          ok         ok        x        ok    MC   ok     ok   PC     ok  DR        MC      MC      ok
      alter        ok    ok   ok          ok         ok        ok       ok    MC   MC     ok   PC     ok  ok        MC      MC      ok
      constraint   CA    CA   CA          CA         CA        CA       CA    MC   MC     -    -      -   -         MC      MC      ok
      restore      x     x    x           x          x         x        x     x    x      x    x      x   x         x       x       x
      vacuum       ok    ok   ok          ok         ok        ok       ok    MC   ok     -    -      -   -         -       -       -
      """;

  /** Where the precise rules say something else. */
  private static final Map<String, String> PRECISE =
      Map.of(
          "insertSelect opt.mine", "ok",
          "insertSelect opt.p", "ok",
          "delete other.blind", "ok",
          "delete other.rows", "ok",
          "delete opt.mine", "DD",
          "delete opt.p", "ok",
          "partition opt.mine", "DD",
          "partition opt.p", "DD",
          "constraint opt.mine", "ok",
          "constraint opt.p", "ok");

  private static final Set<String> STILL_CONFLICTS =
      Set.of("overwrite opt.mine", "overwrite opt.p", "optimize opt.mine");

  private static Metadata metadata(Map<String, String> properties) {
    return Metadata.of("id", null, null, SCHEMA, List.of("p"), properties, 0L);
  }

  private static FileFilter filter(Expression predicate) {
    ColumnMapping mapping = ColumnMapping.of(PROTOCOL, metadata(Map.of()), SCHEMA);
    FileSchema schema = new FileSchema(SCHEMA, List.of(SCHEMA.field(1)), mapping);
    return FileFilter.bind(predicate, schema, UTC);
  }

  private static AddFile add(String path, int partition, long id) {
    String bounds = "{\"id\":" + id + "}";
    return AddFile.of(
        path,
        Map.of("p", "" + partition),
        10,
        1,
        "{\"numRecords\":1,\"minValues\":"
            + bounds
            + ",\"maxValues\":"
            + bounds
            + ",\"nullCount\":{\"id\":0}}");
  }

  private static RemoveFile remove(String path, boolean changesData) {
    return add(path, path.startsWith("f") ? 1 : 2, 5).toRemove(1, changesData);
  }

  private static CommitRequest request(
      Map<String, String> properties, ReadSet reads, Action... actions) {
    return new CommitRequest(
        "/t", 4, PROTOCOL, metadata(properties), reads, List.of(actions), info("mine", null), null);
  }

  private static ReadSet reads(Expression predicate, String... files) {
    return new ReadSet(List.of(filter(predicate)), Set.of(files), ReadSet.Scope.FILTERED, Set.of());
  }

  private static Map<String, CommitRequest> mine(Map<String, String> properties) {
    Expression partition = col("p").eq(1);
    Expression row = and(partition, col("id").eq(5L));
    ReadSet all =
        new ReadSet(List.of(), Set.of("f1", "f2", "f3", "f4", "g1"), ReadSet.Scope.TABLE, Set.of());
    ReadSet app = new ReadSet(List.of(), Set.of(), ReadSet.Scope.FILTERED, Set.of("app"));
    ReadSet version = new ReadSet(List.of(), Set.of(), ReadSet.Scope.VERSION, Set.of());
    Action mine = add("m", 1, 5);
    Map<String, CommitRequest> requests = new LinkedHashMap<>();
    requests.put("append", request(properties, ReadSet.NOTHING, mine));
    requests.put("stream", request(properties, app, new Txn("app", 9, 0L), mine));
    requests.put("insertSelect", request(properties, reads(partition, "f1", "f2", "f3"), mine));
    requests.put("delete", request(properties, reads(row, "f1"), remove("f1", true), mine));
    requests.put(
        "partition",
        request(
            properties,
            reads(partition, "f1", "f2", "f3"),
            remove("f1", true),
            remove("f2", true),
            remove("f3", true)));
    requests.put(
        "overwrite",
        request(
            properties,
            all,
            remove("f1", true),
            remove("f2", true),
            remove("f3", true),
            remove("f4", true),
            remove("g1", true),
            mine));
    requests.put(
        "optimize",
        request(
            properties,
            reads(partition, "f1", "f2"),
            remove("f1", false),
            remove("f2", false),
            add("m", 1, 5).withDataChange(false)));
    Metadata changed = metadata(Map.of("comment", "mine"));
    requests.put("alter", request(properties, ReadSet.NOTHING, changed));
    requests.put("constraint", request(properties, all, changed));
    requests.put("restore", request(properties, version, changed, remove("f1", true), mine));
    requests.put("vacuum", request(properties, ReadSet.NOTHING));
    return requests;
  }

  private static Map<String, List<Action>> winners() {
    CommitInfo blind = info("w", true);
    CommitInfo other = info("w", false);
    Map<String, List<Action>> winners = new LinkedHashMap<>();
    winners.put("blind", List.of(blind, add("n", 1, 5)));
    winners.put("rows", List.of(other, remove("f4", true), add("n", 1, 5)));
    winners.put("other.blind", List.of(blind, add("n", 1, 100)));
    winners.put("other.rows", List.of(other, remove("f4", true), add("n", 1, 100)));
    winners.put("elsewhere", List.of(other, remove("g1", true), add("n", 2, 5)));
    winners.put(
        "opt.mine", List.of(other, remove("f1", false), add("n", 1, 5).withDataChange(false)));
    winners.put("opt.p", List.of(other, remove("f3", false), add("n", 1, 5).withDataChange(false)));
    winners.put("meta", List.of(blind, metadata(Map.of("comment", "theirs"))));
    winners.put(
        "enable",
        List.of(
            blind,
            metadata(Map.of("delta.enableDeletionVectors", "true")),
            new Protocol(
                3,
                7,
                Set.of("deletionVectors"),
                Set.of("appendOnly", "invariants", "deletionVectors"))));
    winners.put(
        "safe",
        List.of(
            blind, new Protocol(1, 7, null, Set.of("appendOnly", "invariants", "domainMetadata"))));
    winners.put(
        "unsafe",
        List.of(
            blind,
            new Protocol(1, 7, null, Set.of("appendOnly", "invariants", "checkConstraints"))));
    winners.put("txn", List.of(blind, new Txn("app", 3, 0L)));
    List<Action> overwrite =
        List.of(
            other,
            remove("f1", true),
            remove("f2", true),
            remove("f3", true),
            remove("f4", true),
            remove("g1", true),
            add("n", 1, 5));
    winners.put("overwrite", overwrite);
    List<Action> replace = new ArrayList<>(overwrite);
    replace.add(metadata(Map.of("comment", "theirs")));
    winners.put("replace", replace);
    winners.put("restore", replace);
    winners.put("vacuum", List.of(blind));
    return winners;
  }

  private static String outcome(CommitRequest mine, List<Action> theirs, ConflictRules rules) {
    Winner winner = Requests.winner(rules, mine, theirs.toArray(new Action[0]));
    Verdict verdict = ConflictChecker.check(mine, winner, rules);
    if (!(verdict instanceof Verdict.Conflicting conflict)) {
      return "ok";
    }
    return switch (conflict.kind()) {
      case CONCURRENT_APPEND -> "CA";
      case CONCURRENT_DELETE_READ -> "DR";
      case CONCURRENT_DELETE_DELETE -> "DD";
      case METADATA_CHANGED -> "MC";
      case PROTOCOL_CHANGED -> "PC";
      case CONCURRENT_TRANSACTION -> "CT";
      case CONCURRENT_WRITE -> "CW";
    };
  }

  private static Map<String, String> cells(String table) {
    Map<String, String> cells = new LinkedHashMap<>();
    List<List<String>> lines =
        table.lines().map(line -> Arrays.asList(line.trim().split(" +"))).toList();
    for (List<String> line : lines.subList(1, lines.size())) {
      for (int i = 1; i < line.size(); i++) {
        cells.put(line.get(0) + " " + lines.get(0).get(i), line.get(i));
      }
    }
    return cells;
  }

  private static boolean agrees(String expected, String actual) {
    return switch (expected) {
      case "-" -> true;
      case "x" -> !actual.equals("ok");
      default -> expected.equals(actual);
    };
  }

  @Test
  void sparksRulesDecideAsItsTableSays() {
    Map<String, CommitRequest> mine = mine(Map.of());
    Map<String, List<Action>> winners = winners();
    Map<String, String> cells = cells(SPARK);
    assertEquals(mine.size() * winners.size(), cells.size());
    List<String> wrong = new ArrayList<>();
    cells.forEach(
        (cell, expected) -> {
          String[] names = cell.split(" ");
          String actual = outcome(mine.get(names[0]), winners.get(names[1]), ConflictRules.SPARK);
          if (!agrees(expected, actual)) {
            wrong.add(cell + ": " + expected + " but was " + actual);
          }
        });
    assertEquals(List.of(), wrong);
  }

  @Test
  void thePreciseRulesDifferInTheseCellsOnly() {
    Map<String, CommitRequest> mine = mine(Map.of());
    Map<String, List<Action>> winners = winners();
    List<String> wrong = new ArrayList<>();
    mine.forEach(
        (name, request) ->
            winners.forEach(
                (column, theirs) -> {
                  String cell = name + " " + column;
                  String spark = outcome(request, theirs, ConflictRules.SPARK);
                  String precise = outcome(request, theirs, ConflictRules.PRECISE);
                  String expected =
                      STILL_CONFLICTS.contains(cell) ? "DD" : PRECISE.getOrDefault(cell, spark);
                  if (!precise.equals(expected)) {
                    wrong.add(cell + ": " + expected + " but was " + precise);
                  }
                }));
    assertEquals(List.of(), wrong);
  }

  @Test
  void thePreciseRulesNeverConflictWhereSparksDoNot() {
    for (String level : List.of("Serializable", "WriteSerializable", "SnapshotIsolation")) {
      Map<String, CommitRequest> mine = mine(Map.of("delta.isolationLevel", level));
      winners()
          .forEach(
              (column, theirs) ->
                  mine.forEach(
                      (name, request) -> {
                        if (outcome(request, theirs, ConflictRules.SPARK).equals("ok")) {
                          assertEquals(
                              "ok",
                              outcome(request, theirs, ConflictRules.PRECISE),
                              name + " " + column);
                        }
                      }));
    }
  }

  @Test
  void withWriteSerializableBlindAppendsPassUnlessMetadataChange() {
    Map<String, CommitRequest> mine = mine(Map.of("delta.isolationLevel", "WriteSerializable"));
    List<Action> blind = winners().get("blind");
    List<Action> rows = winners().get("rows");
    for (ConflictRules rules : ConflictRules.values()) {
      for (String name : List.of("insertSelect", "delete", "partition", "overwrite")) {
        assertEquals("ok", outcome(mine.get(name), blind, rules), name);
        assertEquals("CA", outcome(mine.get(name), rows, rules), name);
      }
      assertEquals("CA", outcome(mine.get("constraint"), blind, rules));
    }
  }

  @Test
  void ofATableWithoutPartitionsSparkTakesAnyFileForRead() {
    StructType schema = StructType.of(SCHEMA.field(0));
    Metadata metadata = Metadata.of("id", null, null, schema, List.of(), Map.of(), 0L);
    FileFilter filter =
        FileFilter.bind(
            col("id").eq(5L),
            new FileSchema(schema, List.of(), ColumnMapping.of(PROTOCOL, metadata, schema)),
            UTC);
    ReadSet reads = new ReadSet(List.of(filter), Set.of("old"), ReadSet.Scope.FILTERED, Set.of());
    CommitRequest mine =
        new CommitRequest(
            "/t",
            4,
            PROTOCOL,
            metadata,
            reads,
            List.of(Requests.remove("old"), Requests.add("mine")),
            info("mine", null),
            null);
    AddFile other = add("n", 1, 100);
    AddFile same = add("n", 1, 5);
    AddFile unknown = Requests.add("n");
    assertEquals("CA", outcome(mine, List.of(info("w", false), other), ConflictRules.SPARK));
    assertEquals("ok", outcome(mine, List.of(info("w", false), other), ConflictRules.PRECISE));
    assertEquals("CA", outcome(mine, List.of(info("w", false), same), ConflictRules.PRECISE));
    assertEquals("CA", outcome(mine, List.of(info("w", false), unknown), ConflictRules.PRECISE));
  }

  @Test
  void aFileThatIsAddedAgainMustStillBeThere() {
    CommitRequest backfill =
        request(Map.of(), ReadSet.NOTHING, add("f1", 1, 5).withDataChange(false));
    for (ConflictRules rules : ConflictRules.values()) {
      assertEquals("DD", outcome(backfill, winners().get("opt.mine"), rules));
      assertEquals("ok", outcome(backfill, winners().get("opt.p"), rules));
    }
  }

  @Test
  void progressOfIdentityColumnsAloneConflictsWithMetadataOnly() {
    CommitInfo info = info("w", true);
    CommitInfo tagged =
        new CommitInfo(
            null,
            null,
            null,
            null,
            "WRITE",
            Map.of(),
            null,
            null,
            true,
            Map.of(),
            null,
            Map.of("delta.identity.schemaUpdate", "true"),
            "test",
            "w");
    Metadata moved =
        metadata(Map.of())
            .withSchema(
                new StructType(
                    List.of(
                        SCHEMA
                            .field(0)
                            .withMetadata(
                                SCHEMA.field(0).metadata().with("delta.identity.highWaterMark", 7)),
                        SCHEMA.field(1))));
    Map<String, CommitRequest> mine = mine(Map.of());
    assertEquals("ok", outcome(mine.get("delete"), List.of(info, moved), ConflictRules.SPARK));
    assertEquals("ok", outcome(mine.get("delete"), List.of(tagged, moved), ConflictRules.SPARK));
    assertEquals("MC", outcome(mine.get("alter"), List.of(tagged, moved), ConflictRules.SPARK));
  }

  @Test
  void mappingSwitchedOnIsFollowed() {
    List<StructField> mapped = new ArrayList<>();
    for (int i = 0; i < SCHEMA.size(); i++) {
      StructField field = SCHEMA.field(i);
      mapped.add(
          field.withMetadata(
              field
                  .metadata()
                  .with(ColumnMapping.ID, i + 1)
                  .with(ColumnMapping.PHYSICAL_NAME, field.name())));
    }
    Map<String, String> properties =
        Map.of("delta.columnMapping.mode", "name", "delta.columnMapping.maxColumnId", "2");
    Metadata enabled = metadata(properties).withSchema(new StructType(mapped));
    mapped.set(0, mapped.get(0).withName("renamed"));
    Metadata renamed = metadata(properties).withSchema(new StructType(mapped));
    CommitRequest append = mine(Map.of()).get("append");
    assertEquals("ok", outcome(append, List.of(info("w", true), enabled), ConflictRules.SPARK));
    assertEquals("MC", outcome(append, List.of(info("w", true), renamed), ConflictRules.SPARK));
    assertTrue(
        outcome(append, List.of(info("w", true), enabled), ConflictRules.PRECISE).equals("ok"));
  }
}
