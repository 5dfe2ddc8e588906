package dev.lakehouse;

import static dev.lakehouse.types.DataType.BINARY;
import static dev.lakehouse.types.DataType.INT;
import static dev.lakehouse.types.DataType.LONG;
import static dev.lakehouse.types.DataType.STRING;
import static dev.lakehouse.types.DataType.TIMESTAMP_NTZ;
import static dev.lakehouse.types.DataType.array;
import static dev.lakehouse.types.StructField.optional;
import static dev.lakehouse.types.StructField.required;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.data.HistoryEntry;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.TableDetail;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.error.TableAlreadyExistsException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CreateTableTest {
  private static final String HERE = "memory://lake/table";
  private static final StructType SCHEMA =
      StructType.of(required("Id", LONG), optional("p", STRING));

  private final Lakehouse lake = Lakehouse.create();

  @AfterEach
  void close() {
    lake.close();
  }

  @Test
  void aNewTableIsWhatSparkMakes() {
    Table table =
        lake.createTable(HERE, SCHEMA)
            .partitionedBy("P")
            .comment("for the test")
            .property("delta.checkpointInterval", "5")
            .execute();
    TableDetail detail = table.detail();
    assertEquals(0, detail.version());
    assertEquals(1, detail.minReaderVersion());
    assertEquals(2, detail.minWriterVersion());
    assertEquals(List.of("appendOnly", "invariants"), detail.features());
    assertEquals(List.of("p"), detail.partitionColumns());
    assertEquals("for the test", detail.description().orElseThrow());
    assertEquals(Map.of("delta.checkpointInterval", "5"), detail.properties());
    assertEquals(SCHEMA, table.schema());
    assertEquals(0, detail.fileCount());
    assertEquals(0, table.scan().count());
    HistoryEntry entry = table.history().get(0);
    assertEquals("CREATE TABLE", entry.operation().orElseThrow());
    assertEquals("[\"p\"]", entry.operationParameters().get("partitionBy"));
    assertEquals("false", entry.operationParameters().get("isManaged"));
  }

  @Test
  void aTypeThatNeedsAFeatureBringsIt() {
    Table table = lake.createTable(HERE, StructType.of(optional("t", TIMESTAMP_NTZ))).execute();
    TableDetail detail = table.detail();
    assertEquals(3, detail.minReaderVersion());
    assertEquals(7, detail.minWriterVersion());
    assertTrue(detail.features().contains("timestampNtz"), detail.features().toString());
  }

  @Test
  void featuresAndVersionsAreNoProperties() {
    Table table =
        lake.createTable(HERE, SCHEMA)
            .property("delta.feature.vacuumProtocolCheck", "supported")
            .property("delta.minWriterVersion", "3")
            .execute();
    assertEquals(Map.of(), table.detail().properties());
    List<String> features = table.detail().features();
    assertTrue(features.contains("vacuumProtocolCheck"), features.toString());
    assertTrue(features.contains("checkConstraints"), features.toString());
    assertThrows(
        IllegalArgumentException.class,
        () ->
            lake.createTable("memory://lake/x", SCHEMA)
                .property("delta.feature.timeMachine", "supported")
                .execute());
  }

  @Test
  void aTableThatIsThereIsLeftAsItIs() {
    Table table = lake.createTable(HERE, SCHEMA).execute();
    TableAlreadyExistsException error =
        assertThrows(
            TableAlreadyExistsException.class, () -> lake.createTable(HERE, SCHEMA).execute());
    assertTrue(error.getMessage().contains("ifNotExists()"), error.getMessage());
    StructType other = StructType.of(optional("other", INT));
    Table same = lake.createTable(HERE, other).ifNotExists().execute();
    assertEquals(SCHEMA, same.schema());
    assertEquals(0, table.version());
    assertTrue(lake.exists(HERE));
    assertFalse(lake.exists("memory://lake/elsewhere"));
  }

  @Test
  void tableAndRowsAreOneVersion() {
    Source rows = Source.rows(SCHEMA, List.of(Row.of(SCHEMA, 1, "a"), Row.of(SCHEMA, 2, "b")));
    Table table = lake.createTable(HERE, SCHEMA).partitionedBy("p").as(rows).execute();
    assertEquals(0, table.version());
    assertEquals(2, table.scan().count());
    HistoryEntry entry = table.history().get(0);
    assertEquals("CREATE TABLE AS SELECT", entry.operation().orElseThrow());
    assertEquals("2", entry.operationMetrics().get("numOutputRows"));
    Table copy = lake.createTable("memory://lake/copy", table.schema()).as(table.scan()).execute();
    assertEquals(2, copy.scan().count());
    assertTrue(copy.verify().isSound());
  }

  @Test
  void rowsThatDoNotFitLeaveNoTable() {
    StructType wrong = StructType.of(optional("id", STRING));
    Source rows = Source.rows(wrong, List.of(Row.of(wrong, "x")));
    assertThrows(
        SchemaMismatchException.class, () -> lake.createTable(HERE, SCHEMA).as(rows).execute());
    assertFalse(lake.exists(HERE));
  }

  @Test
  void ofManyThatCreateOneWins() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Boolean>> tasks = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        tasks.add(
            () -> {
              try {
                lake.createTable(HERE, SCHEMA).execute();
                return true;
              } catch (TableAlreadyExistsException e) {
                return false;
              }
            });
      }
      int winners = 0;
      for (Future<Boolean> won : pool.invokeAll(tasks)) {
        winners += won.get() ? 1 : 0;
      }
      assertEquals(1, winners);
      assertEquals(0, lake.table(HERE).version());
    } finally {
      pool.shutdown();
    }
  }

  private void refused(StructType schema, String message, String... partitionColumns) {
    RuntimeException error =
        assertThrows(
            RuntimeException.class,
            () -> lake.createTable(HERE, schema).partitionedBy(partitionColumns).execute());
    assertTrue(
        error instanceof SchemaMismatchException || error instanceof IllegalArgumentException,
        error.toString());
    assertTrue(error.getMessage().contains(message), error.getMessage());
    assertFalse(lake.exists(HERE));
  }

  @Test
  void columnsThatNoTableCanHaveAreRefusedByName() {
    StructType strict = StructType.of(required("x", INT));
    refused(StructType.of(optional("a", INT), optional("A", INT)), "'A' stands twice");
    refused(StructType.of(), "at least one column");
    refused(StructType.of(optional("a b", INT)), "'a b'");
    refused(StructType.of(optional("s", StructType.of(optional("x=y", INT)))), "'s.x=y'");
    refused(StructType.of(optional("l", array(strict))), "'l.x' cannot be NOT NULL");
    refused(SCHEMA, "Cannot partition by 'q'", "q");
    refused(SCHEMA, "stands twice", "p", "P");
    refused(SCHEMA, "Not all columns", "id", "p");
    StructType nested = StructType.of(optional("s", strict), optional("b", BINARY));
    refused(nested, "Cannot partition by 's'", "s");
  }

  @Test
  void propertiesWithWrongValuesAreRefusedByKey() {
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                lake.createTable(HERE, SCHEMA)
                    .property("delta.checkpointInterval", "often")
                    .execute());
    assertTrue(error.getMessage().contains("delta.checkpointInterval"), error.getMessage());
  }

  @Test
  void whatWeDoNotWriteIsRefusedByName() {
    UnsupportedFeatureException error =
        assertThrows(
            UnsupportedFeatureException.class,
            () -> lake.createTable(HERE, SCHEMA).feature("collations").execute());
    assertTrue(error.getMessage().contains("collations"), error.getMessage());
    assertFalse(lake.exists(HERE));
  }
}
