package dev.lakehouse.acceptance;

import static dev.lakehouse.acceptance.LocalTable.SCHEMA;
import static dev.lakehouse.acceptance.LocalTable.lines;
import static dev.lakehouse.acceptance.LocalTable.rows;
import static dev.lakehouse.expr.Expressions.col;
import static dev.lakehouse.types.DataType.DATE;
import static dev.lakehouse.types.DataType.INT;
import static dev.lakehouse.types.DataType.TIMESTAMP;
import static dev.lakehouse.types.DataType.TIMESTAMP_NTZ;
import static dev.lakehouse.types.StructField.optional;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.ColumnBuilder;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.error.VersionNotFoundException;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.testing.Shared;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What few users do: a right answer or an error that says what to do, and never a loss. */
class OddUseTest {
  @TempDir Path folder;
  private Lakehouse lake;
  private LocalTable files;

  @BeforeEach
  void open() {
    lake = Lakehouse.create();
    files = new LocalTable(folder.resolve("t"));
  }

  @AfterEach
  void close() {
    lake.close();
  }

  private Table create(StructType schema, String... partitionColumns) {
    return lake.createTable(files.root().toString(), schema)
        .partitionedBy(partitionColumns)
        .execute();
  }

  private static Source source(StructType schema, Row... rows) {
    return Source.rows(schema, List.of(rows));
  }

  // ---- conditions

  /** A condition that somebody forgot to make must not stand for all rows. */
  @Test
  @SuppressWarnings("NullAway")
  void aNullConditionIsRefusedAndNoRowIsLost() {
    Table table = create(SCHEMA, "city");
    table.append(rows(1L, "Oslo")).execute();
    @Nullable Expression forgotten = null;
    assertThrows(NullPointerException.class, () -> table.scan().where(forgotten));
    assertThrows(NullPointerException.class, () -> table.delete().where(forgotten));
    assertThrows(NullPointerException.class, () -> table.update().where(forgotten));
    assertThrows(NullPointerException.class, () -> table.overwrite(rows()).where(forgotten));
    assertEquals(List.of("1|Oslo"), lines(table));
  }

  @Test
  void nothingIsInAnEmptyList() {
    Table table = create(SCHEMA);
    table.append(rows(1L, "Oslo", 2L, null)).execute();
    assertEquals(0, table.scan().where(col("id").in(List.of())).count());
    assertEquals(2, table.scan().where(col("city").in().not()).count());
  }

  // ---- times at the edges

  private static final List<Instant> INSTANTS =
      List.of(
          Instant.ofEpochSecond(Math.floorDiv(Long.MIN_VALUE, 1_000_000L), 224_192_000),
          Instant.parse("-0001-12-31T23:59:59.999999Z"),
          Instant.parse("0000-01-01T00:00:00Z"),
          Instant.parse("1969-12-31T23:59:59.999999Z"),
          Instant.parse("9999-12-31T23:59:59.999999Z"),
          Instant.parse("+10000-01-01T00:00:00Z"),
          Instant.ofEpochSecond(Long.MAX_VALUE / 1_000_000L, 775_807_000));
  private static final List<LocalDateTime> LOCAL_TIMES =
      List.of(
          LocalDateTime.parse("-290308-12-21T19:59:05.224192"),
          LocalDateTime.parse("-0001-12-31T23:59:59.999999"),
          LocalDateTime.parse("0000-01-01T00:00:00"),
          LocalDateTime.parse("1969-12-31T23:59:59.999999"),
          LocalDateTime.parse("9999-12-31T23:59:59.999999"),
          LocalDateTime.parse("+10000-01-01T00:00:00"),
          LocalDateTime.parse("+294247-01-10T04:00:54.775807"));
  private static final List<LocalDate> DATES =
      List.of(
          LocalDate.ofEpochDay(Integer.MIN_VALUE),
          LocalDate.parse("-0044-03-15"),
          LocalDate.parse("0000-02-29"),
          LocalDate.parse("1582-10-10"),
          LocalDate.parse("9999-12-31"),
          LocalDate.parse("+10000-01-01"),
          LocalDate.ofEpochDay(Integer.MAX_VALUE));

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theFirstAndTheLastTimesAreWrittenReadFoundAndSound(boolean partitioned) {
    StructType schema =
        StructType.of(
            optional("n", INT),
            optional("i", TIMESTAMP),
            optional("l", TIMESTAMP_NTZ),
            optional("d", DATE));
    Table table = partitioned ? create(schema, "i", "l", "d") : create(schema);
    for (int n = 0; n < INSTANTS.size(); n++) {
      Row row = Row.of(schema, n, INSTANTS.get(n), LOCAL_TIMES.get(n), DATES.get(n));
      table.append(source(schema, row)).execute();
    }
    int seen = 0;
    try (RowReader reader = table.scan().rows()) {
      for (Row row : reader) {
        int n = row.getInt("n");
        assertEquals(INSTANTS.get(n), row.get(1));
        assertEquals(LOCAL_TIMES.get(n), row.get(2));
        assertEquals(DATES.get(n), row.get(3));
        seen++;
      }
    }
    assertEquals(INSTANTS.size(), seen);
    for (int n = 0; n < INSTANTS.size(); n++) {
      for (Expression one :
          List.of(
              col("i").eq(INSTANTS.get(n)),
              col("l").eq(LOCAL_TIMES.get(n)),
              col("d").eq(DATES.get(n)))) {
        assertEquals(1, table.scan().where(one).count(), one.toString());
      }
      assertEquals(n, table.scan().where(col("i").lt(INSTANTS.get(n))).count());
      assertEquals(n, table.scan().where(col("l").lt(LOCAL_TIMES.get(n))).count());
      assertEquals(n, table.scan().where(col("d").lt(DATES.get(n))).count());
    }
    assertEquals(List.of(), table.verify().findings());
  }

