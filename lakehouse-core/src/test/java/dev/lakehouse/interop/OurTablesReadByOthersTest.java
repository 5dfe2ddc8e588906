package dev.lakehouse.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.lakehouse.Lakehouse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What we write, read by other implementations in processes of their own. */
@Tag("interop")
class OurTablesReadByOthersTest {
  @TempDir Path folder;

  private List<OurTables.Written> tables() {
    try (Lakehouse lake = Lakehouse.create()) {
      return new OurTables(lake, folder).all();
    }
  }

  @TestFactory
  Stream<DynamicTest> deltaKernelReadsTheRowsThatWentIn() {
    JudgeProcess kernel = JudgeProcess.kernel();
    return tables().stream()
        .map(
            table ->
                DynamicTest.dynamicTest(
                    table.name(), () -> assertEquals(table.rows(), kernel.rows(table.path()))))
        .onClose(kernel::close);
  }

  @TestFactory
  Stream<DynamicTest> duckDbAndDeltaRsReadTheRowsThatWentIn() {
    PythonReaders readers = PythonReaders.start();
    List<DynamicTest> tests = new ArrayList<>();
    for (OurTables.Written table : tables()) {
      for (String reader : List.of("deltalake", "duckdb")) {
        tests.add(
            DynamicTest.dynamicTest(
                reader + ": " + table.name(),
                () -> assertEquals(table.rows(), readers.rows(reader, table.path()))));
      }
    }
    return tests.stream();
  }
}
