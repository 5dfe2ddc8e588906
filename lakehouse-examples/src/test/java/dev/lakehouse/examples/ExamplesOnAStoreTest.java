package dev.lakehouse.examples;

import static dev.lakehouse.examples.ExamplesTest.assertSays;
import static dev.lakehouse.examples.ExamplesTest.forked;
import static dev.lakehouse.examples.ExamplesTest.output;

import dev.lakehouse.io.testing.ExternalStore;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every example on a real S3 server: another location, other keys, and nothing else. */
@Tag("store")
class ExamplesOnAStoreTest {
  private final ExternalStore store = ExternalStore.required();

  @Test
  void quickStart() throws Exception {
    assertSays(
        output(QuickStart::main, store.fresh("quick")),
        "files read: 1 of 7",
        "{\"job\":\"day 6\"}",
        "CREATE TABLE");
  }

  @Test
  void timeTravel() throws Exception {
    assertSays(
        output(TimeTravel::main, store.fresh("travel")),
        "now: [{id=3, dish=pizza}]",
        "at version 1: [{id=1, dish=ramen}]",
        "at version 99: its log holds versions 0 to 3");
  }

  @Test
  void theGeneratedWeekAndAForeignTable(@TempDir Path folder) throws Exception {
    String table = store.fresh("week").toString();
    assertSays(output(OrdersGenerator::main, folder, table), table);
    assertSays(
        output(OpenForeignTable::main, table), "partitioned by  [day]", "sound           yes");
  }

  @Test
  void arrowAndDuckDb() throws Exception {
    assertSays(forked(Map.of(), ArrowAndDuckDb.class, store.fresh("arrow")), "Thai Tanic");
  }

  @Test
  void s3QuickStart() throws Exception {
    assertSays(
        output(S3QuickStart::main, store.fresh("s3")),
        "S3 at " + store.endpoint(),
        "commits NATIVE",
        "sound: yes");
  }

  @Test
  void twoProcesses() throws Exception {
    assertSays(output(TwoProcesses::main, store.fresh("two")), "20 tickets of 20 in");
  }
}
