package dev.lakehouse.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.lakehouse.Lakehouse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * What we write, read by other implementations in processes of their own. The table of the
 * interoperability guide is what they answer: with {@code -Dlakehouse.docs=write} it is written,
 * else held against it.
 */
@Tag("interop")
class OurTablesReadByOthersTest {
  private static final String BEGIN = "<!-- written by OurTablesReadByOthersTest -->\n";
  private static final String END = "<!-- end -->";

  /** The log says null as null: a text is a text, whatever Hive means by it. */
  private static final Set<String> FAULTS = Set.of("Polars 2.1: partition value of Hive's null");

  @TempDir Path folder;

  /** A program that reads the rows of a table, as canonical text, sorted; or throws. */
  private interface Reader {
    List<String> rows(Path table);
  }

  private List<OurTables.Written> tables() {
    try (Lakehouse lake = Lakehouse.create()) {
      return new OurTables(lake, folder).all();
    }
  }

  @TestFactory
  Stream<DynamicTest> othersReadTheRowsThatWentInAsTheGuideSays() {
    JudgeProcess kernel = JudgeProcess.kernel();
    PythonReaders python = PythonReaders.start();
    Map<String, Reader> readers = new LinkedHashMap<>();
    readers.put("Delta Kernel 4.4", kernel::rows);
    readers.put("DuckDB 1.5", table -> python.rows("duckdb", table));
    readers.put("delta-rs 1.6", table -> python.rows("deltalake", table));
    readers.put("Polars 2.1", table -> python.rows("polars", table));
    StringBuilder matrix = new StringBuilder("| table | " + String.join(" | ", readers.keySet()));
    matrix.append(" |\n|---").append("|---".repeat(readers.size())).append("|\n");
    List<DynamicTest> tests = new ArrayList<>();
    for (OurTables.Written table : tables()) {
      tests.add(
          DynamicTest.dynamicTest(
              table.name(),
              () -> {
                matrix.append("| ").append(table.name());
                for (Map.Entry<String, Reader> reader : readers.entrySet()) {
                  matrix.append(" | ").append(answer(reader.getKey(), reader.getValue(), table));
                }
                matrix.append(" |\n");
              }));
    }
    tests.add(DynamicTest.dynamicTest("the guide says so", () -> holdGuide(matrix.toString())));
    return tests.stream().onClose(kernel::close);
  }

  /**
   * Rows that differ fail, unless they are the other program's known fault; where it cannot read
   * the table at all the guide says so.
   */
  private static String answer(String name, Reader reader, OurTables.Written table) {
    List<String> rows;
    try {
      rows = reader.rows(table.path());
    } catch (AssertionError e) {
      return "cannot read it";
    }
    if (!rows.equals(table.rows()) && FAULTS.contains(name + ": " + table.name())) {
      return "other rows";
    }
    assertEquals(table.rows(), rows, name + " reads " + table.name());
    return "equal";
  }

  private static void holdGuide(String matrix) throws IOException {
    Path page = JudgeProcess.projectRoot().resolve("docs/guides/interop.md");
    String text = Files.readString(page);
    int from = text.indexOf(BEGIN) + BEGIN.length();
    int to = text.indexOf(END, from);
    if ("write".equals(System.getProperty("lakehouse.docs"))) {
      Files.writeString(page, text.substring(0, from) + "\n" + matrix + "\n" + text.substring(to));
    } else {
      assertEquals(matrix, text.substring(from, to).strip() + "\n", "write it: -Dlakehouse.docs");
    }
  }
}