  @Test
  void timesBeyondAllOthersAreOutOfRangeNamingIt() {
    Table table = create(SCHEMA);
    for (Instant time : List.of(Instant.MIN, Instant.MAX)) {
      VersionNotFoundException error =
          assertThrows(VersionNotFoundException.class, () -> table.snapshot(time));
      assertTrue(error.getMessage().contains("version 0"), error.getMessage());
    }
    assertThrows(IllegalArgumentException.class, () -> table.history(-1));
  }

  // ---- columns

  /** What is written must be readable: the limit of the reader is one of the writer. */
  @Test
  void columnsThatNestTooDeepToBeReadAreRefusedBeforeATableIsThere() {
    DataType type = INT;
    Object value = 7;
    for (int i = 0; i < 49; i++) {
      type = DataType.array(type);
      value = List.of(value);
    }
    StructType deepest = StructType.of(optional("d", type));
    Table table = create(deepest);
    table.append(source(deepest, Row.of(deepest, value))).execute();
    assertEquals(List.of(value.toString()), lines(table));
    StructType deeper = StructType.of(optional("d", DataType.array(type)));
    String other = folder.resolve("other").toString();
    SchemaMismatchException error =
        assertThrows(
            SchemaMismatchException.class, () -> lake.createTable(other, deeper).execute());
    assertTrue(error.getMessage().contains("column 'd' nests 101 deep"), error.getMessage());
    assertFalse(lake.exists(other));
  }

  @Test
  void aBatchOfOtherColumnsThanDeclaredIsRefusedNamingBoth() {
    StructType declared = StructType.of(optional("a", INT), optional("b", INT));
    Table table = create(declared);
    for (StructType given :
        List.of(
            StructType.of(optional("b", INT), optional("a", INT)),
            StructType.of(optional("a", INT)),
            StructType.of(optional("a", INT), optional("b", DataType.LONG)))) {
      List<dev.lakehouse.columnar.Column> columns = new ArrayList<>();
      given.forEach(
          field ->
              columns.add(
                  ColumnBuilder.column(
                      field.type(), List.of(field.type() == INT ? (Object) 1 : (Object) 1L))));
      Source batches = Source.batches(declared, List.of(new Batch(given, columns, 1)));
      SchemaMismatchException error =
          assertThrows(SchemaMismatchException.class, () -> table.append(batches).execute());
      assertTrue(error.getMessage().contains("Batch 0"), error.getMessage());
      assertTrue(error.getMessage().contains(declared.toString()), error.getMessage());
    }
    assertEquals(0, table.version());
  }

