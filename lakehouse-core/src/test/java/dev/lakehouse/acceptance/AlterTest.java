package dev.lakehouse.acceptance;

import static dev.lakehouse.acceptance.LocalTable.SCHEMA;
import static dev.lakehouse.acceptance.LocalTable.lines;
import static dev.lakehouse.acceptance.LocalTable.rows;
import static dev.lakehouse.expr.Expressions.col;
import static dev.lakehouse.types.DataType.DOUBLE;
import static dev.lakehouse.types.DataType.INT;
import static dev.lakehouse.types.DataType.LONG;
import static dev.lakehouse.types.DataType.STRING;
import static dev.lakehouse.types.DataType.TIMESTAMP_NTZ;
import static dev.lakehouse.types.StructField.optional;
import static dev.lakehouse.types.StructField.required;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lakehouse.Alter;
import dev.lakehouse.Lakehouse;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.data.AlterResult;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.WriteResult.Outcome;
import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.StructType;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an alter does and writes into the log, as Delta Spark's ALTER TABLE does it. */
class AlterTest {
  private static final StructType NESTED =
      StructType.of(
          optional("id", INT),
          optional("s", StructType.of(optional("a", INT), optional("b", STRING))),
          optional("list", new ArrayType(INT, true)));
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

  private Table create(StructType schema, String... properties) {
    var creation = lake.createTable(files.root().toString(), schema);
    for (int i = 0; i < properties.length; i += 2) {
      creation.property(properties[i], properties[i + 1]);
    }
    return creation.execute();
  }

  private Table cities(String... properties) {
    Table table = create(SCHEMA, properties);
    table.append(rows(1L, "Oslo", 2L, null)).execute();
    return table;
  }

  private static Source nested(int id) {
    StructType inner = (StructType) NESTED.field(1).type();
    return Source.rows(
        NESTED, List.of(Row.of(NESTED, id, Row.of(inner, id, "b" + id), List.of(id, id + 1))));
  }

  private void assertHistory(long version, String operation, String parameters) {
    JsonNode info = files.commitInfo(version);
    assertEquals(operation, info.get("operation").asText());
    assertEquals(LocalTable.parse(parameters), info.get("operationParameters"));
  }

  private static <E extends LakehouseException> void assertRefused(
      Class<E> kind, String message, Table table, Function<Alter, Alter> change) {
    long version = table.version();
    E e = assertThrows(kind, () -> change.apply(table.alter()).execute());
    assertTrue(e.getMessage().contains(message), e.getMessage());
    assertEquals(version, table.version());
  }

  // ---- columns

  @Test
  void columnsComeAndAreNullInTheRowsThere() {
    Table table = cities();
    AlterResult result =
        table
            .alter()
            .addColumn(optional("zip", INT).comment("code"))
            .after("ID")
            .addColumn(optional("last", STRING))
            .execute();
    assertEquals(2, result.version());
    assertTrue(result.committed());
    assertEquals(List.of("id", "zip", "city", "last"), table.schema().names());
    assertEquals(List.of("1|null|Oslo|null", "2|null|null|null"), lines(table));
    assertHistory(
        2,
        "ADD COLUMNS",
        "{\"columns\":\"[{\\\"column\\\":{\\\"name\\\":\\\"zip\\\",\\\"type\\\":\\\"integer\\\",\\\"nullable\\\":true,\\\"metadata\\\":{\\\"comment\\\":\\\"code\\\"}},\\\"position\\\":\\\"AFTER"
            + " ID\\\"},"
            + "{\\\"column\\\":{\\\"name\\\":\\\"last\\\",\\\"type\\\":\\\"string\\\",\\\"nullable\\\":true,\\\"metadata\\\":{}}}]\"}");
    assertEquals(1, files.actions(2, "metaData").size());
    assertEquals(0, files.actions(2, "protocol").size());
    assertTrue(table.verify().isSound());
    table.append(rows(3L, "Rome")).execute();
    assertEquals(3, table.scan().where(col("zip").isNull()).count());
  }

  @Test
  void fieldsOfStructsComeToo() {
    Table table = create(NESTED);
    table.append(nested(1)).execute();
    table.alter().addField("s", optional("c", DOUBLE)).first().execute();
    assertEquals("struct<c:double,a:int,b:string>", table.schema().field(1).type().toString());
    assertEquals(List.of("null|1|b1"), lines(table.scan().select("s.c", "s.a", "s.b").rows()));
  }

