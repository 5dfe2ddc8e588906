package dev.lakehouse.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.examples.OrderEvent.Kind;
import dev.lakehouse.io.testing.S3Server;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExamplesTest {
  @TempDir private Path folder;

  interface Main {
    void run(String... arguments) throws Exception;
  }

  static String output(Main main, Object... arguments) throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      main.run(Stream.of(arguments).map(Object::toString).toArray(String[]::new));
    } finally {
      System.setOut(before);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  static void assertSays(String output, String... texts) {
    for (String text : texts) {
      assertTrue(output.contains(text), () -> "'" + text + "' is not in\n" + output);
    }
  }

  private static List<OrderEvent> week(int orders) {
    List<OrderEvent> events = new ArrayList<>();
    for (int day = 0; day < 7; day++) {
      events.addAll(OrdersGenerator.day(42, day, orders));
    }
    return events;
  }

  @Test
  void mergeUpsertShowsWhatChanged() throws Exception {
    assertSays(
        output(MergeUpsert::main, folder),
        "Delivery: version 1, 1 inserted, 1 updated, 0 deleted",
        "Stock-taking: version 2, 0 inserted, 2 updated, 1 deleted",
        "update_preimage",
        "update_postimage");
  }

  @Test
  void quickStartShowsItsWeek() throws Exception {
    String output = output(QuickStart::main, folder);
    List<OrderEvent> week = week(3_000);
    long early =
        week.stream().filter(e -> e.day().isBefore(OrdersGenerator.MONDAY.plusDays(3))).count();
    long dear =
        week.stream()
            .filter(e -> e.day().equals(OrdersGenerator.MONDAY.plusDays(4)))
            .filter(e -> e.kind() == Kind.DELIVERED && e.amount().doubleValue() > 75)
            .filter(e -> e.city().equals("Oslo"))
            .count();
    assertSays(
        output,
        String.format(Locale.ROOT, "%,d events now, %,d on Wednesday evening", week.size(), early),
        "files read: 1 of 7",
        "{\"job\":\"day 6\"}",
        "CREATE TABLE");
    assertTrue(
        output.lines().anyMatch(line -> line.matches("\\s+Oslo\\s+" + dear + "\\s+#+")), output);
  }

  @Test
  void timeTravelReadsEachVersion() throws Exception {
    assertSays(
        output(TimeTravel::main, folder),
        "now: [{id=3, dish=pizza}]",
        "at version 1: [{id=1, dish=ramen}]",
        "Z: [{id=1, dish=ramen}]",
        "at version 99: its log holds versions 0 to 3");
  }

  @Test
  void theChangeFeedKeepsACopyUpToDate() throws Exception {
    assertSays(
        output(ChangeFeedTail::main, folder),
        "_change_type=delete, _commit_version=3",
        "nothing new since version 4",
        "copy: {1=5, 2=8, 3=1}");
  }

  @Test
  void theSchemaEvolvesWithoutARewrite() throws Exception {
    assertSays(
        output(SchemaEvolution::main, folder),
        "added: struct<id:int,dish:string,price:int,note:string>",
        "renamed and dropped: struct<id:int,name:string,price:int>",
        "widened and moved: struct<price:int,id:bigint,name:string>",
        "a price too high: ",
        "rows that break it: Cannot alter",
        "{price=9, id=10000000000, name=udon}",
        "1 file before, 2 now");
  }

  @Test
  void twoWritersConflictWhereTheyMust() throws Exception {
    assertSays(
        output(TwoWriters::main, folder),
        "append and append: version 3 at attempt 2",
        "overwrite and append: CONCURRENT_APPEND with version 4",
        "overwrite, once more: version 6, rows 1",
        "of the others: 0");
  }

  @Test
  void theGeneratedWeekLandsAndBecomesATable() throws Exception {
    String output = output(OrdersGenerator::main, folder);
    assertSays(output, week(2_000).size() + " events in");
    try (Stream<Path> files = Files.list(folder.resolve("landing"))) {
      assertEquals(7, files.count());
    }
    String opened = output(OpenForeignTable::main, folder.resolve("orders"), folder.resolve("no"));
    assertSays(
        opened,
        "partitioned by  [day]",
        "location     struct<lat:double,lon:double>",
        "sound           yes");
    assertSays(opened, "cannot be opened: There is no Delta table at " + folder.resolve("no"));
  }

  @Test
  void theWeekHasFourCitiesFiveBrandsMissingLocationsAndDuplicates() {
    List<OrderEvent> week = week(2_000);
    Set<String> cities = new HashSet<>();
    Set<String> brands = new HashSet<>();
    week.forEach(event -> cities.add(event.city()));
    week.forEach(event -> brands.add(event.brand()));
    assertEquals(4, cities.size());
    assertEquals(5, brands.size());
    double missing = week.stream().filter(e -> e.location().isEmpty()).count();
    assertEquals(0.01, missing / week.size(), 0.002);
    double twice = week.size() - new HashSet<>(week).size();
    assertEquals(0.03, twice / (7 * 2_000 * 3), 0.003);
    assertEquals(week, week(2_000));
  }

  /** What {@code main} prints in a process of its own. */
  static String forked(Map<String, String> variables, Class<?> main, Object... arguments)
      throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    Stream.of(arguments).map(Object::toString).forEach(command::add);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(variables);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
    return output;
  }

  @Test
  void twoProcessesShareATable() throws Exception {
    String output = output(TwoProcesses::main, folder);
    assertSays(output, "20 tickets of 20 in", "20  {\"kitchen\":\"", "0  created");
    for (String kitchen : List.of("Oslo", "Porto")) {
      assertEquals(10, output.split(kitchen, -1).length - 1, output);
    }
  }

  @Test
  void theS3QuickStartTakesStoreAndKeysFromTheEnvironment() throws Exception {
    try (S3Server server = S3Server.start()) {
      Map<String, String> variables =
          Map.of(
              "AWS_ENDPOINT_URL_S3",
              server.endpoint(),
              "AWS_ACCESS_KEY_ID",
              S3Server.ACCESS_KEY,
              "AWS_SECRET_ACCESS_KEY",
              S3Server.SECRET_KEY,
              "AWS_REGION",
              "us-east-1");
      String output = forked(variables, S3QuickStart.class, server.bucket() + "examples");
      assertSays(
          output,
          "S3 at " + server.endpoint(),
          "commits NATIVE",
          week(1_000).size() + " events",
          "sound: yes");
      assertFalse(output.contains(S3Server.SECRET_KEY), "the secret is shown");
    }
  }

  @Test
  void duckDbQueriesAScan() throws Exception {
    String output = forked(Map.of(), ArrowAndDuckDb.class, folder);
    String brand = "Thai Tanic";
    List<OrderEvent> delivered =
        OrdersGenerator.day(42, 0, 5_000).stream()
            .filter(event -> event.kind() == Kind.DELIVERED && event.brand().equals(brand))
            .toList();
    String revenue =
        delivered.stream()
            .map(OrderEvent::amount)
            .reduce(BigDecimal::add)
            .orElseThrow()
            .toPlainString();
    assertSays(output, brand, String.format(Locale.ROOT, "%,d", delivered.size()), revenue);
  }

  @Test
  void withoutArrowsFlagTheErrorNamesIt() {
    IllegalStateException error =
        assertThrows(IllegalStateException.class, () -> output(ArrowAndDuckDb::main, folder));
    assertTrue(
        error.getMessage().contains("--add-opens=java.base/java.nio=ALL-UNNAMED"),
        error.getMessage());
  }
}
