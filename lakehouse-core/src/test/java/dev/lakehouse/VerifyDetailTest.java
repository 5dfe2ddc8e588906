package dev.lakehouse;

import static dev.lakehouse.types.DataType.DATE;
import static dev.lakehouse.types.DataType.DOUBLE;
import static dev.lakehouse.types.DataType.INT;
import static dev.lakehouse.types.DataType.LONG;
import static dev.lakehouse.types.DataType.STRING;
import static dev.lakehouse.types.DataType.TIMESTAMP;
import static dev.lakehouse.types.DataType.decimal;
import static dev.lakehouse.types.StructField.optional;
import static dev.lakehouse.types.StructField.required;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.data.Row;
import dev.lakehouse.data.VerifyReport;
import dev.lakehouse.data.VerifyReport.Finding;
import dev.lakehouse.data.VerifyReport.Rule;
import dev.lakehouse.testing.Shared;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What breaks the rules of a sound table, in the cases that are less plain. */
class VerifyDetailTest {
  private static final StructType INNER = StructType.of(optional("n", INT));
  private static final StructType SCHEMA =
      StructType.of(
          required("id", LONG),
          optional("p", INT),
          optional("text", STRING),
          optional("price", decimal(9, 2)),
          optional("d", DOUBLE),
          optional("day", DATE),
          optional("at", TIMESTAMP),
          optional("in", INNER));

  @TempDir private Path folder;
  private final Lakehouse lake = Lakehouse.create();
  private Table table;

  private static Row row(long id, int p) {
    return Row.of(
        SCHEMA,
        id,
        p,
        id % 5 == 0 ? null : "text of more than thirty-two characters " + id,
        new BigDecimal(id + ".50"),
        id == 3 ? Double.NaN : (Object) (id / 2.0),
        LocalDate.ofEpochDay(20_000 + id),
        Instant.ofEpochSecond(id * 1000, 123_456_000),
        id % 4 == 0 ? null : Row.of(INNER, id % 3 == 0 ? null : (int) id));
  }

  /** Twelve versions with a checkpoint at the tenth. */
  @BeforeEach
  void fill() {
    table =
        lake.createTable(folder.resolve("table").toString(), SCHEMA).partitionedBy("p").execute();
    for (int version = 1; version <= 12; version++) {
      List<Row> rows = List.of(row(2L * version, version % 2), row(2L * version + 1, version % 2));
      table.append(Source.rows(SCHEMA, rows)).idempotent("app", version).execute();
    }
    assertEquals(List.of(), table.verify().findings());
    assertEquals(List.of(), table.verify().orphans());
    assertEquals(12, table.verify().filesChecked());
    assertTrue(Files.exists(log(10, ".checkpoint.parquet")), "the tenth version has a checkpoint");
  }

  @AfterEach
  void close() {
    lake.close();
  }

  private Path log(long version, String ending) {
    return folder.resolve("table/_delta_log").resolve(String.format("%020d%s", version, ending));
  }

  private List<Path> dataFiles() throws IOException {
    try (Stream<Path> tree = Files.walk(folder.resolve("table"))) {
      return tree.filter(path -> path.toString().endsWith(".parquet"))
          .filter(path -> !path.toString().contains("_delta_log"))
          .sorted()
          .toList();
    }
  }

  private static void edit(Path file, UnaryOperator<String> change) throws IOException {
    String before = Files.readString(file);
    String after = change.apply(before);
    assertTrue(!before.equals(after), "the edit changes " + before);
    Files.writeString(file, after);
  }

  private void assertBroken(Rule rule, String... details) {
    VerifyReport report = table.verify();
    Set<Rule> rules = report.findings().stream().map(Finding::rule).collect(Collectors.toSet());
    assertTrue(rules.contains(rule), () -> rule + " is not in " + report.findings());
    for (String detail : details) {
      assertTrue(
          report.findings().stream()
              .anyMatch(f -> f.rule() == rule && f.toString().contains(detail)),
          () -> detail + " is not in " + report.findings());
    }
  }

  @Test
  void aCheckpointWithAnotherTransactionIsFound() throws IOException {
    edit(log(9, ".json"), text -> text.replace("\"version\":9", "\"version\":8"));
    edit(log(10, ".json"), text -> text.replace("\"version\":10", "\"version\":8"));
    assertBroken(Rule.CHECKPOINT_EQUALS_REPLAY, "transactions");
  }