  @Test
  void whatCannotComeIsRefused() {
    Table table = cities();
    assertRefused(
        SchemaMismatchException.class, "NOT NULL", table, a -> a.addColumn(required("n", INT)));
    assertRefused(
        SchemaMismatchException.class,
        "stands twice",
        table,
        a -> a.addColumn(optional("City", INT)));
    assertRefused(
        SchemaMismatchException.class,
        "a name must not",
        table,
        a -> a.addColumn(optional("a b", INT)));
    assertRefused(
        SchemaMismatchException.class,
        "Set a default afterwards",
        table,
        a -> a.addColumn(optional("d", INT).defaultValue("1")));
    assertRefused(
        SchemaMismatchException.class,
        "beside it are",
        table,
        a -> a.addColumn(optional("d", INT)).after("x"));
    assertRefused(
        SchemaMismatchException.class,
        "no struct",
        table,
        a -> a.addField("city", optional("d", INT)));
    assertRefused(
        UnsupportedFeatureException.class,
        "timestampNtz",
        table,
        a -> a.addColumn(optional("t", TIMESTAMP_NTZ)));
    table.alter().addFeature("timestampntz").execute();
    assertHistory(
        2,
        "UPGRADE PROTOCOL",
        "{\"newProtocol\":\"{\\\"minReaderVersion\\\":3,\\\"minWriterVersion\\\":7,"
            + "\\\"readerFeatures\\\":[\\\"timestampNtz\\\"],\\\"writerFeatures\\\":[\\\"appendOnly\\\","
            + "\\\"invariants\\\",\\\"timestampNtz\\\"]}\"}");
    table.alter().addColumn(optional("t", TIMESTAMP_NTZ)).execute();
  }

  @Test
  void mappedColumnsAreRenamedAndDroppedAndNewOnesAreNew() {
    Table table = cities("delta.columnMapping.mode", "name");
    table.alter().renameColumn("city", "town").execute();
    assertHistory(2, "RENAME COLUMN", "{\"oldColumnPath\":\"city\",\"newColumnPath\":\"town\"}");
    assertEquals(List.of("1|Oslo"), lines(table.scan().where(col("town").eq("Oslo")).rows()));
    table.alter().dropColumns("TOWN").execute();
    assertHistory(3, "DROP COLUMNS", "{\"columns\":\"[\\\"TOWN\\\"]\"}");
    assertEquals(List.of("1", "2"), lines(table));
    table.alter().addColumn(optional("town", STRING)).execute();
    assertEquals(List.of("1|null", "2|null"), lines(table), "the values do not come back");
    assertEquals("3", table.snapshot().properties().get("delta.columnMapping.maxColumnId"));
    assertEquals(List.of("1|Oslo", "2|null"), lines(table.snapshot(2).scan().rows()));
    assertTrue(table.verify().isSound());
  }

  @Test
  void mappingIsSwitchedOnWithoutARewrite() {
    Table table = create(NESTED);
    table.append(nested(1)).execute();
    assertRefused(
        UnsupportedFeatureException.class,
        "delta.columnMapping.mode",
        table,
        a -> a.dropColumns("s"));
    assertRefused(
        UnsupportedFeatureException.class,
        "from none to id",
        table,
        a -> a.setProperty("delta.columnMapping.mode", "id"));
    table.alter().setProperty("DELTA.columnmapping.mode", "name").execute();
    table.append(nested(2)).execute();
    table.alter().renameColumn("s.a", "z").execute();
    table.alter().dropColumns("s.b").execute();
    table.append(Source.rows(table.schema(), List.of())).execute();
    assertEquals(List.of("1|1", "2|2"), lines(table.scan().select("id", "s.z").rows()));
    assertEquals("5", table.snapshot().properties().get("delta.columnMapping.maxColumnId"));
    assertRefused(
        UnsupportedFeatureException.class,
        "from name to none",
        table,
        a -> a.setProperty("delta.columnMapping.mode", "none"));
    assertTrue(table.verify().isSound());
  }

  @Test
  void aPartitionColumnIsRenamedButNotDropped() {
    Table table =
        lake.createTable(files.root().toString(), SCHEMA)
            .partitionedBy("city")
            .property("delta.columnMapping.mode", "name")
            .execute();
    table.append(rows(1L, "Oslo")).execute();
    assertRefused(
        SchemaMismatchException.class, "partitioned by it", table, a -> a.dropColumns("city"));
    table.alter().renameColumn("city", "town").execute();
    assertEquals(List.of("town"), table.snapshot().partitionColumns());
    assertEquals(List.of("1|Oslo"), lines(table.scan().where(col("town").eq("Oslo")).rows()));
    assertRefused(
        SchemaMismatchException.class,
        "nothing would be left",
        dropAll(table),
        a -> a.dropColumns("id"));
  }

