package dev.lakehouse.acceptance;

import static dev.lakehouse.acceptance.LocalTable.SCHEMA;
import static dev.lakehouse.acceptance.LocalTable.lines;
import static dev.lakehouse.acceptance.LocalTable.rows;
import static dev.lakehouse.expr.Expressions.col;
import static dev.lakehouse.types.DataType.INT;
import static dev.lakehouse.types.DataType.LONG;
import static dev.lakehouse.types.DataType.STRING;
import static dev.lakehouse.types.StructField.optional;
import static dev.lakehouse.types.StructField.required;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.data.Row;
import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.TableAlreadyExistsException;
import dev.lakehouse.error.TableNotFoundException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.error.VersionNotFoundException;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What a user reads when the input is bad, and that nothing is changed by it. */
class BadInputTest {
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

  private Table table() {
    return lake.table(files.root().toString());
  }

  /** A handle that has seen nothing yet. */
  private Table fresh() {
    lake.close();
    lake = Lakehouse.create();
    return table();
  }

  /** A table of three versions: created, one row appended, one row appended. */
  private Table threeVersions() {
    Table table = lake.createTable(files.root().toString(), SCHEMA).execute();
    table.append(rows(1L, "Oslo")).execute();
    table.append(rows(2L, "Rome")).execute();
    return table;
  }

  /** The message of the failure; the table's files are as before. */
  private <T extends LakehouseException> String refused(Class<T> type, Executable action) {
    Map<String, Integer> before = files.contents();
    T failure = assertThrows(type, action);
    assertEquals(before, files.contents(), "files of the table");
    return failure.getMessage();
  }

  private static void assertSays(String message, String... parts) {
    for (String part : parts) {
      assertTrue(message.contains(part), () -> "No '" + part + "' in: " + message);
    }
  }

  @Test
  void aFolderThatDoesNotExistIsNoTable() {
    assertFalse(table().exists());
    String read = refused(TableNotFoundException.class, () -> table().scan());
    assertSays(read, "There is no Delta table at " + files.root(), "_delta_log");
    String write = refused(TableNotFoundException.class, () -> table().append(rows()).execute());
    assertSays(write, "Cannot append", files.root().toString(), "createTable");
    assertFalse(Files.exists(files.root()));
  }

  @Test
  void anEmptyFolderIsNoTableButCanBecomeOne() throws IOException {
    Files.createDirectories(files.root());
    String read = refused(TableNotFoundException.class, () -> table().snapshot());
    assertSays(read, "There is no Delta table at " + files.root());
    lake.createTable(files.root().toString(), SCHEMA).execute();
    assertEquals(0, table().version());
  }

  @Test
  void aFolderWithOtherFilesIsNoTable() {
    LocalTable.write(files.root().resolve("notes.txt"), "hello");
    LocalTable.write(files.root().resolve("_delta_log/readme"), "hello");
    assertFalse(table().exists());
    refused(TableNotFoundException.class, () -> table().history());
    refused(TableNotFoundException.class, () -> table().verify());
  }

  @Test
  void aFileIsNoTable() {
    LocalTable.write(files.root(), "hello");
    assertSays(refused(LakehouseException.class, () -> table().scan()), files.root().toString());
  }

  @Test
  void createOverATableIsRefusedAndSaysIfNotExists() {
    threeVersions();
    assertSays(
        refused(
            TableAlreadyExistsException.class,
            () -> lake.createTable(files.root().toString(), SCHEMA).as(rows(3L, "Bonn")).execute()),
        files.root().toString(),
        "ifNotExists()");
  }

  @Test
  void aGapInTheLogNamesTheVersionThatIsMissing() {
    threeVersions();
    LocalTable.delete(files.commitFile(1));
    Table table = fresh();
    assertSays(refused(CorruptTableException.class, table::scan), files.root().toString(), "1");
    refused(CorruptTableException.class, () -> table.append(rows(3L, "Bonn")).execute());
  }

