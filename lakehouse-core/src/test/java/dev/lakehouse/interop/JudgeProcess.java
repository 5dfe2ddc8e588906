package dev.lakehouse.interop;

import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Another implementation in a process of its own, asked by a line of JSON and answering with one.
 * Where it was not built the test is skipped with the reason; under {@code CI=true} it fails.
 */
final class JudgeProcess implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final BufferedWriter requests;
  private final BufferedReader answers;

  private JudgeProcess(List<String> command) {
    try {
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    requests =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    readLine();
  }

  /** Delta Kernel, built by {@code mvn -f ci/judges/kernel/pom.xml package}. */
  static JudgeProcess kernel() {
    Path judge = projectRoot().resolve("ci/judges/kernel/target");
    Path classpath = judge.resolve("classpath");
    if (!Files.exists(classpath)) {
      missing("Delta Kernel is not built: mvn -f ci/judges/kernel/pom.xml package");
    }
    try {
      return new JudgeProcess(
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-Xmx1g",
              "-Duser.timezone=UTC",
              "-cp",
              judge.resolve("classes") + ":" + Files.readString(classpath).strip(),
              "judge.KernelJudge"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Skips the calling test with a reason, or fails it where everything must run. */
  static void missing(String reason) {
    if ("true".equals(System.getenv("CI"))) {
      throw new AssertionError(reason);
    }
    abort(reason);
  }

  static Path projectRoot() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(folder.resolve("ci/judges"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new AssertionError("The tests do not run inside the project");
      }
    }
    return folder;
  }

  /** The judge's answer; one with an {@code error} is an answer too. */
  JsonNode ask(Map<String, ?> request) {
    try {
      requests.write(JSON.writeValueAsString(request));
      requests.newLine();
      requests.flush();
      return JSON.readTree(readLine());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The table's rows as canonical text, sorted. */
  List<String> rows(Path table) {
    JsonNode answer = ask(Map.of("read", table.toString(), "limit", 1_000_000));
    if (answer.has("error")) {
      throw new AssertionError(table + ": " + answer);
    }
    List<String> rows = new ArrayList<>();
    answer.get("canonical").forEach(row -> rows.add(row.asText()));
    return rows;
  }

  private String readLine() {
    try {
      String line = answers.readLine();
      if (line == null) {
        throw new AssertionError("The judge ended with " + process.waitFor());
      }
      return line;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
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