  @Test
  void aCompactionFileWithSeveralActionsOfOneFileIsFound() {
    String name = "kernelrs-compacted-log-files-table";
    Table foreign = lake.table(Shared.folder("tables").resolve(name).toString());
    List<Finding> findings = foreign.verify().findings();
    assertEquals(3, findings.size(), findings::toString);
    for (Finding finding : findings) {
      assertEquals(Rule.COMPACTION_EQUALS_REPLAY, finding.rule());
      assertTrue(finding.toString().contains("it is not reconciled"), finding::toString);
    }
  }

  @Test
  void aDamagedDataFileIsFound() throws IOException {
    Path file = dataFiles().get(0);
    byte[] bytes = Files.readAllBytes(file);
    java.util.Arrays.fill(bytes, bytes.length - 40, bytes.length - 8, (byte) 0x55);
    Files.write(file, bytes);
    assertBroken(Rule.DATA_FILE_READABLE, file.getFileName().toString());
  }

  @Test
  void statisticsThatDoNotBoundTheDataAreFound() throws IOException {
    String commit = Files.readString(log(12, ".json"));
    String[][] edits = {
      {"\\\"id\\\":24", "\\\"id\\\":25"},
      {"\\\"id\\\":25", "\\\"id\\\":24"},
      {"\\\"price\\\":25.50", "\\\"price\\\":25.49"},
      {"\\\"d\\\":12.5", "\\\"d\\\":12.25"},
      {"\\\"day\\\":\\\"2024-10-28\\\"", "\\\"day\\\":\\\"2024-10-29\\\""},
      {"1970-01-01T06:40:00.123Z", "1970-01-01T06:40:00.124Z"},
      {"1970-01-01T06:56:40.123Z", "1970-01-01T06:56:40.122Z"},
      {"\\\"n\\\":25", "\\\"n\\\":24"},
      {"\\\"nullCount\\\":{\\\"id\\\":0", "\\\"nullCount\\\":{\\\"id\\\":1"}
    };
    for (String[] change : edits) {
      Files.writeString(log(12, ".json"), commit);
      edit(
          log(12, ".json"),
          text -> {
            int at =
                change[0].contains("25") ? text.lastIndexOf(change[0]) : text.indexOf(change[0]);
            assertTrue(at > 0, () -> change[0] + " is not in " + text);
            return text.substring(0, at) + change[1] + text.substring(at + change[0].length());
          });
      assertBroken(Rule.STATISTICS_BOUND);
    }
  }

  @Test
  void aDamagedDeletionVectorIsFound() throws IOException {
    Path source = Shared.folder("tables").resolve("deltars-table_with_deletion_logs");
    Path copy = folder.resolve("vectors");
    copy(source, copy);
    Table vectors = lake.table(copy.toString());
    assertEquals(Set.of(), rules(vectors));
    try (Stream<Path> files = Files.list(copy)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".bin")).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Files.write(file, bytes);
      }
    }
    assertEquals(EnumSet.of(Rule.DELETION_VECTORS), rules(vectors));
  }

  private static Set<Rule> rules(Table table) {
    return table.verify().findings().stream().map(Finding::rule).collect(Collectors.toSet());
  }

  private static void copy(Path source, Path target) throws IOException {
    try (Stream<Path> tree = Files.walk(source)) {
      for (Path path : tree.toList()) {
        Path to = target.resolve(source.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectories(to);
        } else if (!path.endsWith("EXPECT.json")) {
          Files.copy(path, to, StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
  }

  @Test
  void foreignTablesAreSound() throws IOException {
    List<String> broken = new ArrayList<>();
    for (String name :
        List.of(
            "delta_spark-delta-1.2.1",
            "deltars-checkpoint-v2-table",
            "deltars-simple_table_with_checkpoint",
            "kernelrs-type-widening",
            "kernelrs-stats-writing-all-types",
            "kernelrs-v2-checkpoints-parquet-without-sidecars",
            "kernelrs_golden-data-skipping-basic-stats-all-types-columnmapping-id",
            "kernelrs_golden-dv-with-columnmapping",
            "kernelrs_golden-multi-part-checkpoint")) {
      VerifyReport report = lake.table(Shared.folder("tables").resolve(name).toString()).verify();
      if (!report.isSound()) {
        broken.add(name + ": " + report.findings());
      }
    }
    assertEquals(List.of(), broken);
  }
}