  @Test
  void aTornLastCommitNamesFileAndLine() {
    threeVersions();
    files.edit(files.commitFile(2), text -> text.substring(0, text.length() - 20));
    files.deleteChecksums();
    Table table = fresh();
    assertSays(
        refused(CorruptTableException.class, () -> lines(table)),
        "00000000000000000002.json",
        "line ");
    refused(CorruptTableException.class, () -> table.append(rows(3L, "Bonn")).execute());
    assertEquals(List.of("1|Oslo"), lines(table.snapshot(1).scan().rows()));
  }

  @Test
  void anEmptyLastCommitSaysWhatToDo() {
    threeVersions();
    LocalTable.write(files.commitFile(3), "");
    Table table = fresh();
    assertSays(
        refused(CorruptTableException.class, table::scan), "00000000000000000003.json", "empty");
  }

  @Test
  void aTruncatedDataFileIsNamed() {
    Table table = threeVersions();
    truncate(files.dataFile(1), 100);
    assertSays(
        refused(LakehouseException.class, () -> lines(table)),
        files.dataFile(1).getFileName().toString());
  }

  @Test
  void aDataFileOfTheRightLengthButNotParquetIsNamed() throws IOException {
    Table table = threeVersions();
    byte[] bytes = new byte[(int) Files.size(files.dataFile(1))];
    Files.write(files.dataFile(1), bytes);
    assertSays(
        refused(CorruptTableException.class, () -> lines(table)),
        files.dataFile(1).getFileName().toString());
  }

