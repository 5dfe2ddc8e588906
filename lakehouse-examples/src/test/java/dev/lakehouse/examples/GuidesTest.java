package dev.lakehouse.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every Java snippet of the README and the docs is compiled and run, a page as one program. */
class GuidesTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern SNIPPET = Pattern.compile("(?ms)^```java\\n(.*?)^```");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+?)(#[^)]*)?\\)");
  private static final String IMPORTS =
      """
      import dev.lakehouse.*;
      import dev.lakehouse.data.*;
      import dev.lakehouse.types.*;
      import dev.lakehouse.error.*;
      import dev.lakehouse.expr.*;
      import static dev.lakehouse.expr.Expressions.*;
      import static dev.lakehouse.types.DataType.*;
      import static dev.lakehouse.types.StructField.*;
      import java.math.*;
      import java.time.*;
      import java.util.*;
      """;

  @TempDir Path folder;

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      docs.filter(page -> page.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    return pages;
  }

  private static String snippets(Path page) throws IOException {
    StringBuilder body = new StringBuilder();
    Matcher matcher = SNIPPET.matcher(Files.readString(page));
    while (matcher.find()) {
      body.append(matcher.group(1)).append('\n');
    }
    return body.toString();
  }

  @TestFactory
  Stream<DynamicTest> snippetsCompileAndRun() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Path page : pages()) {
      if (!snippets(page).isEmpty()) {
        tests.add(DynamicTest.dynamicTest(ROOT.relativize(page).toString(), () -> run(page)));
      }
    }
    assertFalse(tests.isEmpty());
    return tests.stream();
  }

  private void run(Path page) throws Exception {
    Path work = Files.createTempDirectory(folder, "page");
    Path source = work.resolve("Page.java");
    Files.writeString(
        source,
        IMPORTS
            + "public class Page {\n  public static void main(String[] args) throws Exception {\n"
            + snippets(page)
            + "  }\n}\n");
    assertEquals("", compile(source, work));
    Process program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-cp",
                work + System.getProperty("path.separator") + System.getProperty("java.class.path"),
                "Page")
            .directory(work.toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, program.waitFor(), output);
  }

  private static String compile(Path source, Path target) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter errors = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of("-d", target.toString(), "-cp", System.getProperty("java.class.path"), "-nowarn");
      compiler.getTask(errors, files, null, options, null, files.getJavaFileObjects(source)).call();
    }
    return errors.toString();
  }

  @Test
  void linksLeadSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      Matcher matcher = LINK.matcher(Files.readString(page).replaceAll("(?ms)^```.*?^```", ""));
      while (matcher.find()) {
        if (!Files.exists(page.resolveSibling(matcher.group(1)))) {
          broken.add(ROOT.relativize(page) + " -> " + matcher.group(1));
        }
      }
    }
    assertTrue(broken.isEmpty(), broken::toString);
  }
}
