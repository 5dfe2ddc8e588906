package dev.lakehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Variant;
import dev.lakehouse.data.BatchReader;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.testing.CanonicalRows;
import dev.lakehouse.testing.Shared;
import dev.lakehouse.testing.VariantText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tables of other programs, at every version, as each one's EXPECT.json says. */
class ScoreboardTest {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** Live files where the program that made EXPECT.json failed before it had counted them all. */
  private static final Map<String, Long> FILES =
      Map.of(
          "kernelrs_golden-delete-re-add-same-file-different-transactions", 2L,
          "kernelrs-timestamp-partitioned-table", 1L);

  /** What our message must say. */
  private static final Map<String, String> CAUSES =
      Map.of(
          "delta_kernel-basic_catalog_managed", "'catalogManaged': a catalog manages it",
          "delta_kernel-catalog-owned-preview", "'catalogManaged': a catalog manages it",
          "deltars-simple_table_features", "needs reader version 5",
          "kernelrs-catalog_managed_0", "'catalogManaged': a catalog manages it",
          "kernelrs-crc-malformed", "holds neither a commit nor a complete checkpoint",
          "kernelrs-table-with-geo", "needs the reader feature 'geospatial'",
          "kernelrs_golden-deltalog-state-reconstruction-from-checkpoint-missing-protocol",
              "is missing",
          "kernelrs_golden-deltalog-state-reconstruction-without-protocol",
              "the log has no protocol action",
          "kernelrs_golden-versions-not-contiguous", "the commit of version 1 is missing");

  @Test
  void everyTableGivesWhatARightReaderGives() throws IOException {
    List<String> wrong = new ArrayList<>();
    int tables = 0;
    try (Stream<Path> folders = Files.list(Shared.folder("tables"))) {
      for (Path folder : folders.filter(Files::isDirectory).sorted().toList()) {
        tables++;
        List<String> faults = judge(folder);
        if (!faults.isEmpty()) {
          wrong.add(folder.getFileName() + ": " + faults);
        }
      }
    }
    assertEquals(List.of(), wrong, () -> "wrong are " + wrong.size());
    assertEquals(111, tables);
  }

  private static List<String> judge(Path folder) throws IOException {
    JsonNode expected = MAPPER.readTree(folder.resolve("EXPECT.json").toFile());
    ZoneId zone = ZoneId.of(expected.path("zone").asText("UTC"));
    List<String> faults = new ArrayList<>();
    try (Lakehouse lake = Lakehouse.builder().zone(zone).build()) {
      Table table = lake.table(folder.toString());
      switch (expected.get("compare").asText()) {
        case "rows" -> rows(table, expected, faults);
        case "variant" -> variants(table, faults);
        case "error" -> fails(table, LakehouseException.class, faults);
        // Of the two answers to the last one ours is to refuse.
        case "refuse", "rows-or-refuse" -> fails(table, UnsupportedFeatureException.class, faults);
        case "files" -> files(table, expected.path("computed").path("numFiles").asLong(), faults);
        case "files-either" -> filesEither(table, faults);
        default -> faults.add("unknown comparison");
      }
    } catch (RuntimeException e) {
      faults.add(e.toString());
    }
    return faults;
  }

  private static void rows(Table table, JsonNode expected, List<String> faults) {
    Snapshot latest = table.snapshot();
    if (expected.hasNonNull("latestVersion")) {
      compare("latest version", expected.get("latestVersion").asLong(), latest.version(), faults);
    }
    if (!FILES.containsKey(name(table))) {
      long files = expected.path("computed").path("numFiles").asLong();
      compare("files", files, latest.fileCount(), faults);
    }
    content(latest, expected.path("computed"), expected.path("rowCount"), faults);
    for (JsonNode version : expected.path("versions")) {
      version(table, version, faults);
    }
  }

