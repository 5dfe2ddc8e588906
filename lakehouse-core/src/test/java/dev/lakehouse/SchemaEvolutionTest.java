package dev.lakehouse;

import static dev.lakehouse.types.DataType.BYTE;
import static dev.lakehouse.types.DataType.DATE;
import static dev.lakehouse.types.DataType.DOUBLE;
import static dev.lakehouse.types.DataType.INT;
import static dev.lakehouse.types.DataType.LONG;
import static dev.lakehouse.types.DataType.STRING;
import static dev.lakehouse.types.DataType.TIMESTAMP_NTZ;
import static dev.lakehouse.types.DataType.array;
import static dev.lakehouse.types.DataType.decimal;
import static dev.lakehouse.types.DataType.map;
import static dev.lakehouse.types.StructField.optional;
import static dev.lakehouse.types.StructField.required;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.data.HistoryEntry;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.data.WriteResult;
import dev.lakehouse.error.ConflictException;
import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.error.TableAlreadyExistsException;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** mergeSchema, overwriteSchema and orReplace, as Delta Spark does them. */
class SchemaEvolutionTest {
  private static final String HERE = "memory://lake/table";
  private static final String WIDENING = "delta.enableTypeWidening";

  private final Lakehouse lake = Lakehouse.create();

  @AfterEach
  void close() {
    lake.close();
  }

  private static Source source(StructType schema, @Nullable Object... values) {
    return Source.rows(schema, List.of(Row.of(schema, values)));
  }