  // ---- names of things

  @Test
  void anOptionThatIsNoneIsRefusedByName() {
    Table table = create(SCHEMA);
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                table
                    .append(rows(1L, "Oslo"))
                    .option("delta.parquet.compresion.codec", "snappy")
                    .execute());
    assertTrue(error.getMessage().contains("compresion"), error.getMessage());
    assertEquals(0, table.version());
  }

  @Test
  @SuppressWarnings("NullAway")
  void aPropertyNeedsANameAndAValue() {
    var create = lake.createTable(files.root().toString(), SCHEMA);
    assertThrows(IllegalArgumentException.class, () -> create.property(" ", "x"));
    assertThrows(NullPointerException.class, () -> create.property("owner", null));
  }

  @Test
  void aFolderThatIsWrittenAsAHostIsRefused() {
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> lake.table("file://warehouse/orders"));
    assertTrue(error.getMessage().contains("file:///"), error.getMessage());
  }

  /** Deletion vectors are found below a folder whose name must not be decoded. */
  @Test
  void aRootWithSpacesAndPercentSignsHoldsTablesWithVectors() throws IOException {
    Path root = folder.resolve("my table%/x #?&" + nameable("ü"));
    copy(Shared.folder("tables").resolve("deltars-table_with_deletion_logs"), root);
    List<String> expected =
        lines(
            lake.table(
                Shared.folder("tables").resolve("deltars-table_with_deletion_logs").toString()));
    assertFalse(expected.isEmpty());
    assertEquals(expected, lines(lake.table(root.toString())));
    assertEquals(List.of(), lake.table(root.toUri().toString()).verify().findings());
    Path ours = folder.resolve("ours %20 " + nameable("é"));
    Table table = lake.createTable(ours.toString(), SCHEMA).partitionedBy("city").execute();
    table.append(rows(1L, "a/b %2F é")).execute();
    assertEquals(List.of("1|a/b %2F é"), lines(lake.table(ours.toUri().toString())));
  }

  private static void copy(Path source, Path target) throws IOException {
    try (Stream<Path> tree = Files.walk(source)) {
      for (Path path : tree.toList()) {
        Path to = target.resolve(source.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectories(to);
        } else if (!path.endsWith("EXPECT.json")) {
          Files.copy(path, to);
        }
      }
    }
  }

  /** Byte for byte, whatever is escaped in it: readers compare texts. */
  @Test
  void aRemoveNamesItsFileAsTheAddDid() {
    Table table = create(SCHEMA, "city");
    table.append(rows(1L, "a/b%2F c")).execute();
    table.overwrite(rows(2L, "x")).execute();
    String added = files.actions(1, "add").get(0).get("path").asText();
    assertTrue(added.contains("%252F"), added);
    assertEquals(added, files.actions(2, "remove").get(0).get("path").asText());
    assertEquals(List.of("2|x"), lines(table));
  }

  /** Defaults act on writes: rows from before the column have no value in it. */
  @Test
  void aColumnThatFilesLackIsNullWhateverItsDefaultIs() {
    Table table = create(SCHEMA);
    table.append(rows(1L, "Oslo")).execute();
    String metadata = files.actions(0, "metaData").get(0).toString();
    String added =
        metadata.replace(
            "]}\"",
            ",{\\\"name\\\":\\\"x\\\",\\\"type\\\":\\\"integer\\\",\\\"nullable\\\":true,"
                + "\\\"metadata\\\":{\\\"CURRENT_DEFAULT\\\":\\\"5\\\",\\\"EXISTS_DEFAULT\\\":\\\"5\\\"}}]}\"");
    assertFalse(added.equals(metadata), metadata);
    LocalTable.write(files.commitFile(2), "{\"metaData\":" + added + "}\n");
    assertEquals(List.of("1|Oslo|null"), lines(table));
    assertEquals(0, table.scan().where(col("x").eq(5)).count());
    assertEquals(1, table.scan().where(col("x").isNull()).count());
  }

  /** Letters for the name of a file, if the machine's charset has them. */
  private static String nameable(String letters) {
    Charset names = Charset.forName(System.getProperty("sun.jnu.encoding"));
    return names.newEncoder().canEncode(letters) ? letters : "u";
  }
}
