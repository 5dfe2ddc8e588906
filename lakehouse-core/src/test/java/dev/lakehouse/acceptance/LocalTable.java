package dev.lakehouse.acceptance;

import static dev.lakehouse.types.DataType.LONG;
import static dev.lakehouse.types.DataType.STRING;
import static dev.lakehouse.types.StructField.optional;
import static dev.lakehouse.types.StructField.required;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The files of a table on local disk, as a test looks at them and breaks them by hand. */
record LocalTable(Path root) {
  static final StructType SCHEMA = StructType.of(required("id", LONG), optional("city", STRING));
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Rows of {@link #SCHEMA}: an id and a city, by turns. */
  static Source rows(@Nullable Object... idsAndCities) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < idsAndCities.length; i += 2) {
      rows.add(Row.of(SCHEMA, idsAndCities[i], idsAndCities[i + 1]));
    }
    return Source.rows(SCHEMA, rows);
  }

  /** The rows as sorted lines. */
  static List<String> lines(RowReader reader) {
    List<String> lines = new ArrayList<>();
    try (reader) {
      for (Row row : reader) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < row.schema().size(); i++) {
          values.add(String.valueOf(row.get(i)));
        }
        lines.add(String.join("|", values));
      }
    }
    lines.sort(null);
    return lines;
  }

  static List<String> lines(Table table) {
    return lines(table.scan().rows());
  }

  Path commitFile(long version) {
    return root.resolve("_delta_log").resolve(String.format("%020d.json", version));
  }

  Path checksumFile(long version) {
    return root.resolve("_delta_log").resolve(String.format("%020d.crc", version));
  }

  /** The actions of a commit in order, each an object with one field. */
  List<JsonNode> actions(long version) {
    return readLines(commitFile(version)).stream().map(LocalTable::parse).toList();
  }

  /** The bodies of the actions called {@code kind} of a commit. */
  List<JsonNode> actions(long version, String kind) {
    return actions(version).stream().filter(a -> a.has(kind)).map(a -> a.get(kind)).toList();
  }

  JsonNode commitInfo(long version) {
    return actions(version, "commitInfo").get(0);
  }

  /** The only data file that a commit adds. */
  Path dataFile(long version) {
    List<JsonNode> adds = actions(version, "add");
    if (adds.size() != 1) {
      throw new AssertionError("Not one file: " + adds);
    }
    return root.resolve(adds.get(0).get("path").asText());
  }

  void appendLine(long version, String action) {
    write(commitFile(version), read(commitFile(version)) + action + "\n");
  }

  void edit(Path file, UnaryOperator<String> change) {
    String before = read(file);
    String after = change.apply(before);
    if (after.equals(before)) {
      throw new AssertionError("Nothing changed in " + file + ": " + before);
    }
    write(file, after);
  }

  /** Changes a commit; its checksums, which tell the old story, go. */
  void editCommit(long version, UnaryOperator<String> change) {
    edit(commitFile(version), change);
    deleteChecksums();
  }

  void deleteChecksums() {
    for (String name : contents().keySet()) {
      if (name.endsWith(".crc")) {
        delete(root.resolve(name));
      }
    }
  }

  /** Every file below the table's folder with a hash of its bytes. */
  Map<String, Integer> contents() {
    return contents(root);
  }

  static Map<String, Integer> contents(Path folder) {
    if (!Files.exists(folder)) {
      return Map.of();
    }
    Map<String, Integer> contents = new TreeMap<>();
    try (Stream<Path> tree = Files.walk(folder)) {
      for (Path file : tree.filter(Files::isRegularFile).toList()) {
        contents.put(folder.relativize(file).toString(), Arrays.hashCode(Files.readAllBytes(file)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return contents;
  }

  static JsonNode parse(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<String> readLines(Path file) {
    return read(file).lines().toList();
  }

  static String read(Path file) {
    try {
      return Files.readString(file, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