  private static List<String> read(Scan scan) {
    List<String> lines = new ArrayList<>();
    try (RowReader rows = scan.rows()) {
      for (Row row : rows) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < row.schema().size(); i++) {
          values.add(row.get(i));
        }
        lines.add(values.toString());
      }
    }
    lines.sort(null);
    return lines;
  }

  private static StructType one(String name, DataType type) {
    return StructType.of(optional(name, type));
  }

  @Test
  void newColumnsStandAtTheEndAndAreNullInOldRows() {
    Table table = lake.createTable(HERE, StructType.of(required("Id", LONG))).execute();
    table.append(source(StructType.of(required("id", LONG)), 1L)).execute();
    StructType wide = StructType.of(required("extra", STRING).comment("new"), required("ID", LONG));
    WriteResult result = table.append(source(wide, "x", 2L)).mergeSchema().execute();
    assertEquals(2, result.version());
    assertEquals(
        StructType.of(required("Id", LONG), optional("extra", STRING).comment("new")),
        table.schema());
    assertEquals(List.of("[1, null]", "[2, x]"), read(table.scan()));
    assertEquals(List.of("[1]"), read(table.snapshot(1).scan()));
    HistoryEntry entry = table.history(1).get(0);
    assertEquals("true", entry.operationParameters().get("canMergeSchema"));
    assertEquals(2, table.detail().minWriterVersion());
  }

  @Test
  void withoutMergeSchemaANewColumnIsAnErrorAndNothingIsWritten() {
    Table table = lake.createTable(HERE, one("id", LONG)).execute();
    Source source = source(StructType.of(optional("id", LONG), optional("more", INT)), 1L, 2);
    assertThrows(SchemaMismatchException.class, () -> table.append(source).execute());
    assertEquals(0, table.version());
  }

  @Test
  void fieldsOfStructsInArraysAndMapsAreAdded() {
    StructType inner = one("a", INT);
    StructType wider = StructType.of(required("b", STRING), optional("A", INT));
    Table table =
        lake.createTable(
                HERE,
                StructType.of(
                    optional("s", inner),
                    optional("l", array(inner)),
                    optional("m", map(STRING, inner))))
            .execute();
    table
        .append(
            source(
                table.schema(),
                Row.of(inner, 1),
                List.of(Row.of(inner, 2)),
                Map.of("k", Row.of(inner, 3))))
        .execute();
    StructType source =
        StructType.of(
            optional("s", wider), optional("l", array(wider)), optional("m", map(STRING, wider)));
    table
        .append(
            source(
                source,
                Row.of(wider, "x", 4),
                List.of(Row.of(wider, "y", 5)),
                Map.of("k", Row.of(wider, "z", 6))))
        .mergeSchema()
        .execute();
    StructType merged = StructType.of(optional("a", INT), optional("b", STRING));
    assertEquals(
        StructType.of(
            optional("s", merged),
            optional("l", array(merged)),
            optional("m", map(STRING, merged))),
        table.schema());
    assertEquals(List.of("[1]", "[4]"), read(table.scan().select("s.a")));
    assertEquals(List.of("[null]", "[x]"), read(table.scan().select("s.b")));
    assertEquals(2, table.scan().where("l[0].b IS NULL OR l[0].b = 'y'").count());
    assertEquals(1, table.scan().where("m['k'].b = ?", "z").count());
  }

  @Test
  void smallWholeNumbersWidenWithoutTheFeatureAndOthersStay() {
    Table table =
        lake.createTable(HERE, StructType.of(optional("a", BYTE), optional("b", INT))).execute();
    table.append(source(table.schema(), (byte) 1, 1)).execute();
    StructType wide = StructType.of(optional("a", INT), optional("b", LONG));
    table.append(source(wide, 70_000, 2L)).mergeSchema().execute();
    assertEquals(StructType.of(optional("a", INT), optional("b", INT)), table.schema());
    assertEquals(List.of("[1, 1]", "[70000, 2]"), read(table.scan()));
    assertThrows(
        SchemaMismatchException.class,
        () -> table.append(source(wide, 1, 3_000_000_000L)).mergeSchema().execute());
  }

  @Test
  void typesWidenWhereTheTableHasTypeWideningEnabledAndTheChangeIsRecorded() {
    Table table =
        lake.createTable(
                HERE,
                StructType.of(
                    optional("i", INT),
                    optional("l", array(INT)),
                    optional("d", decimal(5, 2)),
                    optional("n", LONG)))
            .property(WIDENING, "true")
            .execute();
    table.append(source(table.schema(), 1, List.of(2), new BigDecimal("1.50"), 4L)).execute();
    StructType wide =
        StructType.of(
            optional("i", DOUBLE),
            optional("l", array(LONG)),
            optional("d", decimal(8, 3)),
            optional("n", INT));
    table
        .append(source(wide, 0.5, List.of(3_000_000_000L), new BigDecimal("1.125"), 5))
        .mergeSchema()
        .execute();
    assertEquals(
        List.of("double", "array<bigint>", "decimal(8,3)", "bigint"),
        table.schema().fields().stream().map(field -> field.type().toString()).toList());
    assertEquals(
        List.of("[0.5, [3000000000], 1.125, 5]", "[1.0, [2], 1.500, 4]"), read(table.scan()));
    assertEquals(
        "[{\"toType\":\"double\",\"fromType\":\"integer\"}]",
        table.schema().field(0).metadata().jsonText("delta.typeChanges").orElseThrow());
    assertEquals(
        "[{\"toType\":\"long\",\"fromType\":\"integer\",\"fieldPath\":\"element\"}]",
        table.schema().field(1).metadata().jsonText("delta.typeChanges").orElseThrow());
    assertFalse(table.schema().field(3).metadata().has("delta.typeChanges"));
    assertEquals(1, table.scan().where("i = 1").count());
    assertTrue(table.verify().isSound(), table.verify().toString());
  }

  @Test
  void aWholeNumberBecomesADecimalOnlyWithRoomForAllItsDigits() {
    Table table = lake.createTable(HERE, one("i", INT)).property(WIDENING, "true").execute();
    table.append(source(one("i", INT), 7)).execute();
    assertRefused(table, source(one("i", decimal(11, 2)), new BigDecimal("7.00")), "'i'");
    table.append(source(one("i", decimal(12, 2)), new BigDecimal("7.25"))).mergeSchema().execute();
    assertEquals("decimal(12,2)", table.schema().field(0).type().toString());
    assertEquals(List.of("[7.00]", "[7.25]"), read(table.scan()));
  }

  @Test
  void theProtocolGetsTheFeatureOfANewColumnAndNoMore() {
    Table table = lake.createTable(HERE, one("id", LONG)).execute();
    StructType wide = StructType.of(optional("id", LONG), optional("t", TIMESTAMP_NTZ));
    table
        .append(source(wide, 1L, LocalDateTime.parse("2024-02-29T12:00:00")))
        .mergeSchema()
        .execute();
    assertEquals(3, table.detail().minReaderVersion());
    assertEquals(7, table.detail().minWriterVersion());
    assertEquals(
        List.of("appendOnly", "invariants", "timestampNtz"),
        table.detail().features().stream().sorted().toList());
    assertEquals(List.of("[1, 2024-02-29T12:00]"), read(table.scan()));
  }

  @Test
  void anEmptySourceEvolvesTheSchemaInAVersionOfItsOwn() {
    Table table = lake.createTable(HERE, one("id", LONG)).execute();
    StructType wide = StructType.of(optional("id", LONG), optional("v", INT));
    assertEquals(1, table.append(Source.rows(wide, List.of())).mergeSchema().execute().version());
    assertEquals(wide, table.schema());
    assertEquals(1, table.append(Source.rows(wide, List.of())).mergeSchema().execute().version());
  }

  @Test
  void whatCannotBeMergedIsRefusedByColumn() {
    Table table = lake.createTable(HERE, one("id", LONG)).execute();
    StructType twice = StructType.of(optional("x", INT), optional("X", INT));
    assertRefused(table, source(twice, 1, 2), "'X'");
    assertRefused(table, source(one("a b", INT), 1), "'a b'");
    assertRefused(table, source(one("v", DataType.VOID), (Object) null), "'v'");
    assertRefused(table, source(one("id", STRING), "1"), "'id'");
    assertEquals(0, table.version());
  }

  private static void assertRefused(Table table, Source source, String named) {
    SchemaMismatchException e =
        assertThrows(
            SchemaMismatchException.class, () -> table.append(source).mergeSchema().execute());
    assertTrue(e.getMessage().contains(named), e.getMessage());
  }

  @Test
  void anOverwriteOfTheSchemaDoesNotFollowAnotherChangeOfIt() {
    Table table = lake.createTable(HERE, one("id", LONG)).execute();
    table.append(source(one("id", LONG), 0L)).execute();
    Scan before = table.scan();
    StructType first = StructType.of(optional("id", LONG), optional("a", INT));
    table.append(source(first, 1L, 1)).mergeSchema().execute();
    ConflictException conflict =
        assertThrows(
            ConflictException.class, () -> table.overwrite(before).overwriteSchema().execute());
    assertEquals(2, conflict.winner());
    assertEquals(2, table.scan().count());
  }

  @Test
  void whatTheSchemaSaysOfAFieldBesidesSurvivesAMerge() {
    StructType marked =
        StructType.of(
            optional("id", LONG)
                .withMetadata(
                    optional("id", LONG)
                        .metadata()
                        .withJson("unknown", "{\"a\":[1,null,\"x\"]}")
                        .with("comment", "c")),
            optional("s", one("f", INT)));
    Table table = lake.createTable(HERE, marked).execute();
    StructType more = StructType.of(optional("s", one("g", INT)), optional("n", INT));
    table.append(source(more, Row.of(one("g", INT), 1), 2)).mergeSchema().execute();
    assertEquals(marked.field(0), table.schema().field(0));
    assertEquals(List.of("id", "s", "n"), table.schema().names());
  }

  @Test
  void aColumnThatFilesLackIsNullThereForFiltersToo() {
    Table table =
        lake.createTable(HERE, one("id", LONG)).property("delta.checkpointInterval", "1").execute();
    table.append(source(one("id", LONG), 1L)).execute();
    StructType wide = StructType.of(optional("id", LONG), optional("x", INT));
    table.append(source(wide, 2L, 5)).mergeSchema().execute();
    Table opened = lake.table(HERE);
    assertEquals(List.of("[2, 5]"), read(opened.scan().where("x = 5")));
    assertEquals(List.of("[1, null]"), read(opened.scan().where("x IS NULL")));
    assertEquals(List.of("[2, 5]"), read(opened.scan().where("x > 1 OR id > 7")));
    assertEquals(0, opened.scan().where("x <> 5").count());
  }

  @Test
  void overwriteWithMergeSchemaReplacesRowsAndKeepsColumns() {
    Table table = lake.createTable(HERE, one("id", LONG)).execute();
    table.append(source(one("id", LONG), 1L)).execute();
    table.overwrite(source(one("more", STRING), "x")).mergeSchema().execute();
    assertEquals(List.of("[null, x]"), read(table.scan()));
  }

  @Test
  void overwriteSchemaGivesColumnsAndPartitionColumnsOfTheSource() {
    Table table =
        lake.createTable(HERE, StructType.of(required("id", LONG), optional("p", STRING)))
            .partitionedBy("p")
            .property("delta.checkpointInterval", "7")
            .execute();
    table.append(source(table.schema(), 1L, "a")).execute();
    String id = table.detail().id();
    StructType other = StructType.of(required("id", STRING), required("day", INT));
    table.overwrite(source(other, "x", 5)).overwriteSchema().partitionedBy("DAY").execute();
    assertEquals(StructType.of(optional("id", STRING), optional("day", INT)), table.schema());
    assertEquals(List.of("day"), table.snapshot().partitionColumns());
    assertEquals(List.of("[x, 5]"), read(table.scan()));
    assertEquals(id, table.detail().id());
    assertEquals("7", table.detail().properties().get("delta.checkpointInterval"));
    assertEquals(List.of("[1, a]"), read(table.snapshot(1).scan()));
    table.overwrite(source(one("z", INT), 1)).overwriteSchema().execute();
    assertEquals(List.of(), table.snapshot().partitionColumns());
    assertEquals(List.of("[1]"), read(table.scan()));
    assertTrue(table.verify().isSound(), table.verify().toString());
  }

  @Test
  void overwriteSchemaIsForTheWholeTable() {
    Table table = lake.createTable(HERE, one("id", LONG)).execute();
    Overwrite some = table.overwrite(source(one("id", LONG), 1L)).where("id = 1");
    assertThrows(IllegalStateException.class, some::overwriteSchema);
    Overwrite both = table.overwrite(source(one("id", LONG), 1L)).mergeSchema();
    assertThrows(IllegalStateException.class, both::overwriteSchema);
    Overwrite partitioned = table.overwrite(source(one("id", LONG), 1L)).partitionedBy("id");
    assertThrows(IllegalStateException.class, partitioned::execute);
  }

  @Test
  void aSourceOfAnotherTableLeavesThatTablesMarksBehind() {
    Table other =
        lake.createTable("memory://lake/other", one("d", DATE).requireUniqueNames()).execute();
    StructType marked =
        StructType.of(
            optional("id", LONG)
                .withMetadata(
                    optional("id", LONG)
                        .metadata()
                        .with("delta.columnMapping.id", 4)
                        .with("delta.generationExpression", "1 + 1")),
            optional("c", INT).comment("kept"));
    other.append(source(marked, 1L, 2)).mergeSchema().execute();
    assertEquals(
        StructType.of(
            optional("d", DATE), optional("id", LONG), optional("c", INT).comment("kept")),
        other.schema());
  }

  @Test
  void orReplacePutsANewTableInTheHistoryOfTheOld() {
    Table table =
        lake.createTable(HERE, one("t", TIMESTAMP_NTZ))
            .property("delta.checkpointInterval", "7")
            .comment("old")
            .execute();
    table.append(source(table.schema(), LocalDateTime.parse("2024-02-29T12:00:00"))).execute();
    String id = table.detail().id();
    StructType columns = StructType.of(required("id", LONG), optional("p", STRING));
    lake.createTable(HERE, columns)
        .partitionedBy("p")
        .property("delta.appendOnly", "true")
        .orReplace()
        .as(source(columns, 1L, "a"))
        .execute();
    assertEquals(2, table.version());
    assertEquals(columns, table.schema());
    assertEquals(List.of("[1, a]"), read(table.scan()));
    assertEquals(Map.of("delta.appendOnly", "true"), table.detail().properties());
    assertTrue(table.detail().description().isEmpty());
    assertFalse(id.equals(table.detail().id()));
    assertTrue(table.detail().features().contains("timestampNtz"), "the protocol never shrinks");
    assertEquals(1, table.snapshot(1).scan().count());
    assertEquals(
        "CREATE OR REPLACE TABLE AS SELECT", table.history(1).get(0).operation().orElseThrow());
    assertThrows(
        ConstraintViolationException.class,
        () -> lake.createTable(HERE, columns).orReplace().execute());
    assertThrows(
        TableAlreadyExistsException.class, () -> lake.createTable(HERE, columns).execute());
    assertTrue(table.verify().isSound(), table.verify().toString());
  }

  @Test
  void orReplaceCreatesWhereNothingIsAndMayReadTheTableItReplaces() {
    Table table = lake.createTable(HERE, one("id", LONG)).orReplace().execute();
    assertEquals(0, table.version());
    table.append(source(table.schema(), 1L)).execute();
    table.append(source(table.schema(), 2L)).execute();
    lake.createTable(HERE, one("id", STRING).with(optional("n", INT)))
        .orReplace()
        .as(source(StructType.of(optional("id", STRING)), "x"))
        .execute();
    assertEquals(List.of("[x, null]"), read(table.scan()));
    Scan before = table.snapshot(2).scan();
    Scan now = table.scan();
    assertEquals(2, before.count());
    lake.createTable(HERE, now.schema()).orReplace().as(now).execute();
    assertEquals(List.of("[x, null]"), read(table.scan()));
    CreateTable both = lake.createTable(HERE, now.schema()).orReplace();
    assertThrows(IllegalStateException.class, both::ifNotExists);
  }

  @Test
  void newColumnsOfAMappedTableGetIdsAndOldOnesKeepTheirs() {
    StructType first = StructType.of(optional("id", LONG), optional("s", one("f", INT)));
    Table table =
        lake.createTable(HERE, first).property("delta.columnMapping.mode", "name").execute();
    table.append(source(first, 1L, Row.of(one("f", INT), 2))).execute();
    StructType before = table.schema();
    StructType wider = StructType.of(optional("f", INT), optional("g h", INT));
    StructType more = StructType.of(optional("s", wider), optional("a.b", STRING));
    table.append(source(more, Row.of(wider, 3, 4), "x")).mergeSchema().execute();
    StructType after = table.schema();
    assertEquals(before.field(0), after.field(0));
    assertEquals(
        ((StructType) before.field(1).type()).field(0),
        ((StructType) after.field(1).type()).field(0));
    assertEquals(4, id(((StructType) after.field(1).type()).field(1)));
    assertEquals(5, id(after.field(2)));
    assertEquals("5", table.detail().properties().get("delta.columnMapping.maxColumnId"));
    assertEquals(1, table.scan().where("s.`g h` = 4 AND `a.b` = 'x' AND id IS NULL").count());
    assertEquals(1, table.scan().where("s.f = 2 AND s.`g h` IS NULL").count());

    StructType other = StructType.of(optional("ID", STRING), optional("n", INT));
    table.overwrite(source(other, "y", 1)).overwriteSchema().execute();
    assertEquals(1, id(table.schema().field(0)));
    assertEquals(6, id(table.schema().field(1)));
    assertEquals(List.of("[y, 1]"), read(table.scan()));

    lake.createTable(HERE, StructType.of(optional("n", INT), optional("id", LONG)))
        .property("delta.columnMapping.mode", "name")
        .orReplace()
        .execute();
    assertEquals(6, id(table.schema().field(0)), "the same name and type");
    assertEquals(7, id(table.schema().field(1)), "another type: another column");
    assertEquals(List.of("[y, 1]"), read(table.snapshot(3).scan()));
    assertTrue(table.verify().isSound(), table.verify().toString());
  }

  private static long id(StructField field) {
    return field.metadata().integer("delta.columnMapping.id").orElseThrow();
  }

  @Test
  void aColumnThatARuleReadsKeepsItsType() {
    Table table =
        lake.createTable(
                HERE,
                StructType.of(
                    optional("a", INT),
                    optional("g", INT).generatedAs("a + 1"),
                    optional("b", INT)))
            .property(WIDENING, "true")
            .check("small", "b < 10")
            .execute();
    assertRefused(table, source(one("a", LONG), 1L), "'g'");
    assertRefused(table, source(one("b", LONG), 1L), "'small'");
    table.append(source(one("new", LONG).with(optional("b", INT)), 1L, 2)).mergeSchema().execute();
    assertEquals(List.of("[null, null, 2, 1]"), read(table.scan()));
  }

  @Test
  void aClusteringEndsWithItsColumns() {
    StructType columns = StructType.of(optional("id", LONG), optional("v", INT));
    Table table = lake.createTable(HERE, columns).clusteredBy("id").execute();
    table.append(source(columns, 1L, 2)).execute();
    StructType more = columns.with(optional("w", INT));
    table.overwrite(source(more, 1L, 2, 3)).overwriteSchema().execute();
    assertEquals(List.of("id"), table.detail().clusteringColumns());
    table.overwrite(source(one("v", INT), 2)).overwriteSchema().execute();
    assertEquals(List.of(), table.detail().clusteringColumns());
    table.append(source(one("v", INT), 3)).execute();
    assertEquals(List.of("[2]", "[3]"), read(table.scan()));
    lake.createTable(HERE, columns).clusteredBy("v").orReplace().execute();
    assertEquals(List.of("v"), table.detail().clusteringColumns());
    lake.createTable(HERE, columns).orReplace().execute();
    assertEquals(List.of(), table.detail().clusteringColumns());
    assertTrue(table.verify().isSound(), table.verify().toString());
  }

  @Test
  void aReplacementMayBeginWithTimesInCommits() {
    Table table = lake.createTable(HERE, one("id", LONG)).execute();
    table.append(source(one("id", LONG), 1L)).execute();
    lake.createTable(HERE, one("id", LONG))
        .property("delta.enableInCommitTimestamps", "true")
        .orReplace()
        .execute();
    assertEquals("2", table.detail().properties().get("delta.inCommitTimestampEnablementVersion"));
    lake.createTable(HERE, one("n", LONG))
        .property("delta.enableInCommitTimestamps", "true")
        .orReplace()
        .execute();
    assertEquals("2", table.detail().properties().get("delta.inCommitTimestampEnablementVersion"));
    assertTrue(table.verify().isSound(), table.verify().toString());
  }
}
