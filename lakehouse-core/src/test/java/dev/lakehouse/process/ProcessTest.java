package dev.lakehouse.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.Table;
import dev.lakehouse.data.HistoryEntry;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.io.testing.ExternalStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Eight processes append to one table, and two at a time are killed: what was acknowledged is there
 * once, what was under way wholly or not at all, and nothing else.
 */
class ProcessTest {
  private static final int LOCAL_SECONDS = 60;
  private static final String OP_START = "{\"op\":\"";

  @TempDir Path folder;

  @Test
  @Tag("slow")
  void killedProcessesLoseNothingOnLocalDisk() throws Exception {
    check("local disk", folder.resolve("table").toString(), LOCAL_SECONDS);
  }

  @Test
  @Tag("store")
  void killedProcessesLoseNothingOnAStore() throws Exception {
    ExternalStore store = ExternalStore.required();
    check(store.name(), store.fresh("processes").toString(), store.seconds());
  }

  private void check(String where, String location, int seconds) throws Exception {
    try (Lakehouse lake = Lakehouse.create()) {
      Table table = lake.createTable(location, Appender.SCHEMA).execute();
      Crowd.Story story = new Crowd(location, folder).run(Duration.ofSeconds(seconds));

      Map<String, Integer> parts = parts(table);
      Map<String, Long> commits = commits(table);
      int landed = 0;
      for (String op : story.inFlight()) {
        landed += commits.containsKey(op) ? 1 : 0;
      }
      System.out.printf(
          "%s, %d s: %d processes killed; %d appends acknowledged, %d under way when killed, of"
              + " which %d landed; table at version %d%n",
          where,
          seconds,
          story.killed(),
          story.acknowledged().size(),
          story.inFlight().size(),
          landed,
          table.version());

      Set<String> possible = new HashSet<>(story.acknowledged().keySet());
      possible.addAll(story.inFlight());
      assertTrue(possible.containsAll(commits.keySet()), "commits of appends that nobody made");
      assertEquals(commits.keySet(), parts.keySet(), "rows and commits tell the same");
      story
          .acknowledged()
          .forEach((op, version) -> assertEquals(version, commits.get(op), "version of " + op));
      assertEquals(commits.size(), table.version(), "every version is one append");
      assertEquals(List.of(), table.verify().findings());
      assertTrue(story.killed() >= 2 * (seconds / 4), "processes were killed");
      assertTrue(story.acknowledged().size() > 50, "appends were made");
    }
  }

  /** The appends whose rows are there, all of them and once. */
  private static Map<String, Integer> parts(Table table) {
    Map<String, BitSet> parts = new HashMap<>();
    try (RowReader rows = table.scan().rows()) {
      for (Row row : rows) {
        BitSet seen = parts.computeIfAbsent(row.getString("op"), op -> new BitSet());
        assertTrue(!seen.get(row.getInt("part")), () -> "twice: " + row);
        seen.set(row.getInt("part"));
      }
    }
    Map<String, Integer> counts = new HashMap<>();
    parts.forEach(
        (op, seen) -> {
          assertEquals(Appender.ROWS, seen.cardinality(), "rows of " + op);
          counts.put(op, seen.cardinality());
        });
    return counts;
  }

  /** The versions by the append that made them. */
  private static Map<String, Long> commits(Table table) {
    Map<String, Long> commits = new HashMap<>();
    for (HistoryEntry entry : table.history()) {
      if (entry.version() > 0) {
        String said = entry.userMetadata().orElseThrow();
        String op = said.substring(OP_START.length(), said.length() - 2);
        assertEquals(null, commits.put(op, entry.version()), "committed twice: " + op);
      }
    }
    return commits;
  }
}
