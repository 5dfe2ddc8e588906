package dev.lakehouse.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.lakehouse.testing.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chains of statements that Delta Spark ran: ours must leave the same rows, or fail as well. */
class SparkChainsTest {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** Statements that we answer otherwise, on purpose; the chain ends there. */
  private static final Map<String, String> DEVIATIONS = Map.of();

  /** How many of the 235 statements are right; the others follow a verb that we do not have. */
  private static final int LEAST_RIGHT = 97;

  @TempDir Path folder;

  @Test
  void everyStatementLeavesTheRowsThatSparkLeaves() throws IOException {
    List<String> wrong = new ArrayList<>();
    List<String> ends = new ArrayList<>();
    int right = 0;
    for (String line : Files.readAllLines(Shared.folder("dml").resolve("cases.jsonl"))) {
      JsonNode chain = MAPPER.readTree(line);
      int number = chain.get("case").asInt();
      Path table = folder.resolve("case" + number);
      try (SparkChain run = new SparkChain(chain, table, Set.copyOf(DEVIATIONS.keySet()))) {
        right += run.run();
        run.fault().ifPresent(wrong::add);
        run.end().ifPresent(ends::add);
      }
    }
    int count = right;
    assertEquals(List.of(), wrong, () -> count + " of 235 right, ended: " + ends);
    assertTrue(right >= LEAST_RIGHT, () -> count + " of 235 right, ended: " + ends);
  }
}