  private static void version(Table table, JsonNode expected, List<String> faults) {
    long number = expected.get("version").asLong();
    try {
      Snapshot snapshot = table.snapshot(number);
      content(snapshot, expected, expected.path("rowCount"), faults);
      if (expected.hasNonNull("numFiles")) {
        long files = expected.get("numFiles").asLong();
        compare("version " + number + " files", files, snapshot.fileCount(), faults);
      }
      if (expected.hasNonNull("error")) {
        faults.add("version " + number + " is read, but: " + expected.get("error").asText());
      }
    } catch (LakehouseException e) {
      if (!expected.hasNonNull("error")) {
        faults.add("version " + number + ": " + e);
      }
    }
  }

  private static void content(
      Snapshot snapshot, JsonNode expected, JsonNode rowCount, List<String> faults) {
    String where = "version " + snapshot.version() + " ";
    CanonicalRows rows = read(snapshot);
    if (rowCount.isNumber()) {
      compare(where + "rows", rowCount.asLong(), (long) rows.size(), faults);
      compare(where + "count()", rowCount.asLong(), snapshot.scan().count(), faults);
    }
    if (expected.hasNonNull("contentHash")) {
      compare(where + "hash", expected.get("contentHash").asText(), rows.hash(), faults);
    }
  }

  private static CanonicalRows read(Snapshot snapshot) {
    CanonicalRows rows = new CanonicalRows();
    try (BatchReader batches = snapshot.scan().batches()) {
      for (Batch batch : batches) {
        rows.add(batch);
      }
    }
    return rows;
  }

  /** What the tables' info.txt says of their values; of the last, what its writer's counts are. */
  private static void variants(Table table, List<String> faults) {
    long count = 0;
    try (RowReader rows = table.scan().rows()) {
      for (Row row : rows) {
        count++;
        long id = row.getLong(0);
        if (row.schema().find("nv").isPresent()) {
          requireVariants(row.get("v"), counts(id - 100, 110 - id), faults);
          requireVariants(row.get("nv"), counts(id - 90, 120 - id), faults);
        } else {
          for (int i = 1; i < row.schema().size(); i++) {
            requireVariants(row.get(i), "{key=int8 " + id + "}", faults);
          }
        }
      }
    }
    if (count < 10) {
      faults.add(count + " rows");
    }
  }

  private static String counts(long id, long name) {
    return "{id=int64 " + id + ", name=string " + name + "}";
  }

  private static void requireVariants(Object value, String expected, List<String> faults) {
    if (value instanceof Variant variant) {
      compare("variant", expected, VariantText.of(variant), faults);
    } else if (value instanceof Row row) {
      requireVariants(row.get(0), expected, faults);
    } else if (value instanceof List<?> list) {
      list.forEach(element -> requireVariants(element, expected, faults));
    } else if (value instanceof Map<?, ?> map) {
      map.values().forEach(element -> requireVariants(element, expected, faults));
    } else if (value != null) {
      faults.add("no variant: " + value);
    }
  }

  private static void fails(
      Table table, Class<? extends LakehouseException> kind, List<String> faults) {
    try {
      read(table.snapshot());
      faults.add("is read, but must not be");
    } catch (LakehouseException e) {
      String cause = CAUSES.getOrDefault(name(table), "?");
      if (!kind.isInstance(e) || !e.getMessage().contains(cause)) {
        faults.add("must say '" + cause + "', not " + e);
      }
    }
  }

  private static String name(Table table) {
    return Path.of(table.location()).getFileName().toString();
  }

  private static void files(Table table, long expected, List<String> faults) {
    long files = FILES.getOrDefault(name(table), expected);
    compare("files", files, table.snapshot().fileCount(), faults);
  }

  private static void filesEither(Table table, List<String> faults) {
    long files = table.snapshot().fileCount();
    if (files > 1) {
      faults.add(files + " files");
    }
  }

  private static void compare(String what, Object expected, Object actual, List<String> faults) {
    if (!expected.equals(actual)) {
      faults.add(what + ": expected " + expected + " but was " + actual);
    }
  }
}