  private Table dropAll(Table table) {
    Table other =
        lake.createTable(folder.resolve("one").toString(), StructType.of(optional("id", LONG)))
            .property("delta.columnMapping.mode", "name")
            .execute();
    assertFalse(other.location().equals(table.location()));
    return other;
  }

  @Test
  void whatConstraintsAreMadeOfStays() {
    Table table = cities("delta.columnMapping.mode", "name");
    table.alter().addConstraint("few", "id < 10").execute();
    assertRefused(SchemaMismatchException.class, "'few'", table, a -> a.dropColumns("id"));
    assertRefused(SchemaMismatchException.class, "'few'", table, a -> a.renameColumn("id", "n"));
    assertRefused(
        SchemaMismatchException.class,
        "called so already",
        table,
        a -> a.renameColumn("city", "CITY"));
  }

  @Test
  void columnsMoveAndAreCommented() {
    Table table = cities();
    table.alter().moveColumn("city").first().execute();
    assertEquals(List.of("city", "id"), table.schema().names());
    assertHistory(
        2,
        "CHANGE COLUMN",
        "{\"column\":\"{\\\"name\\\":\\\"city\\\",\\\"type\\\":\\\"string\\\",\\\"nullable\\\":true,\\\"metadata\\\":{}}\",\"position\":\"FIRST\"}");
    table.alter().moveColumn("city").after("id").execute();
    assertEquals(List.of("id", "city"), table.schema().names());
    table.alter().commentColumn("city", "where").execute();
    assertEquals("where", table.schema().field(1).comment().orElseThrow());
    assertEquals(List.of("1|Oslo", "2|null"), lines(table));
    assertThrows(IllegalStateException.class, () -> table.alter().moveColumn("city").execute());
  }

  @Test
  void nullIsAllowedAndForbidden() {
    Table table = cities();
    assertRefused(ConstraintViolationException.class, "1 rows", table, a -> a.setNotNull("city"));
    table.alter().setNotNull("id").execute();
    table.alter().dropNotNull("id").execute();
    assertTrue(table.schema().field(0).nullable());
    assertHistory(
        2,
        "CHANGE COLUMN",
        "{\"column\":\"{\\\"name\\\":\\\"id\\\",\\\"type\\\":\\\"long\\\",\\\"nullable\\\":true,\\\"metadata\\\":{}}\"}");
    table.alter().setNotNull("id").execute();
    assertThrows(
        LakehouseException.class,
        () ->
            table
                .append(
                    Source.rows(
                        StructType.of(optional("id", LONG)),
                        List.of(Row.of(StructType.of(optional("id", LONG)), (Object) null))))
                .execute());
    assertEquals(Outcome.UNCHANGED, table.alter().setNotNull("id").execute().outcome());
  }

  @Test
  void typesAreWidenedAlsoWithinArraysAndStructs() {
    Table table = create(NESTED);
    table.append(nested(1)).execute();
    assertRefused(
        UnsupportedFeatureException.class,
        "enableTypeWidening",
        table,
        a -> a.widenColumn("id", LONG));
    table.alter().setProperty("delta.enableTypeWidening", "true").execute();
    table.alter().widenColumn("id", LONG).execute();
    table.alter().widenColumn("s.a", DOUBLE).execute();
    table.alter().widenColumn("list.element", LONG).execute();
    assertRefused(SchemaMismatchException.class, "wider one", table, a -> a.widenColumn("id", INT));
    assertEquals(
        "[{\"fromType\":\"integer\",\"toType\":\"long\"}]",
        table.schema().field(0).metadata().jsonText("delta.typeChanges").orElseThrow());
    assertEquals(
        "[{\"fromType\":\"integer\",\"toType\":\"long\",\"fieldPath\":\"element\"}]",
        table.schema().field(2).metadata().jsonText("delta.typeChanges").orElseThrow());
    assertEquals(List.of("1|1.0|[1, 2]"), lines(table.scan().select("id", "s.a", "list").rows()));
    assertTrue(table.verify().isSound());
  }

  // ---- properties

