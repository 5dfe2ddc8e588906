package dev.lakehouse;

import static dev.lakehouse.types.DataType.DATE;
import static dev.lakehouse.types.DataType.INT;
import static dev.lakehouse.types.DataType.LONG;
import static dev.lakehouse.types.DataType.STRING;
import static dev.lakehouse.types.DataType.TIMESTAMP;
import static dev.lakehouse.types.StructField.optional;
import static dev.lakehouse.types.StructField.required;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.data.Row;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.error.ConflictException;
import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Constraints, defaults, generated and identity columns of tables that we create. */
class TableRulesTest {
  private final Lakehouse lake = Lakehouse.create();

  @AfterEach
  void close() {
    lake.close();
  }

  private CreateTable create(StructField... fields) {
    return lake.createTable("memory://lake/rules", StructType.of(fields));
  }

  private static Source rows(StructType schema, @Nullable Object... values) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < values.length; i += schema.size()) {
      @Nullable Object[] row = new Object[schema.size()];
      System.arraycopy(values, i, row, 0, row.length);
      rows.add(Row.of(schema, row));
    }
    return Source.rows(schema, rows);
  }

  private static Source ints(String name, @Nullable Object... values) {
    return rows(StructType.of(optional(name, INT)), values);
  }

  private static List<String> read(Table table) {
    List<String> lines = new ArrayList<>();
    try (RowReader rows = table.scan().rows()) {
      for (Row row : rows) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.schema().size(); i++) {
          line.append(i == 0 ? "" : " ").append(row.get(i));
        }
        lines.add(line.toString());
      }
    }
    lines.sort(null);
    return lines;
  }

  private static String refused(
      Class<? extends LakehouseException> type, Table table, Source source) {
    long version = table.version();
    int files = files(table);
    String message = assertThrows(type, () -> table.append(source).execute()).getMessage();
    assertEquals(version, table.version());
    assertEquals(files, files(table), "files that no version names");
    return message;
  }

  private static int files(Table table) {
    int files = 0;
    try (CloseableIterator<FileEntry> all =
        table.session().environment().files().listRecursive(table.log().table())) {
      while (all.hasNext()) {
        all.next();
        files++;
      }
    }
    return files;
  }

  @Test
  void aRowForWhichACheckIsFalseOrNullIsRefused() {
    Table table =
        create(optional("id", INT), optional("v", INT)).check("Positive", "v > 0").execute();
    StructType schema = table.schema();
    table.append(rows(schema, 1, 1)).execute();
    assertEquals(
        "Row 1 breaks the CHECK constraint 'positive', v > 0 (v is -5). Row: {id: 3, v: -5}",
        refused(ConstraintViolationException.class, table, rows(schema, 2, 2, 3, -5)));
    assertTrue(
        refused(ConstraintViolationException.class, table, rows(schema, 4, null))
            .contains("(v is null)"));
    assertThrows(
        ConstraintViolationException.class, () -> table.overwrite(rows(schema, 1, 0)).execute());
    assertEquals(List.of("1 1"), read(table));
    assertEquals("v > 0", table.snapshot().properties().get("delta.constraints.positive"));
    assertEquals(3, table.detail().minWriterVersion());
  }

  @Test
  void notNullHoldsWithinStructsAndANullStructBreaksIt() {
    StructType inner = StructType.of(required("a", INT));
    Table table = create(optional("id", INT), optional("s", inner)).execute();
    StructType loose =
        StructType.of(optional("id", INT), optional("s", StructType.of(optional("a", INT))));
    Row bad = Row.of(StructType.of(optional("a", INT)), (Object) null);
    assertEquals(
        "Row 0, column 's': 's.a' is NOT NULL, but the value is null. Row: {id: 1, s: [null]}",
        refused(ConstraintViolationException.class, table, rows(loose, 1, bad)));
    refused(ConstraintViolationException.class, table, rows(loose, 1, null));
  }

  @Test
  void aMissingColumnGetsItsDefaultAndAGivenNullStaysNull() {
    Table table =
        create(
                optional("id", INT),
                optional("city", STRING).defaultValue("'Os' || 'lo'"),
                required("n", LONG).defaultValue("7"),
                optional("d", DATE).defaultValue("DATE '2026-01-02'"))
            .execute();
    table.append(ints("ID", 1, 2)).execute();
    table.append(rows(StructType.of(optional("city", STRING)), (Object) null)).execute();
    assertEquals(
        List.of("1 Oslo 7 2026-01-02", "2 Oslo 7 2026-01-02", "null null 7 2026-01-02"),
        read(table));
    assertEquals(7, table.detail().minWriterVersion());
  }

  @Test
  void aGeneratedColumnIsComputedAndAGivenValueMustBeTheSame() {
    Table table =
        create(
                optional("at", TIMESTAMP),
                optional("day", DATE).generatedAs("CAST(at AS DATE)"),
                optional("twice", INT).generatedAs("v * 2"),
                optional("v", INT).defaultValue("21"))
            .partitionedBy("day")
            .execute();
    Instant at = Instant.parse("2026-03-04T05:06:07Z");
    table.append(rows(StructType.of(optional("at", TIMESTAMP)), at, null)).execute();
    assertEquals(List.of("2026-03-04T05:06:07Z 2026-03-04 42 21", "null null 42 21"), read(table));
    StructType given = StructType.of(optional("v", INT), optional("twice", INT));
    table.append(rows(given, 4, 8)).execute();
    assertEquals(
        "Row 1 breaks the rule of the generated column 'twice', which is v * 2 (twice is 9, v is"
            + " 4). Leave the column out of the source to have it computed. Row: {at: null, day:"
            + " null, twice: 9, v: 4}",
        refused(ConstraintViolationException.class, table, rows(given, 4, 8, 4, 9)));
    refused(ConstraintViolationException.class, table, rows(given, 4, null));
    String failure = refused(ExpressionException.class, table, ints("v", Integer.MAX_VALUE));
    assertTrue(failure.contains("v * 2"), failure);
  }

  @Test
  void identityColumnsNumberRowsPastTheirMark() {
    Table table = create(optional("i", LONG).identity(10, -3), optional("v", INT)).execute();
    table.append(ints("v", 1, 2)).execute();
    table.append(ints("v", 3)).execute();
    assertEquals(List.of("10 1", "4 3", "7 2"), read(table));
    assertTrue(table.log().snapshot().metadata().schemaString().contains("highWaterMark\":4"));
    assertEquals(
        "Column 'i' is GENERATED ALWAYS AS IDENTITY: its values cannot be given. Leave it out of"
            + " the source.",
        refused(SchemaMismatchException.class, table, rows(table.schema(), 1L, 1)));
    table.overwrite(ints("v", 9)).execute();
    assertEquals(List.of("1 9"), read(table));
  }

  @Test
  void identityByDefaultTakesNoNoticeOfNumbersThatAreGiven() {
    Table table =
        create(optional("i", LONG).identityByDefault(1, 5), optional("v", INT))
            .as(ints("v", 0))
            .execute();
    table.append(rows(table.schema(), 100L, 1, null, 2)).execute();
    table.append(ints("v", 3)).execute();
    assertEquals(List.of("1 0", "100 1", "6 3", "null 2"), read(table));
  }

  @Test
  void identityNumbersEndBeforeTheyOverflow() {
    Table table =
        create(optional("i", LONG).identity(Long.MAX_VALUE - 1, 1), optional("v", INT)).execute();
    table.append(ints("v", 1, 2)).execute();
    assertTrue(
        refused(ConstraintViolationException.class, table, ints("v", 3))
            .contains("no numbers left"));
  }

  @Test
  void twoWritersNeverGetOneIdentityNumber() {
    Table table = create(optional("i", LONG).identity(1, 1), optional("v", INT)).execute();
    Source second = ints("v", 2);
    Source racing =
        Source.rows(
            StructType.of(optional("v", INT)),
            () -> {
              table.append(second).execute();
              return List.of(Row.of(StructType.of(optional("v", INT)), 1)).iterator();
            });
    assertThrows(ConflictException.class, () -> table.append(racing).execute());
    assertEquals(List.of("1 2"), read(table));
    boolean[] raced = new boolean[1];
    Source once =
        Source.rows(
            StructType.of(optional("v", INT)),
            () -> {
              if (!raced[0]) {
                raced[0] = true;
                table.append(second).execute();
              }
              return List.of(Row.of(StructType.of(optional("v", INT)), 1)).iterator();
            });
    table.append(once).retryOnConflict(1).execute();
    assertEquals(List.of("1 2", "2 2", "3 1"), read(table));
  }

  @Test
  void aWriterWithoutNumbersFollowsOneThatMovedTheMark() {
    Table table = create(optional("i", LONG).identityByDefault(1, 1), optional("v", INT)).execute();
    StructType schema = table.schema();
    Source racing =
        Source.rows(
            schema,
            () -> {
              table.append(ints("v", 2)).execute();
              return List.of(Row.of(schema, 50L, 1)).iterator();
            });
    table.append(racing).execute();
    table.append(ints("v", 3)).execute();
    assertEquals(List.of("1 2", "2 3", "50 1"), read(table));
  }

  private static void cannot(Class<? extends Exception> type, CreateTable create) {
    assertThrows(type, create::execute);
  }

  @Test
  void whatCannotBeKeptIsNotDeclared() {
    StructField v = optional("v", INT);
    cannot(ExpressionException.class, create(v).check("c", "v + 1"));
    cannot(ExpressionException.class, create(v).check("c", "v >"));
    cannot(SchemaMismatchException.class, create(v).check("c", "w > 1"));
    cannot(ExpressionException.class, create(v, optional("d", INT).defaultValue("v")));
    cannot(ExpressionException.class, create(v, optional("g", LONG).generatedAs("v + 1")));
    cannot(ExpressionException.class, create(v, optional("g", DATE).generatedAs("current_date()")));
    cannot(
        SchemaMismatchException.class,
        create(v, optional("g", INT).generatedAs("v"), optional("h", INT).generatedAs("g")));
    cannot(
        SchemaMismatchException.class,
        create(v, optional("g", INT).generatedAs("v").defaultValue("1")));
    cannot(
        SchemaMismatchException.class,
        create(v, optional("i", LONG).identity(1, 1)).partitionedBy("i"));
    StructType inner = StructType.of(optional("x", INT).defaultValue("1"));
    cannot(SchemaMismatchException.class, create(v, optional("s", inner)));
    assertThrows(IllegalArgumentException.class, () -> optional("i", LONG).identity(1, 0));
    assertThrows(
        IllegalArgumentException.class, () -> create(v).check("a", "v > 0").check("A", "v > 1"));
    assertTrue(!lake.table("memory://lake/rules").exists());
  }
}
