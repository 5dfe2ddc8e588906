package dev.lakehouse.interop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakehouse.io.testing.ExternalStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * delta-rs, DuckDB and Polars as readers, run by a Python that has their packages: {@code
 * LAKEHOUSE_PYTHON} names it.
 */
record PythonReaders(Path python, Path script) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static PythonReaders start() {
    Path script = Path.of(System.getProperty("lakehouse.shared", "")).resolve("interop/readers.py");
    if (!Files.exists(script)) {
      JudgeProcess.missing("The readers' script is not there: " + script.getFileName());
    }
    String python = System.getenv("LAKEHOUSE_PYTHON");
    if (python == null) {
      JudgeProcess.missing("LAKEHOUSE_PYTHON names no Python with deltalake, duckdb and polars");
    }
    return new PythonReaders(Path.of(String.valueOf(python)), script);
  }

  /** The table's rows as canonical text, sorted; the reader's own error fails the test. */
  List<String> rows(String reader, Path table) {
    return canonical(reader, read(reader, table));
  }

  /** As {@link #rows(String, Path)}, of a table in a bucket. */
  List<String> rows(String reader, String table, ExternalStore store) {
    List<String> options =
        List.of("--endpoint", store.endpoint(), "--key", store.key(), "--secret", store.secret());
    return canonical(reader, run(reader, table, options));
  }

  private static List<String> canonical(String reader, JsonNode answer) {
    if (!answer.path("canonical").isArray()) {
      throw new AssertionError(reader + ": " + answer);
    }
    List<String> rows = new ArrayList<>();
    answer.get("canonical").forEach(row -> rows.add(row.asText()));
    return rows.stream().sorted().toList();
  }

  /** One reading: {@code rows}, {@code hash} and {@code canonical}, or {@code error}. */
  JsonNode read(String reader, Path table) {
    return run(reader, table.toString(), List.of());
  }

  private JsonNode run(String reader, String table, List<String> options) {
    List<String> command =
        new ArrayList<>(
            List.of(python.toString(), script.toString(), "--reader", reader, "--rows", table));
    command.addAll(options);
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
      String[] lines = output.strip().split("\n");
      return JSON.readTree(lines[lines.length - 1]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