  @Test
  void propertiesAreSetAndUnset() {
    Table table = cities();
    table
        .alter()
        .setProperty("Delta.CheckpointInterval", "7")
        .setProperty("owner", "ann")
        .execute();
    assertEquals(
        Map.of("delta.checkpointInterval", "7", "owner", "ann"), table.snapshot().properties());
    assertHistory(
        2,
        "SET TBLPROPERTIES",
        "{\"properties\":\"{\\\"Delta.CheckpointInterval\\\":\\\"7\\\",\\\"owner\\\":\\\"ann\\\"}\"}");
    table.alter().unsetProperties("DELTA.checkpointInterval", "nothing").execute();
    assertEquals(Map.of("owner", "ann"), table.snapshot().properties());
    assertHistory(
        3,
        "UNSET TBLPROPERTIES",
        "{\"properties\":\"[\\\"DELTA.checkpointInterval\\\",\\\"nothing\\\"]\",\"ifExists\":\"true\"}");
    table.alter().setProperty("comment", "places").execute();
    assertEquals("places", table.detail().description().orElseThrow());
    for (String key :
        List.of(
            "delta.nothing",
            "delta.constraints.c",
            "delta.columnMapping.maxColumnId",
            "delta.minReaderVersion")) {
      assertThrows(
          IllegalArgumentException.class, () -> table.alter().setProperty(key, "1").execute());
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> table.alter().setProperty("delta.checkpointInterval", "0").execute());
    assertThrows(
        IllegalArgumentException.class,
        () -> table.alter().setProperty("delta.isolationLevel", "None").execute());
  }

  @Test
  void vectorsAndChangeFeedAndTimesAreSwitchedOn() {
    Table table = cities();
    table.alter().setProperty("delta.enableDeletionVectors", "true").execute();
    table.alter().setProperty("delta.enableChangeDataFeed", "true").execute();
    table.alter().setProperty("delta.enableInCommitTimestamps", "true").execute();
    assertTrue(
        table
            .detail()
            .features()
            .containsAll(List.of("deletionVectors", "changeDataFeed", "inCommitTimestamp")));
    assertEquals(
        "4", table.snapshot().properties().get("delta.inCommitTimestampEnablementVersion"));
    table.append(rows(3L, "Rome")).execute();
    assertEquals(1, table.changes().from(3).count());
    assertTrue(files.commitInfo(5).has("inCommitTimestamp"));
    assertRefused(
        SchemaMismatchException.class,
        "change feed",
        table,
        a -> a.addColumn(optional("_change_type", STRING)));
    table.alter().dropFeature("inCommitTimestamp").execute();
    assertHistory(
        6, "DROP FEATURE", "{\"featureName\":\"inCommitTimestamp\",\"truncateHistory\":\"false\"}");
    assertFalse(table.detail().features().contains("inCommitTimestamp"));
    assertFalse(
        table.snapshot().properties().containsKey("delta.inCommitTimestampEnablementVersion"));
    assertTrue(table.verify().isSound());
  }

  @Test
  void rowTrackingGivesTheRowsThereTheirIdsFirst() {
    Table table = cities();
    table.append(rows(3L, "Rome")).execute();
    table.alter().setProperty("delta.enableRowTracking", "true").execute();
    assertEquals(5, table.version());
    assertEquals("UPGRADE PROTOCOL", files.commitInfo(3).get("operation").asText());
    assertHistory(4, "ROW TRACKING BACKFILL", "{\"batchId\":\"0\"}");
    assertEquals("SET TBLPROPERTIES", files.commitInfo(5).get("operation").asText());
    assertEquals(2, files.actions(4, "add").size());
    for (JsonNode add : files.actions(4, "add")) {
      assertFalse(add.get("dataChange").asBoolean());
      assertTrue(add.has("baseRowId"));
      assertEquals(4, add.get("defaultRowCommitVersion").asLong());
    }
    assertEquals(
        "{\"rowIdHighWaterMark\":2}",
        files.actions(4, "domainMetadata").get(0).get("configuration").asText());
    assertTrue(
        table
            .snapshot()
            .properties()
            .get("delta.rowTracking.materializedRowIdColumnName")
            .startsWith("_row-id-col-"));
    assertEquals(2, table.snapshot().fileCount());
    assertTrue(table.verify().isSound());
  }

  // ---- constraints, defaults, clustering, features

