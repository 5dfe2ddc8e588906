package dev.lakehouse.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.testing.Spark;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What we write, read by Delta Spark. */
@Tag("interop")
@Tag("spark")
class OurTablesReadBySparkTest {
  @TempDir Path folder;

  @TestFactory
  Stream<DynamicTest> sparkReadsTheRowsThatWentIn() {
    Spark spark = Spark.start();
    List<OurTables.Written> tables;
    try (Lakehouse lake = Lakehouse.create()) {
      tables = new OurTables(lake, folder).all();
    }
    return tables.stream()
        .map(
            table ->
                DynamicTest.dynamicTest(
                    table.name(), () -> assertEquals(table.rows(), spark.rows(table.path()))))
        .onClose(spark::close);
  }
}
