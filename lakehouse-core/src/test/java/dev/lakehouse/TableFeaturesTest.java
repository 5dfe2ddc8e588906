package dev.lakehouse;

import static dev.lakehouse.types.DataType.BINARY;
import static dev.lakehouse.types.DataType.INT;
import static dev.lakehouse.types.DataType.LONG;
import static dev.lakehouse.types.DataType.STRING;
import static dev.lakehouse.types.DataType.array;
import static dev.lakehouse.types.DataType.map;
import static dev.lakehouse.types.StructField.optional;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.data.VerifyReport;
import dev.lakehouse.data.VerifyReport.Rule;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.Location;
import dev.lakehouse.log.Operation;
import dev.lakehouse.log.Transaction;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.protocol.ColumnMapping;
import dev.lakehouse.log.protocol.ProtocolRules;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.parquet.footer.Footer;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.parquet.format.SchemaElement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Features of tables that we create and write: what stands in log and files. */
class TableFeaturesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private final Lakehouse lake = Lakehouse.create();

  @AfterEach
  void close() {
    lake.close();
  }

  private CreateTable create(StructField... fields) {
    return lake.createTable("memory://lake/features", StructType.of(fields));
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

  private static List<String> read(Table table) {
    List<String> lines = new ArrayList<>();
    try (RowReader rows = table.scan().rows()) {
      rows.forEach(row -> lines.add(row.toString()));
    }
    lines.sort(null);
    return lines;
  }

  private static FileIO files(Table table) {
    return table.session().environment().files();
  }

  private static Map<String, JsonNode> commit(Table table, long version, String kind) {
    Location file = table.log().table().child("_delta_log/%020d.json".formatted(version));
    Map<String, JsonNode> actions = new TreeMap<>();
    String text = new String(files(table).readSmall(file, 1 << 20), UTF_8);
    for (String line : text.lines().toList()) {
      JsonNode action = json(line).get(kind);
      if (action != null) {
        actions.put(action.path("path").asText(action.path("domain").asText()), action);
      }
    }
    return actions;
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<AddFile> live(Table table) {
    List<AddFile> live = new ArrayList<>();
    table.log().snapshot().forEachAdd(live::add);
    return live;
  }

  /** The parts of a file's schema, outer ones first: {@code name#id}, or the name alone. */
  private static List<String> parts(Table table, Location file) {
    List<SchemaElement> elements = Footer.read(files(table).open(file)).metadata().getSchema();
    return elements.subList(1, elements.size()).stream()
        .map(part -> part.getName() + (part.isSetField_id() ? "#" + part.getField_id() : ""))
        .toList();
  }

  private static List<String> parts(Table table, AddFile file) {
    return parts(table, table.log().table().resolveUri(file.path()));
  }

  private static String physical(Table table, String column) {
    return table.log().snapshot().columnMapping().physicalName(column);
  }

  private static void sound(Table table) {
    assertEquals(List.of(), table.verify().findings());
  }

  @ParameterizedTest
  @ValueSource(strings = {"name", "id"})
  void mappedColumnsHavePhysicalNamesAndIdsInFilesAndLog(String mode) {
    StructType inner = StructType.of(optional("x y", INT));
    Table table =
        create(optional("a,b", INT), optional("s", inner), optional("p", STRING))
            .partitionedBy("p")
            .property("DELTA.columnMapping.mode", mode.toUpperCase(java.util.Locale.ROOT))
            .execute();
    assertEquals(mode, table.snapshot().properties().get("delta.columnMapping.mode"));
    assertEquals("4", table.snapshot().properties().get("delta.columnMapping.maxColumnId"));
    assertEquals(2, table.detail().minReaderVersion());
    StructType schema = table.schema();
    table.append(rows(schema, 7, Row.of(inner, 8), "é/")).execute();
    AddFile file = live(table).get(0);
    assertEquals(Set.of(physical(table, "p")), file.partitionValues().keySet());
    assertTrue(file.path().matches("[0-9a-f]{2}/part-.*"), file.path());
    JsonNode stats = json(String.valueOf(file.stats()));
    assertEquals(7, stats.path("minValues").path(physical(table, "a,b")).asInt());
    String nested =
        schema.field(1).type() instanceof StructType struct
            ? struct.field(0).metadata().string(ColumnMapping.PHYSICAL_NAME).orElseThrow()
            : "";
    assertEquals(
        List.of(physical(table, "a,b") + "#1", physical(table, "s") + "#2", nested + "#3"),
        parts(table, file));
    assertEquals(List.of("{a,b=7, s={x y=8}, p=é/}"), read(table));
    sound(table);
  }

  @Test
  void idsOfMappedColumnsStayOutOfCheckpoints() {
    Table table =
        create(optional("a", INT))
            .property("delta.columnMapping.mode", "id")
            .property("delta.checkpointInterval", "1")
            .execute();
    table.append(rows(table.schema(), 1)).execute();
    Location file = table.log().table().child("_delta_log/%020d.checkpoint.parquet".formatted(1));
    assertTrue(parts(table, file).stream().noneMatch(part -> part.contains("#")));
  }

  @Test
  void aTableMadeLikeAMappedOneHasIdsOfItsOwn() {
    Table mapped =
        create(optional("a", INT)).property("delta.columnMapping.mode", "name").execute();
    Table plain = lake.createTable("memory://lake/plain", mapped.schema()).execute();
    assertFalse(plain.schema().field(0).metadata().has(ColumnMapping.ID));
  }

  @Test
  void everyFileOfATableWithRowTrackingHasIdsPastTheMark() {
    Table table = create(optional("v", INT)).property("delta.enableRowTracking", "true").execute();
    StructType schema = table.schema();
    table.append(rows(schema, 1, 2, 3)).execute();
    table.append(rows(schema, 4)).execute();
    List<AddFile> files = new ArrayList<>(live(table));
    files.sort((a, b) -> Long.compare(a.baseRowId(), b.baseRowId()));
    assertEquals(0, files.get(0).baseRowId());
    assertEquals(1, files.get(0).defaultRowCommitVersion());
    assertEquals(3, files.get(1).baseRowId());
    assertEquals(2, files.get(1).defaultRowCommitVersion());
    JsonNode domain = commit(table, 2, "domainMetadata").get("delta.rowTracking");
    assertEquals("{\"rowIdHighWaterMark\":3}", domain.path("configuration").asText());
    table.overwrite(rows(schema, 5)).execute();
    assertEquals(4, live(table).get(0).baseRowId());
    for (JsonNode remove : commit(table, 3, "remove").values()) {
      assertTrue(remove.path("baseRowId").isIntegralNumber(), remove.toString());
    }
    assertTrue(
        table
            .snapshot()
            .properties()
            .get("delta.rowTracking.materializedRowIdColumnName")
            .startsWith("_row-id-col-"));
    assertEquals(1, table.detail().minReaderVersion());
    sound(table);
  }

  @Test
  void rowIdsAreRebasedOnACommitThatCameFirst() {
    Table table = create(optional("v", INT)).feature("rowTracking").execute();
    StructType schema = table.schema();
    Source racing =
        Source.rows(
            schema,
            () -> {
              table.append(rows(schema, 1, 2)).execute();
              return List.of(Row.of(schema, 3)).iterator();
            });
    table.append(racing).execute();
    JsonNode add = commit(table, 2, "add").values().iterator().next();
    assertEquals(2, add.path("baseRowId").asInt());
    assertEquals(2, add.path("defaultRowCommitVersion").asInt());
    assertEquals(
        "{\"rowIdHighWaterMark\":2}",
        commit(table, 2, "domainMetadata").get("delta.rowTracking").path("configuration").asText());
    sound(table);
  }

  @Test
  void clusteringColumnsHaveStatisticsWhateverTheLimit() {
    StructType inner = StructType.of(optional("c", INT));
    Table table =
        create(optional("a", INT), optional("s", inner))
            .clusteredBy("S.C")
            .property("delta.dataSkippingNumIndexedCols", "0")
            .property("delta.columnMapping.mode", "name")
            .execute();
    StructType schema = table.schema();
    table.append(rows(schema, 1, Row.of(inner, 2))).execute();
    JsonNode domain = commit(table, 0, "domainMetadata").get("delta.clustering");
    String s = physical(table, "s");
    JsonNode columns = json(domain.path("configuration").asText()).path("clusteringColumns");
    assertEquals(s, columns.get(0).get(0).asText());
    JsonNode stats = json(String.valueOf(live(table).get(0).stats()));
    assertEquals(1, stats.path("minValues").size());
    assertEquals(2, stats.path("maxValues").path(s).iterator().next().asInt());
    assertTrue(table.history(2).get(1).operationParameters().get("clusterBy").contains("s.c"));
    sound(table);
  }

  @Test
  void whatCannotBeAClusteringColumnIsNone() {
    CreateTable both = create(optional("a", INT), optional("b", INT)).partitionedBy("a");
    assertThrows(SchemaMismatchException.class, () -> both.clusteredBy("b").execute());
    assertThrows(
        SchemaMismatchException.class,
        () -> create(optional("a", BINARY)).clusteredBy("a").execute());
    assertThrows(
        SchemaMismatchException.class, () -> create(optional("a", INT)).clusteredBy("b").execute());
    assertThrows(
        SchemaMismatchException.class,
        () -> create(optional("a", INT)).clusteredBy("a", "A").execute());
  }

  @Test
  void partitionColumnsStandInFilesWhereTheTableWantsIt() {
    Table table =
        create(optional("p", STRING), optional("v", INT))
            .partitionedBy("p")
            .feature("materializePartitionColumns")
            .execute();
    table.append(rows(table.schema(), "a", 1, null, 2)).execute();
    for (AddFile file : live(table)) {
      assertEquals(List.of("v", "p"), parts(table, file));
      assertFalse(String.valueOf(file.stats()).contains("\"p\""), file.stats());
    }
    assertEquals(List.of("{p=a, v=1}", "{p=null, v=2}"), read(table));
    sound(table);
  }

  @Test
  void icebergCompatibleTablesKeepTheRulesOfTheirVersion() {
    Table table =
        create(
                optional("p", INT),
                optional("m", map(STRING, array(LONG))),
                optional("a", array(INT)))
            .partitionedBy("p")
            .property("delta.enableIcebergCompatV2", "true")
            .execute();
    assertEquals("name", table.snapshot().properties().get("delta.columnMapping.mode"));
    assertEquals("7", table.snapshot().properties().get("delta.columnMapping.maxColumnId"));
    table.append(rows(table.schema(), 1, Map.of("k", List.of(1L)), List.of(2))).execute();
    AddFile file = live(table).get(0);
    assertEquals("2", file.tags().get("ICEBERG_COMPAT_VERSION"));
    String m = physical(table, "m");
    assertEquals(
        List.of(
            m + "#2",
            "key_value",
            "key#3",
            "value#4",
            "list",
            "element#5",
            physical(table, "a") + "#6",
            "list",
            "element#7",
            physical(table, "p") + "#1"),
        parts(table, file));
    sound(table);
  }

  @Test
  void icebergCompatibilityThatCannotBeIsRefusedByName() {
    CreateTable arrays =
        create(optional("a", array(INT))).property("delta.enableIcebergCompatV1", "true");
    UnsupportedFeatureException error =
        assertThrows(UnsupportedFeatureException.class, arrays::execute);
    assertEquals("icebergCompatV1", error.feature());
    CreateTable vectors =
        create(optional("a", INT))
            .property("delta.enableIcebergCompatV2", "true")
            .property("delta.enableDeletionVectors", "true");
    assertThrows(UnsupportedFeatureException.class, vectors::execute);
    CreateTable uniform =
        create(optional("a", INT)).property("delta.universalFormat.enabledFormats", "iceberg");
    assertThrows(UnsupportedFeatureException.class, uniform::execute);
    Table third =
        create(optional("a", INT)).property("delta.enableIcebergCompatV3", "true").execute();
    assertEquals("true", third.snapshot().properties().get("delta.enableRowTracking"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "vacuumProtocolCheck",
        "checkpointProtection",
        "domainMetadata",
        "deletionVectors",
        "v2Checkpoint",
        "inCommitTimestamp",
        "changeDataFeed",
        "typeWidening",
        "timestampNtz",
        "variantType",
        "allowColumnDefaults",
        "appendOnly"
      })
  void aFeatureThatIsOnlyListedChangesNothing(String feature) {
    Table table = create(optional("v", INT)).feature(feature).execute();
    table.append(rows(table.schema(), 1)).execute();
    table.overwrite(rows(table.schema(), 2)).execute();
    assertEquals(List.of("{v=2}"), read(table));
    assertTrue(
        feature.equals("appendOnly") || table.detail().features().contains(feature),
        table.detail().toString());
    sound(table);
  }

  /** Changes properties as a program does that does not look at the rows. */
  private static void set(
      Transaction transaction, TableFeature feature, String property, String value) {
    Map<String, String> properties = new TreeMap<>(transaction.metadata().configuration());
    properties.put(property, value);
    transaction.change(
        ProtocolRules.withFeatures(transaction.protocol(), Set.of(feature)),
        transaction.metadata().withConfiguration(properties));
  }

  private static void commit(Transaction transaction) {
    transaction.commit(Operation.of("SET TBLPROPERTIES", Map.of()));
  }

  @Test
  void timesThatBeginLaterSayAtWhichVersionThoughOthersCommitFirst() {
    Table table = create(optional("v", INT)).execute();
    Transaction transaction = table.log().begin();
    set(transaction, TableFeature.IN_COMMIT_TIMESTAMP, "delta.enableInCommitTimestamps", "true");
    table.append(rows(table.schema(), 1)).execute();
    commit(transaction);
    Map<String, String> properties = table.snapshot().properties();
    assertEquals("2", properties.get("delta.inCommitTimestampEnablementVersion"));
    assertEquals(
        properties.get("delta.inCommitTimestampEnablementTimestamp"),
        commit(table, 2, "commitInfo").get("").path("inCommitTimestamp").asText());
    sound(table);
  }

  private static List<Rule> broken(Table table) {
    return table.verify().findings().stream().map(VerifyReport.Finding::rule).toList();
  }

  @Test
  void verifyFindsRowsThatBreakAConstraint() {
    Table table = create(optional("v", INT)).execute();
    table.append(rows(table.schema(), 1, 7)).execute();
    Transaction transaction = table.log().begin();
    set(transaction, TableFeature.CHECK_CONSTRAINTS, "delta.constraints.c", "v > 5");
    commit(transaction);
    assertEquals(List.of(Rule.CONSTRAINTS), broken(table));
  }

  @Test
  void verifyFindsAGeneratedColumnOfAnotherValue() {
    Table table = create(optional("v", INT), optional("g", INT).generatedAs("v + 1")).execute();
    table.append(rows(StructType.of(optional("v", INT)), 1)).execute();
    Transaction transaction = table.log().begin();
    StructType other = StructType.of(optional("v", INT), optional("g", INT).generatedAs("v + 2"));
    transaction.change(transaction.metadata().withSchema(other));
    commit(transaction);
    assertEquals(List.of(Rule.CONSTRAINTS), broken(table));
  }

  @Test
  void verifyFindsRowIdsThatAreSharedOrPastTheMark() {
    Table table = create(optional("v", INT)).feature("rowTracking").execute();
    table.append(rows(table.schema(), 1, 2)).execute();
    table.append(rows(table.schema(), 3)).execute();
    AddFile last =
        live(table).stream()
            .filter(add -> Long.valueOf(2).equals(add.baseRowId()))
            .findFirst()
            .get();
    Transaction transaction = table.log().begin();
    transaction.add(last.withRowIds(1L, 2L));
    commit(transaction);
    assertTrue(broken(table).contains(Rule.ROW_IDS), broken(table).toString());
    Transaction further = table.log().begin();
    further.add(last.withRowIds(30L, 2L));
    commit(further);
    assertTrue(broken(table).contains(Rule.ROW_IDS), broken(table).toString());
  }
}