  @Test
  void constraintsHoldForTheRowsThereAndToCome() {
    Table table = cities();
    assertRefused(
        ConstraintViolationException.class,
        "1 rows of version 1",
        table,
        a -> a.addConstraint("named", "city <> 'Rome'"));
    table.alter().addConstraint("Few", "id < 10").execute();
    assertHistory(2, "ADD CONSTRAINT", "{\"name\":\"Few\",\"expr\":\"id < 10\"}");
    assertEquals("id < 10", table.snapshot().properties().get("delta.constraints.few"));
    assertTrue(table.detail().features().contains("checkConstraints"));
    assertThrows(
        ConstraintViolationException.class, () -> table.append(rows(10L, "Rome")).execute());
    assertRefused(
        SchemaMismatchException.class, "of this name", table, a -> a.addConstraint("FEW", "true"));
    assertRefused(
        SchemaMismatchException.class,
        "Drop them first",
        table,
        a -> a.dropFeature("checkConstraints"));
    table.alter().dropConstraint("FEW").execute();
    assertHistory(
        3, "DROP CONSTRAINT", "{\"name\":\"FEW\",\"expr\":\"id < 10\",\"existed\":\"true\"}");
    assertRefused(
        SchemaMismatchException.class, "constraints are []", table, a -> a.dropConstraint("few"));
    table.alter().dropConstraintIfExists("few").execute();
    assertHistory(4, "DROP CONSTRAINT", "{\"name\":\"few\",\"existed\":\"false\"}");
    table.append(rows(10L, "Rome")).execute();
    table.alter().dropFeature("checkconstraints").execute();
    assertFalse(table.detail().features().contains("checkConstraints"));
    assertEquals(2, table.detail().minWriterVersion());
  }

  @Test
  void defaultsNeedTheirFeature() {
    Table table = cities();
    assertRefused(
        UnsupportedFeatureException.class,
        "addFeature(\"allowColumnDefaults\")",
        table,
        a -> a.setDefault("city", "'none'"));
    table.alter().addFeature("allowColumnDefaults").execute();
    table.alter().setDefault("city", "'none'").execute();
    StructType ids = StructType.of(required("id", LONG));
    table.append(Source.rows(ids, List.of(Row.of(ids, 3L)))).execute();
    table.alter().dropDefault("city").execute();
    table.append(Source.rows(ids, List.of(Row.of(ids, 4L)))).execute();
    assertEquals(List.of("1|Oslo", "2|null", "3|none", "4|null"), lines(table));
  }

  @Test
  void clusteringChanges() {
    Table table = cities();
    table.alter().clusterBy("CITY").execute();
    assertHistory(
        2, "CLUSTER BY", "{\"oldClusteringColumns\":\"\",\"newClusteringColumns\":\"CITY\"}");
    assertEquals(List.of("city"), table.detail().clusteringColumns());
    table.alter().clusterBy("id", "city").execute();
    table.alter().clusterBy().execute();
    assertEquals(List.of(), table.detail().clusteringColumns());
    assertHistory(
        4, "CLUSTER BY", "{\"oldClusteringColumns\":\"id,city\",\"newClusteringColumns\":\"\"}");
    assertEquals(List.of("1|Oslo", "2|null"), lines(table));
  }

  @Test
  void featuresThatLeaveTracesAreNotDropped() {
    Table table = cities("delta.enableDeletionVectors", "true");
    assertRefused(
        UnsupportedFeatureException.class,
        "Cannot drop 'deletionVectors'",
        table,
        a -> a.dropFeature("deletionVectors"));
    assertRefused(
        SchemaMismatchException.class,
        "does not list it",
        table,
        a -> a.dropFeature("inCommitTimestamp"));
    assertThrows(
        IllegalArgumentException.class, () -> table.alter().addFeature("timeMachine").execute());
  }

  @Test
  void aConstraintThatOthersUnderstandIsNoHindrance() {
    Table table = cities();
    table.alter().addConstraint("few", "id < 10").execute();
    files.editCommit(2, text -> text.replace("id < 10", "their_function(id)"));
    lake.close();
    lake = Lakehouse.create();
    Table again = lake.table(files.root().toString());
    again.alter().setProperty("owner", "ann").execute();
    again.alter().addColumn(optional("zip", INT)).execute();
    again.alter().dropConstraint("few").execute();
    again.append(rows(10L, "Rome")).execute();
    assertEquals(3, again.scan().count());
  }

  @Test
  void oneAlterIsOneChange() {
    Table table = cities();
    assertThrows(
        IllegalStateException.class,
        () -> table.alter().addColumn(optional("x", INT)).setProperty("a", "b"));
    assertThrows(IllegalStateException.class, () -> table.alter().execute());
    Alter alter = table.alter().setProperty("a", "b");
    alter.execute();
    assertThrows(IllegalStateException.class, alter::execute);
  }
}
