package dev.lakehouse.testing;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Spark with Delta in a JVM of its own, asked by a line of JSON and answering with one. It takes
 * seconds to start: a test class starts one for all its tests. Zone UTC, ANSI mode. For one thread.
 */
public final class Spark implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final Writer requests;
  private final BufferedReader answers;

  private Spark(Process process) {
    this.process = process;
    this.requests = process.outputWriter(StandardCharsets.UTF_8);
    this.answers = process.inputReader(StandardCharsets.UTF_8);
  }

  /**
   * Starts it. The test is skipped where the judge is absent or was not built and cannot be; under
   * {@code CI=true} that is a failure.
   */
  public static Spark start() {
    Path judge =
        Path.of(System.getProperty("lakehouse.shared", "shared"), "interop", "spark", "judge");
    if (!Files.isExecutable(judge)) {
      throw missing("Spark's judge is not there: set -Dlakehouse.shared to its folder");
    }
    ProcessBuilder builder = new ProcessBuilder(judge.toAbsolutePath().toString());
    Path java = Path.of(System.getProperty("java.home"), "bin");
    builder.environment().merge("PATH", "", (path, none) -> java + File.pathSeparator + path);
    builder.environment().putIfAbsent("XMX", "1g");
    try {
      Spark spark = new Spark(builder.redirectError(ProcessBuilder.Redirect.DISCARD).start());
      String line = spark.answers.readLine();
      if (line == null) {
        throw missing("Spark's judge does not start: run " + judge + " to see why");
      }
      return spark;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static AssertionError missing(String reason) {
    if ("true".equals(System.getenv("CI"))) {
      return fail(reason);
    }
    return abort(reason);
  }

  /** What Spark says to a request. */
  public record Answer(JsonNode json) {
    /** True if Spark refused it. */
    public boolean failed() {
      return json.has("error");
    }

    /** The exception's class and the first line of its message. */
    public String error() {
      return json.path("error").asText() + ": " + json.path("message").asText();
    }

    /** The names of the columns. */
    public List<String> columns() {
      return texts("columns");
    }

    /** The rows in {@link CanonicalRows}' text, sorted as there. */
    public List<String> rows() {
      if (failed()) {
        throw new AssertionError("Spark: " + error());
      }
      return texts("canonical");
    }

    private List<String> texts(String name) {
      List<String> texts = new ArrayList<>();
      json.path(name).forEach(text -> texts.add(text.asText()));
      return texts;
    }
  }

  /** Runs one statement, and tells its rows or its refusal. */
  public Answer sql(String statement) {
    return ask(JSON.createObjectNode().put("sql", statement));
  }

  /** Runs statements, each of which must succeed. */
  public void run(String... statements) {
    for (String statement : statements) {
      Answer answer = sql(statement);
      if (answer.failed()) {
        throw new AssertionError("Spark: " + answer.error() + "\n  in " + statement);
      }
    }
  }

  /** The newest rows of a table, in {@link CanonicalRows}' text and order. */
  public List<String> rows(Path table) {
    return ask(JSON.createObjectNode().put("read", table.toString())).rows();
  }

  /** A table's rows at {@code version}. */
  public List<String> rows(Path table, long version) {
    return ask(JSON.createObjectNode().put("read", table.toString()).put("version", version))
        .rows();
  }

  /** The rows of the change feed from one version to another, without the time of commit. */
  public List<String> changes(Path table, long from, long to) {
    return ask(JSON.createObjectNode()
            .put("changes", table.toString())
            .put("from", from)
            .put("to", to))
        .rows();
  }

  /** Sets an option of the session. */
  public void set(String key, String value) {
    ObjectNode request = JSON.createObjectNode();
    request.putObject("conf").put(key, value);
    Answer answer = ask(request);
    if (answer.failed()) {
      throw new AssertionError("Spark: " + answer.error());
    }
  }

  /** The name of a table on disk in SQL. */
  public static String table(Path table) {
    return "delta.`" + table + "`";
  }

  private Answer ask(ObjectNode request) {
    try {
      requests.write(JSON.writeValueAsString(request.put("limit", 10_000_000)) + "\n");
      requests.flush();
      String line = answers.readLine();
      if (line == null) {
        throw new AssertionError("Spark's judge ended at " + request);
      }
      return new Answer(JSON.readTree(line));
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      requests.close();
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
