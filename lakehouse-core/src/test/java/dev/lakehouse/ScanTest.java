package dev.lakehouse;

import static dev.lakehouse.expr.Expressions.and;
import static dev.lakehouse.expr.Expressions.col;
import static dev.lakehouse.expr.Expressions.or;
import static dev.lakehouse.types.DataType.INT;
import static dev.lakehouse.types.DataType.LONG;
import static dev.lakehouse.types.DataType.STRING;
import static dev.lakehouse.types.DataType.array;
import static dev.lakehouse.types.StructField.optional;
import static dev.lakehouse.types.StructField.required;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.data.BatchReader;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.data.ScanTask;
import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.error.VersionNotFoundException;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.types.StructType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ScanTest {
  private static final StructType ADDRESS =
      StructType.of(optional("City", STRING), optional("zip", INT));
  private static final StructType SCHEMA =
      StructType.of(
          required("id", LONG),
          optional("p", STRING),
          optional("home", ADDRESS),
          optional("work", ADDRESS),
          optional("tags", array(STRING)));

  private final Lakehouse lake = Lakehouse.create();
  private Table table;

  @BeforeEach
  void fill() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      Row home = i % 10 == 0 ? null : Row.of(ADDRESS, "city " + i % 3, i % 7 == 0 ? null : i);
      rows.add(Row.of(SCHEMA, i, i % 4 == 3 ? null : "p" + i % 4, home, null, List.of("t" + i)));
    }
    table =
        lake.createTable("memory://lake/table", SCHEMA)
            .partitionedBy("p")
            .as(Source.rows(SCHEMA, rows.subList(0, 150)))
            .execute();
    table.append(Source.rows(SCHEMA, rows.subList(150, 300))).execute();
  }

  @AfterEach
  void close() {
    lake.close();
  }

  private static List<Row> rows(Scan scan) {
    return scan.rows().toList();
  }

  private static List<Long> ids(Scan scan) {
    List<Long> ids = new ArrayList<>();
    rows(scan).forEach(row -> ids.add(row.getLong("id")));
    Collections.sort(ids);
    return ids;
  }

  /** Those ids from 0 to 299 for which a plain Java condition holds. */
  private static List<Long> expected(java.util.function.LongPredicate condition) {
    return java.util.stream.LongStream.range(0, 300).filter(condition).boxed().toList();
  }

  @Test
  void predicatesOnPartitionAndStoredColumnsChooseTheSameRowsAsPlainJava() {
    assertEquals(expected(i -> i % 4 == 1), ids(table.scan().where(col("P").eq("p1"))));
    assertEquals(expected(i -> i % 4 == 3), ids(table.scan().where(col("p").isNull())));
    assertEquals(expected(i -> i > 200), ids(table.scan().where(col("id").gt(200))));
    assertEquals(
        expected(i -> i % 4 == 1 && i < 100),
        ids(table.scan().where(col("p").eq("p1")).where(col("ID").lt(100))));
    assertEquals(
        expected(i -> i % 4 == 1 || i == 7),
        ids(table.scan().where(or(col("p").eq("p1"), col("id").eq(7)))));
    assertEquals(
        expected(i -> i % 10 != 0 && i % 3 == 1 && i % 7 != 0 && i < 50),
        ids(
            table
                .scan()
                .where(and(col("home.city").eq("city 1"), col("home.zip").lt(50)))
                .where(col("home.zip").isNotNull())));
    assertEquals(expected(i -> i % 10 == 0), ids(table.scan().where(col("home").isNull())));
    assertEquals(
        expected(i -> i % 10 == 0 || i % 7 == 0),
        ids(table.scan().where(col("home.zip").isNull())));
    assertEquals(List.of(), ids(table.scan().where(col("id").gt(300))));
  }

  @Test
  void countEqualsTheNumberOfRowsWhetherTheLogKnowsItOrNot() {
    assertEquals(300, table.scan().count());
    assertEquals(75, table.scan().where(col("p").isNull()).count());
    assertEquals(299, table.scan().where(col("id").gt(0)).count());
    assertEquals(150, table.scan().where(col("id").ge(150)).count());
    assertEquals(30, table.scan().where(col("home").isNull()).count());
    assertEquals(12, table.scan().limit(12).count());
    assertEquals(37, table.scan().where(or(col("p").eq("p1"), col("id").eq(7))).limit(37).count());
    assertEquals(76, table.scan().where(or(col("p").eq("p1"), col("id").eq(7))).count());
  }

  @Test
  void selectedColumnsComeInTheirOrderAndCase() {
    Scan scan = table.scan().select("TAGS", "p", "Home.city", "id");
    assertEquals(List.of("tags", "p", "City", "id"), scan.schema().names());
    Row row = rows(scan.where(col("id").eq(5))).get(0);
    assertEquals(List.of("t5"), row.getList("tags"));
    assertEquals("p1", row.getString("p"));
    assertEquals("city 2", row.getString("city"));
    assertEquals(5, row.getLong(3));
  }

  @Test
  void fieldsOfOneNameKeepTheirPath() {
    Scan scan = table.scan().select("home.city", "work.city", "home.zip");
    assertEquals(List.of("home.City", "work.City", "zip"), scan.schema().names());
    SchemaMismatchException error =
        assertThrows(SchemaMismatchException.class, () -> table.scan().select("id", "ID"));
    assertTrue(error.getMessage().contains("selected twice"), error.getMessage());
  }

  @Test
  void aStructAndAFieldOfItMayBothBeSelected() {
    Row row = rows(table.scan().select("home.zip", "home").where(col("id").eq(11))).get(0);
    assertEquals(11, row.getInt("zip"));
    assertEquals("city 2", row.getStruct("home").getString("city"));
  }

  @Test
  void theFilterMayReadWhatIsNotSelected() {
    Scan scan =
        table.scan().select("home.city").where(and(col("home.zip").eq(8), col("p").eq("p0")));
    assertEquals(List.of("City"), scan.schema().names());
    assertEquals(List.of("city 2"), rows(scan).stream().map(row -> row.getString(0)).toList());
  }

  @Test
  void limitStopsAfterSoManyRows() {
    assertEquals(10, rows(table.scan().limit(10)).size());
    assertEquals(0, rows(table.scan().limit(0)).size());
    assertEquals(3, rows(table.scan().limit(10).limit(3)).size());
    assertEquals(300, rows(table.scan().limit(1_000)).size());
    assertThrows(IllegalArgumentException.class, () -> table.scan().limit(-1));
    assertThrows(IllegalStateException.class, () -> table.scan().limit(5).where(col("id").eq(1)));
  }

  @Test
  void wrongNamesAndTypesAreSaidBeforeAnythingIsRead() {
    assertThrows(SchemaMismatchException.class, () -> table.scan().where(col("nope").eq(1)));
    assertThrows(SchemaMismatchException.class, () -> table.scan().select("home.street"));
    assertThrows(ExpressionException.class, () -> table.scan().where(col("tags").eq(1)));
    assertThrows(ExpressionException.class, () -> table.scan().where(col("id")));
  }

  record Person(long id, Optional<Home> home, List<String> tags) {
    record Home(String city) {}
  }

  @Test
  void recordsReadTheColumnsOfTheirComponents() {
    List<Person> some =
        table.scan().where(col("id").in(5, 10)).records(Person.class).stream()
            .sorted((a, b) -> Long.compare(a.id(), b.id()))
            .toList();
    assertEquals(
        List.of(
            new Person(5, Optional.of(new Person.Home("city 2")), List.of("t5")),
            new Person(10, Optional.empty(), List.of("t10"))),
        some);
  }

  record Stranger(long id, String shoeSize) {}

  @Test
  void aComponentWithoutAColumnIsNamed() {
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> table.scan().records(Stranger.class));
    assertTrue(error.getMessage().contains("'shoeSize'"), error.getMessage());
  }

  @Test
  void arrowReadsTheSameRows() throws Exception {
    long rows = 0;
    long sum = 0;
    try (BufferAllocator allocator = new RootAllocator()) {
      try (ArrowReader reader = table.scan().where(col("id").lt(100)).arrow(allocator)) {
        while (reader.loadNextBatch()) {
          var ids =
              (org.apache.arrow.vector.BigIntVector) reader.getVectorSchemaRoot().getVector(0);
          for (int i = 0; i < ids.getValueCount(); i++, rows++) {
            sum += ids.get(i);
          }
        }
      }
      assertEquals(0, allocator.getAllocatedMemory());
    }
    assertEquals(100, rows);
    assertEquals(99 * 100 / 2, sum);
  }

  @Test
  void tasksReadTheSameRowsFromTheirJson() {
    List<Expression> predicates =
        List.of(
            col("id").ge(0),
            and(col("p").eq("p1"), col("home.zip").between(20, 250)),
            or(col("p").isNull(), col("id").in(1, 2, 3)).and(col("home.city").like("city%")));
    for (Expression predicate : predicates) {
      Scan scan = table.scan().where(predicate).select("id", "home.city", "p");
      List<String> fromTasks = new ArrayList<>();
      for (ScanTask task : scan.tasks()) {
        ScanTask travelled = ScanTask.fromJson(task.toJson());
        assertEquals(task, travelled);
        try (RowReader rows = RowReader.of(lake.read(travelled))) {
          rows.forEach(row -> fromTasks.add(row.toString()));
        }
      }
      List<String> direct = rows(scan).stream().map(Row::toString).sorted().toList();
      Collections.sort(fromTasks);
      assertEquals(direct, fromTasks, predicate::toString);
      assertFalse(direct.isEmpty());
    }
  }

  @Test
  void tasksCarryTheirSizes() {
    List<ScanTask> tasks = table.scan().where(col("p").eq("p1")).tasks();
    assertEquals(2, tasks.size());
    assertEquals(
        75, tasks.stream().map(ScanTask::rowCount).mapToLong(OptionalLong::orElseThrow).sum());
    assertThrows(IllegalArgumentException.class, () -> ScanTask.fromJson("{\"table\": 1}"));
    assertThrows(IllegalArgumentException.class, () -> ScanTask.fromJson("no json"));
  }

  @Test
  void rowsAndBatchesMayBeKept() {
    List<Row> kept = rows(table.scan());
    List<Batch> batches = new ArrayList<>();
    try (BatchReader reader = table.scan().batches()) {
      reader.forEachRemaining(batches::add);
    }
    List<Row> again =
        RowReader.of(BatchReader.of(table.schema(), dev.lakehouse.io.CloseableIterator.of(batches)))
            .toList();
    assertEquals(kept, again);
    assertEquals(kept.hashCode(), again.hashCode());
  }

  @Test
  void versionsAndTimesOutOfRangeNameTheRange() {
    VersionNotFoundException error =
        assertThrows(VersionNotFoundException.class, () -> table.snapshot(2));
    assertEquals(0, error.earliest());
    assertEquals(1, error.latest());
    assertThrows(VersionNotFoundException.class, () -> table.snapshot(-1));
    Instant first = table.snapshot(0).timestamp();
    Instant last = table.snapshot(1).timestamp();
    assertEquals(0, table.snapshot(first).version());
    assertEquals(1, table.snapshot(last).version());
    error =
        assertThrows(VersionNotFoundException.class, () -> table.snapshot(first.minusMillis(1)));
    assertTrue(error.getMessage().contains(first.toString()), error.getMessage());
    assertThrows(VersionNotFoundException.class, () -> table.snapshot(last.plusMillis(1)));
  }

  @Test
  void aClosedLakehouseSaysSo() {
    Scan scan = table.scan();
    RowReader rows = scan.rows();
    assertTrue(rows.hasNext());
    lake.close();
    lake.close();
    assertThrows(IllegalStateException.class, scan::rows);
    assertThrows(IllegalStateException.class, table::version);
    assertThrows(
        dev.lakehouse.error.OperationCancelledException.class,
        () -> rows.forEachRemaining(r -> {}));
    rows.close();
  }
}
