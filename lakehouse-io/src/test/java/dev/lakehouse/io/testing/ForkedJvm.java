package dev.lakehouse.io.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A JVM of its own that runs a main class on this test's class path. */
public final class ForkedJvm {
  private final Process process;

  private ForkedJvm(Process process) {
    this.process = process;
  }

  /** Starts {@code main} with {@code variables} added to the environment. */
  public static ForkedJvm start(Class<?> main, Map<String, String> variables, String... arguments) {
    return start(List.of(), main, variables, arguments);
  }

  /** Starts {@code main} where no file can become larger than {@code kibibytes}. */
  public static ForkedJvm startLimited(int kibibytes, Class<?> main, String... arguments) {
    String limited = "ulimit -f " + kibibytes + "; exec \"$@\"";
    return start(List.of("bash", "-c", limited, "bash"), main, Map.of(), arguments);
  }

  private static ForkedJvm start(
      List<String> launcher, Class<?> main, Map<String, String> variables, String... arguments) {
    List<String> command = new ArrayList<>(launcher);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(variables);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    try {
      return new ForkedJvm(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The process. */
  public Process process() {
    return process;
  }

  /** What the process prints, once it has ended. It must end well, and within a minute. */
  public List<String> lines() throws InterruptedException {
    try (var reader = process.inputReader(UTF_8)) {
      List<String> lines = reader.lines().toList();
      if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new AssertionError("The process failed after printing " + lines);
      }
      return lines;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