  private static void truncate(Path file, int length) {
    try {
      Files.write(file, Arrays.copyOf(Files.readAllBytes(file), length));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aMissingDataFileIsNamed() {
    Table table = threeVersions();
    String name = files.dataFile(1).getFileName().toString();
    LocalTable.delete(files.dataFile(1));
    StorageException failure = assertThrows(StorageException.class, () -> lines(table));
    assertEquals(StorageException.Kind.MISSING, failure.kind());
    assertSays(failure.getMessage(), name);
    assertEquals(List.of("2|Rome"), lines(table.scan().where(col("id").eq(2L)).rows()));
  }

  @Test
  void aTextForANumberIsRefusedNamingColumnAndTypes() {
    Table table = threeVersions();
    StructType schema = StructType.of(optional("id", STRING), optional("city", STRING));
    Source source = Source.rows(schema, List.of(Row.of(schema, "3", "Bonn")));
    assertSays(
        refused(SchemaMismatchException.class, () -> table.append(source).execute()),
        "'id'",
        "bigint",
        "string");
  }

  @Test
  void aNumberThatDoesNotFitIsRefusedNamingRowColumnAndValue() {
    StructType narrow = StructType.of(optional("n", INT));
    StructType wide = StructType.of(optional("n", LONG));
    Table table = lake.createTable(files.root().toString(), narrow).execute();
    Source source =
        Source.rows(wide, List.of(Row.of(wide, 2147483647L), Row.of(wide, 2147483648L)));
    assertSays(
        refused(SchemaMismatchException.class, () -> table.append(source).execute()),
        "ow 1",
        "'n'",
        "2147483648");
  }

  @Test
  void aColumnTheTableLacksIsRefusedNamingThoseItHas() {
    Table table = threeVersions();
    StructType schema = StructType.of(optional("id", LONG), optional("town", STRING));
    Source source = Source.rows(schema, List.of(Row.of(schema, 3L, "Bonn")));
    assertSays(
        refused(SchemaMismatchException.class, () -> table.append(source).execute()),
        "'town'",
        "[id, city]");
  }

  @Test
  void aNullInARequiredColumnIsRefusedNamingRowAndColumn() {
    Table table = threeVersions();
    assertSays(
        refused(
            ConstraintViolationException.class,
            () -> table.append(rows(3L, "Bonn", null, "Kyiv")).execute()),
        "ow 1",
        "'id'",
        "NOT NULL");
    assertSays(
        refused(
            ConstraintViolationException.class,
            () -> table.overwrite(rows(null, "Kyiv")).execute()),
        "'id'");
  }

  @Test
  void aRequiredColumnThatTheSourceLacksIsRefused() {
    Table table = threeVersions();
    StructType schema = StructType.of(optional("city", STRING));
    Source source = Source.rows(schema, List.of(Row.of(schema, "Bonn")));
    assertSays(
        refused(SchemaMismatchException.class, () -> table.append(source).execute()),
        "'id'",
        "NOT NULL");
  }

  @Test
  void aNullInARequiredFieldOfAStructIsRefusedAndSoIsANullStruct() {
    StructType address = StructType.of(required("zip", INT), optional("street", STRING));
    StructType schema = StructType.of(optional("id", LONG), optional("address", address));
    StructType looseAddress = StructType.of(optional("zip", INT), optional("street", STRING));
    StructType loose = StructType.of(optional("id", LONG), optional("address", looseAddress));
    Table table = lake.createTable(files.root().toString(), schema).execute();
    Source inner =
        Source.rows(loose, List.of(Row.of(loose, 1L, Row.of(looseAddress, null, "Elm"))));
    assertSays(
        refused(ConstraintViolationException.class, () -> table.append(inner).execute()),
        "address.zip",
        "NOT NULL");
    Source outer = Source.rows(loose, List.of(Row.of(loose, 1L, null)));
    assertSays(
        refused(ConstraintViolationException.class, () -> table.append(outer).execute()),
        "address.zip");
    Source good = Source.rows(loose, List.of(Row.of(loose, 1L, Row.of(looseAddress, 7, null))));
    assertEquals(1, table.append(good).execute().version());
  }

  @Test
  void aNullElementOfAnArrayWithoutNullsIsRefused() {
    StructType strict = StructType.of(optional("tags", new ArrayType(STRING, false)));
    StructType loose = StructType.of(optional("tags", new ArrayType(STRING, true)));
    Table table = lake.createTable(files.root().toString(), strict).execute();
    Source source =
        Source.rows(
            loose, List.of(Row.of(loose, List.of("a")), Row.of(loose, Arrays.asList("b", null))));
    assertSays(
        refused(ConstraintViolationException.class, () -> table.append(source).execute()),
        "ow 1",
        "tags");
  }

  @Test
  void columnNamesThatDifferInCaseOnlyAreRefused() {
    StructType schema = StructType.of(optional("Name", STRING), optional("name", STRING));
    assertSays(
        refused(
            SchemaMismatchException.class,
            () -> lake.createTable(files.root().toString(), schema).execute()),
        "'Name'",
        "'name'");
    assertFalse(Files.exists(files.root()));

    Table table = threeVersions();
    StructType twice = StructType.of(optional("id", LONG), optional("ID", LONG));
    Source source = Source.rows(twice, List.of(Row.of(twice, 1L, 2L)));
    assertSays(
        refused(SchemaMismatchException.class, () -> table.append(source).execute()),
        "'id'",
        "'ID'");
  }

  @Test
  void aTableWhoseColumnNamesDifferInCaseOnlyIsNotWritten() {
    threeVersions();
    files.editCommit(
        0,
        text ->
            text.replace(
                "{\\\"name\\\":\\\"city\\\"",
                "{\\\"name\\\":\\\"ID\\\",\\\"type\\\":\\\"long\\\",\\\"nullable\\\":true,\\\"metadata\\\":{}},"
                    + "{\\\"name\\\":\\\"city\\\""));
    assertSays(
        refused(SchemaMismatchException.class, () -> fresh().append(rows(3L, "Bonn")).execute()),
        "'ID'");
  }

  @Test
  void anUnknownReaderFeatureIsRefusedByName() {
    threeVersions();
    protocol(3, "\"readerFeatures\":[\"timeMachine\"],", "\"timeMachine\"");
    assertSays(refused(UnsupportedFeatureException.class, () -> fresh().scan()), "timeMachine");
    assertSays(
        refused(UnsupportedFeatureException.class, () -> table().append(rows()).execute()),
        "timeMachine");
  }

  @Test
  void anUnknownWriterFeatureBlocksWritingOnly() {
    threeVersions();
    protocol(1, "", "\"timeMachine\"");
    assertEquals(List.of("1|Oslo", "2|Rome"), lines(fresh()));
    assertSays(
        refused(
            UnsupportedFeatureException.class, () -> table().append(rows(3L, "Bonn")).execute()),
        "timeMachine");
    assertSays(
        refused(
            UnsupportedFeatureException.class, () -> table().overwrite(rows(3L, "Bonn")).execute()),
        "timeMachine");
  }

  private void protocol(int reader, String readerFeatures, String writerFeatures) {
    files.appendLine(
        2,
        "{\"protocol\":{\"minReaderVersion\":"
            + reader
            + ",\"minWriterVersion\":7,"
            + readerFeatures
            + "\"writerFeatures\":["
            + writerFeatures
            + "]}}");
    files.deleteChecksums();
  }

  @Test
  void aProtocolOfTheFutureIsRefused() {
    threeVersions();
    files.appendLine(2, "{\"protocol\":{\"minReaderVersion\":9,\"minWriterVersion\":9}}");
    files.deleteChecksums();
    assertSays(refused(UnsupportedFeatureException.class, () -> fresh().scan()), "9");
  }

  @Test
  void aVersionOutOfRangeNamesTheRange() {
    Table table = threeVersions();
    for (long version : List.of(-1L, 3L, 99L)) {
      VersionNotFoundException failure =
          assertThrows(VersionNotFoundException.class, () -> table.snapshot(version));
      assertSays(failure.getMessage(), "" + version, "0", "2");
      assertEquals(0, failure.earliest());
      assertEquals(2, failure.latest());
    }
  }

  @Test
  void aTimeOutOfRangeNamesTheRange() {
    Table table = threeVersions();
    Instant first = table.snapshot(0).timestamp();
    Instant last = table.snapshot(2).timestamp();
    for (Instant time : List.of(first.minusMillis(1), last.plusMillis(1))) {
      VersionNotFoundException failure =
          assertThrows(VersionNotFoundException.class, () -> table.snapshot(time));
      assertSays(failure.getMessage(), time.toString(), first.toString(), last.toString());
    }
    assertEquals(2, table.snapshot(last).version());
    assertEquals(0, table.snapshot(first).version());
  }

  @Test
  void aPathThatLeavesTheTableIsRefused() throws IOException {
    Table outside = threeVersions();
    Path secret = folder.resolve("secret.parquet");
    Files.copy(files.dataFile(1), secret);
    for (String path :
        List.of("../secret.parquet", "x/../../secret.parquet", "%2e%2e/secret.parquet")) {
      LocalTable.write(
          files.commitFile(3),
          "{\"add\":{\"path\":\""
              + path
              + "\",\"partitionValues\":{},\"size\":"
              + Files.size(secret)
              + ",\"modificationTime\":0,\"dataChange\":true}}\n");
      assertSays(refused(CorruptTableException.class, () -> lines(fresh())), path);
      LocalTable.delete(files.commitFile(3));
    }
    assertEquals(folder.resolve("t").toString(), files.root().toString());
  }

  @Test
  void aSelectionOfAColumnThatIsNotThereNamesThoseThatAre() {
    Table table = threeVersions();
    assertSays(
        refused(SchemaMismatchException.class, () -> table.scan().select("town")),
        "town",
        "id",
        "city");
    assertSays(
        refused(SchemaMismatchException.class, () -> table.scan().where(col("town").eq("x"))),
        "town");
  }
}
