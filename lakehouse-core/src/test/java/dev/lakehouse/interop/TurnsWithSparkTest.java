package dev.lakehouse.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakehouse.Lakehouse;
import dev.lakehouse.Table;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.interop.SharedTable.Kind;
import dev.lakehouse.testing.Spark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Spark creates a table with a feature, or some together, and it and we write to it in turn; after
 * each turn both read the rows that must be there.
 */
@Tag("interop")
@Tag("spark")
class TurnsWithSparkTest {
  private static final int ROUNDS = Integer.getInteger("lakehouse.turns", 2);
  private static final int COMBINATIONS = Integer.getInteger("lakehouse.combinations", 10);
  private static final long ROWS_A_TURN = 2;

  private static @Nullable Spark spark;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    spark = Spark.start();
  }

  @AfterAll
  static void stop() {
    if (spark != null) {
      spark.close();
    }
  }

  private static Spark spark() {
    return java.util.Objects.requireNonNull(spark);
  }

  @TestFactory
  Stream<DynamicTest> everyFeature() {
    return SharedTable.allKinds().stream()
        .map(
            kind ->
                DynamicTest.dynamicTest(
                    kind.name(),
                    () -> {
                      Path path = folder.resolve(kind.name().replace(' ', '-'));
                      SharedTable shared = new SharedTable(path, List.of(kind));
                      if (kind.isWritten()) {
                        takeTurns(shared);
                      } else {
                        isRefusedByName(shared);
                      }
                    }));
  }

  @TestFactory
  Stream<DynamicTest> combinationsOfFeatures() {
    return IntStream.range(0, COMBINATIONS)
        .mapToObj(
            seed -> {
              List<Kind> kinds = some(new Random(seed));
              return DynamicTest.dynamicTest(
                  seed + ": " + kinds.stream().map(Kind::name).toList(),
                  () -> takeTurns(new SharedTable(folder.resolve("some" + seed), kinds)));
            });
  }

  /** Four kinds, or as many as go together. */
  private static List<Kind> some(Random random) {
    List<Kind> kinds = new ArrayList<>(SharedTable.allKinds());
    kinds.removeIf(kind -> !kind.isWritten());
    Collections.shuffle(kinds, random);
    List<Kind> chosen = new ArrayList<>();
    Set<String> groups = new HashSet<>();
    for (Kind kind : kinds) {
      boolean vectorsOfIceberg =
          Stream.concat(chosen.stream(), Stream.of(kind))
                  .filter(k -> k.name().equals("deletionVectors") || k.name().startsWith("iceberg"))
                  .count()
              == 2;
      if (chosen.size() < 4 && !vectorsOfIceberg && groups.add(kind.group())) {
        chosen.add(kind);
      }
    }
    return chosen;
  }

  private static void takeTurns(SharedTable shared) {
    Set<Long> deleted = new HashSet<>();
    spark().run(shared.create(), shared.insert(0, ROWS_A_TURN));
    long rows = ROWS_A_TURN;
    try (Lakehouse lake = Lakehouse.create()) {
      Table table = lake.table(shared.path().toString());
      for (int round = 0; round < ROUNDS; round++) {
        shared.append(table, rows, rows + ROWS_A_TURN);
        rows += ROWS_A_TURN;
        assertEquals(shared.rows(rows, deleted), shared.readBy(spark()));
        spark().run(shared.insert(rows, rows + ROWS_A_TURN));
        rows += ROWS_A_TURN;
        if (shared.hasVectors()) {
          long gone = rows - ROWS_A_TURN - 1;
          spark().run("DELETE FROM " + Spark.table(shared.path()) + " WHERE id = " + gone);
          deleted.add(gone);
        }
        assertEquals(shared.rows(rows, deleted), shared.readBy(table));
      }
      assertEquals("", shared.faultsOfNumbers(spark(), rows - deleted.size()));
      assertTrue(table.verify().isSound(), () -> table.verify().toString());
    }
  }

  private static void isRefusedByName(SharedTable shared) {
    spark().run(shared.create(), shared.insert(0, ROWS_A_TURN));
    try (Lakehouse lake = Lakehouse.create()) {
      Table table = lake.table(shared.path().toString());
      long version = table.version();
      assertThrows(UnsupportedFeatureException.class, () -> shared.append(table, 2, 4));
      assertEquals(version, table.version());
      assertEquals(shared.rows(ROWS_A_TURN, Set.of()), shared.readBy(table));
    }
  }

  @Test
  void historyAndDetailShowOurCommits() throws IOException {
    SharedTable shared = new SharedTable(folder.resolve("described"), List.of());
    spark().run(shared.create(), shared.insert(0, 2));
    try (Lakehouse lake = Lakehouse.create()) {
      Table table = lake.table(shared.path().toString());
      shared.append(table, 2, 5);
      JsonNode ours = first("DESCRIBE HISTORY " + Spark.table(shared.path()) + " LIMIT 1");
      assertEquals(2, ours.get("version").asLong());
      assertEquals("WRITE", ours.get("operation").asText());
      assertEquals(1, ours.get("readVersion").asLong());
      assertTrue(ours.get("isBlindAppend").asBoolean());
      assertTrue(ours.get("engineInfo").asText().startsWith("Lakehouse"), ours.toString());
      assertTrue(ours.get("operationParameters").toString().contains("[\"mode\",\"Append\"]"));
      String metrics = ours.get("operationMetrics").toString();
      assertTrue(metrics.contains("[\"numOutputRows\",\"3\"]"), metrics);
      assertTrue(metrics.contains("[\"numFiles\",\"1\"]"), metrics);
      JsonNode detail = first("DESCRIBE DETAIL " + Spark.table(shared.path()));
      assertEquals("delta", detail.get("format").asText());
      assertEquals(table.detail().fileCount(), detail.get("numFiles").asLong());
      assertEquals(table.detail().bytes(), detail.get("sizeInBytes").asLong());
      assertEquals(2, detail.get("minWriterVersion").asInt());
    }
  }

  private static JsonNode first(String statement) throws IOException {
    return new ObjectMapper().readTree(spark().sql(statement).rows().get(0));
  }
}
