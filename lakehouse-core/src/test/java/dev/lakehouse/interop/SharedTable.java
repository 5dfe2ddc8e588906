package dev.lakehouse.interop;

import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.columnar.Batch;
import dev.lakehouse.data.BatchReader;
import dev.lakehouse.data.Row;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.testing.CanonicalRows;
import dev.lakehouse.testing.Spark;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * A table on which Spark and we take turns, and the rows that it must have: row {@code i} has
 * values that follow from {@code i}, stated here once for each side and once as text.
 *
 * @param kinds the features that it has
 */
record SharedTable(Path path, List<Kind> kinds) {
  private static final StructType POINT =
      StructType.of(
          StructField.optional("a", DataType.INT), StructField.optional("b", DataType.STRING));

  /** What both sides give; columns of features come besides. */
  private static final StructType GIVEN =
      StructType.of(
          StructField.optional("id", DataType.LONG),
          StructField.optional("part", DataType.STRING),
          StructField.optional("amount", DataType.decimal(12, 2)),
          StructField.optional("at", DataType.TIMESTAMP),
          StructField.optional("n", POINT),
          StructField.optional("tags", DataType.array(DataType.STRING)));

  private static final String COLUMNS =
      "id BIGINT, part STRING, amount DECIMAL(12,2), at TIMESTAMP, n STRUCT<a: INT, b: STRING>,"
          + " tags ARRAY<STRING>";

  /** The text of a value that a feature's column must have in row {@code i}. */
  interface Value {
    String of(long i);
  }

  /**
   * A feature of tables.
   *
   * @param group of two kinds of one group a table has one at most
   * @param column a further column, as Spark declares it; empty if none
   * @param value its value; null if there is no column, or its values are not to be foreseen
   * @param properties as Spark sets them
   * @param layout what follows the columns, such as {@code PARTITIONED BY (part)}
   * @param features what has to be written for it
   */
  record Kind(
      String name,
      String group,
      String column,
      @org.jspecify.annotations.Nullable Value value,
      List<String> properties,
      String layout,
      Set<TableFeature> features) {
    static Kind of(String name, String group, Set<TableFeature> features, String... properties) {
      return new Kind(name, group, "", null, List.of(properties), "", features);
    }

    Kind with(String newColumn, Value newValue) {
      return new Kind(name, group, newColumn, newValue, properties, layout, features);
    }

    Kind laidOut(String newLayout) {
      return new Kind(name, group, column, value, properties, newLayout, features);
    }

    boolean isWritten() {
      return features.stream().allMatch(f -> f.writing() == TableFeature.Writing.ALWAYS);
    }

    String columnName() {
      return column.substring(0, column.indexOf(' '));
    }
  }

  static List<Kind> allKinds() {
    return List.of(
        Kind.of("plain", "layout", Set.of()),
        Kind.of("partitioned", "layout", Set.of()).laidOut(" PARTITIONED BY (part)"),
        Kind.of("clustered", "layout", Set.of(TableFeature.CLUSTERING))
            .laidOut(" CLUSTER BY (id, n.b)"),
        Kind.of("appendOnly", "delete", Set.of(), "'delta.appendOnly'='true'"),
        Kind.of("notNull", "notNull", Set.of(TableFeature.ALLOW_COLUMN_DEFAULTS))
            .with("x INT NOT NULL DEFAULT 3", i -> "3"),
        Kind.of(
            "check",
            "check",
            Set.of(TableFeature.CHECK_CONSTRAINTS),
            "'delta.constraints.positive'='id >= 0 AND amount IS NOT NULL'"),
        Kind.of("generated", "generated", Set.of(TableFeature.GENERATED_COLUMNS))
            .with("g DATE GENERATED ALWAYS AS (CAST(at AS DATE))", i -> "19723"),
        Kind.of(
                "default",
                "default",
                Set.of(TableFeature.ALLOW_COLUMN_DEFAULTS),
                "'delta.feature.allowColumnDefaults'='supported'")
            .with("d INT DEFAULT 7 + 1", i -> "8"),
        Kind.of("identity", "identity", Set.of(TableFeature.IDENTITY_COLUMNS))
            .with("k BIGINT GENERATED ALWAYS AS IDENTITY (START WITH 10 INCREMENT BY 3)", i -> ""),
        Kind.of("varchar", "varchar", Set.of()).with("c VARCHAR(5)", i -> "null"),
        Kind.of(
            "mapping by name",
            "mapping",
            Set.of(TableFeature.COLUMN_MAPPING),
            "'delta.columnMapping.mode'='name'"),
        Kind.of(
            "mapping by id",
            "mapping",
            Set.of(TableFeature.COLUMN_MAPPING),
            "'delta.columnMapping.mode'='id'"),
        Kind.of(
            "rowTracking",
            "rowTracking",
            Set.of(TableFeature.ROW_TRACKING),
            "'delta.enableRowTracking'='true'"),
        Kind.of(
            "inCommitTimestamps",
            "times",
            Set.of(TableFeature.IN_COMMIT_TIMESTAMP),
            "'delta.enableInCommitTimestamps'='true'"),
        Kind.of(
            "changeDataFeed",
            "changes",
            Set.of(TableFeature.CHANGE_DATA_FEED),
            "'delta.enableChangeDataFeed'='true'"),
        Kind.of(
            "typeWidening",
            "widening",
            Set.of(TableFeature.TYPE_WIDENING),
            "'delta.enableTypeWidening'='true'"),
        Kind.of("timestampNtz", "ntz", Set.of(TableFeature.TIMESTAMP_NTZ))
            .with("z TIMESTAMP_NTZ", i -> "null"),
        Kind.of("variant", "variant", Set.of(TableFeature.VARIANT_TYPE))
            .with("v VARIANT", i -> "null"),
        Kind.of(
            "deletionVectors",
            "delete",
            Set.of(TableFeature.DELETION_VECTORS),
            "'delta.enableDeletionVectors'='true'"),
        Kind.of(
            "v2Checkpoint",
            "checkpoint",
            Set.of(TableFeature.V2_CHECKPOINT),
            "'delta.checkpointPolicy'='v2'",
            "'delta.checkpointInterval'='2'"),
        Kind.of("checkpoints", "checkpoint", Set.of(), "'delta.checkpointInterval'='2'"),
        Kind.of(
            "domainMetadata",
            "domains",
            Set.of(TableFeature.DOMAIN_METADATA),
            "'delta.feature.domainMetadata'='supported'"),
        Kind.of(
            "icebergCompatV2",
            "mapping",
            Set.of(TableFeature.ICEBERG_COMPAT_V2, TableFeature.COLUMN_MAPPING),
            "'delta.columnMapping.mode'='name'",
            "'delta.enableIcebergCompatV2'='true'"),
        Kind.of(
            "vacuumProtocolCheck",
            "vacuum",
            Set.of(TableFeature.VACUUM_PROTOCOL_CHECK),
            "'delta.feature.vacuumProtocolCheck'='supported'"));
  }

  private boolean has(String kind) {
    return kinds.stream().anyMatch(one -> one.name().equals(kind));
  }

  /** The statement that creates it. */
  String create() {
    StringBuilder columns = new StringBuilder(COLUMNS);
    List<String> properties = new ArrayList<>();
    StringBuilder layout = new StringBuilder();
    for (Kind kind : kinds) {
      columns.append(kind.column().isEmpty() ? "" : ", " + kind.column());
      properties.addAll(kind.properties());
      layout.append(kind.layout());
    }
    if (columns.indexOf(" DEFAULT ") >= 0 && !has("default")) {
      properties.add("'delta.feature.allowColumnDefaults'='supported'");
    }
    return "CREATE TABLE "
        + Spark.table(path)
        + " ("
        + columns
        + ") USING delta"
        + layout
        + (properties.isEmpty() ? "" : " TBLPROPERTIES (" + String.join(", ", properties) + ")");
  }

  /** The statement that adds rows {@code from} to {@code to}, exclusive. */
  String insert(long from, long to) {
    return "INSERT INTO "
        + Spark.table(path)
        + " ("
        + String.join(", ", GIVEN.names())
        + ") VALUES "
        + LongStream.range(from, to).mapToObj(SharedTable::sql).collect(Collectors.joining(", "));
  }

  private static String sql(long i) {
    return String.format(
        "(%d, %s, %d.25, TIMESTAMP'2024-01-01 00:%02d:00', %s, array('a', '%d'))",
        i,
        i % 5 == 0 ? "NULL" : "'p " + i % 3 + "'",
        i,
        i,
        i % 4 == 0 ? "NULL" : "named_struct('a', " + i + ", 'b', 'x" + i + "')",
        i);
  }

  /** We add rows {@code from} to {@code to}, exclusive. */
  void append(Table table, long from, long to) {
    List<Row> rows = LongStream.range(from, to).mapToObj(SharedTable::row).toList();
    table.append(Source.rows(GIVEN, rows)).execute();
  }

  private static Row row(long i) {
    return Row.of(
        GIVEN,
        i,
        i % 5 == 0 ? null : "p " + i % 3,
        new BigDecimal(i + ".25"),
        Instant.parse(String.format("2024-01-01T00:%02d:00Z", i)),
        i % 4 == 0 ? null : Row.of(POINT, (int) i, "x" + i),
        List.of("a", Long.toString(i)));
  }

  /** The rows that must be there, all but {@code deleted}, as text. */
  List<String> rows(long count, Set<Long> deleted) {
    return LongStream.range(0, count)
        .filter(i -> !deleted.contains(i))
        .mapToObj(this::text)
        .sorted()
        .toList();
  }

  private String text(long i) {
    StringBuilder text =
        new StringBuilder(
            String.format(
                "{\"id\":%d,\"part\":%s,\"amount\":\"%d.25\",\"at\":%d,\"n\":%s,\"tags\":[\"a\",\"%d\"]",
                i,
                i % 5 == 0 ? "null" : "\"p " + i % 3 + "\"",
                i,
                1_704_067_200_000_000L + i * 60_000_000L,
                i % 4 == 0 ? "null" : "{\"a\":" + i + ",\"b\":\"x" + i + "\"}",
                i));
    for (Kind kind : compared()) {
      text.append(",\"" + kind.columnName() + "\":" + kind.value().of(i));
    }
    return text.append('}').toString();
  }

  /** Numbers of identity columns are not to be foreseen, and are looked at by {@link #numbers}. */
  private List<Kind> compared() {
    return kinds.stream()
        .filter(kind -> !kind.column().isEmpty() && !kind.name().equals("identity"))
        .toList();
  }

  private List<String> comparedColumns() {
    List<String> columns = new ArrayList<>(GIVEN.names());
    compared().forEach(kind -> columns.add(kind.columnName()));
    return columns;
  }

  /** The rows as Spark reads them. */
  List<String> readBy(Spark spark) {
    return spark
        .sql("SELECT " + String.join(", ", comparedColumns()) + " FROM " + Spark.table(path))
        .rows();
  }

  /** The rows as we read them. */
  List<String> readBy(Table table) {
    CanonicalRows rows = new CanonicalRows();
    try (BatchReader batches =
        table.scan().select(comparedColumns().toArray(String[]::new)).batches()) {
      for (Batch batch : batches) {
        rows.add(batch);
      }
    }
    return rows.sorted();
  }

  /** What is wrong with the numbers of its identity column: empty if nothing. */
  String faultsOfNumbers(Spark spark, long rows) {
    if (!has("identity")) {
      return "";
    }
    String faults =
        "SELECT count(DISTINCT k) AS numbers, count_if((k - 10) % 3 <> 0 OR k < 10) AS strange FROM ";
    List<String> answer = spark.sql(faults + Spark.table(path)).rows();
    return answer.equals(List.of("{\"numbers\":" + rows + ",\"strange\":0}"))
        ? ""
        : answer.toString();
  }

  /** True if Spark can delete from it and leave a deletion vector. */
  boolean hasVectors() {
    return has("deletionVectors");
  }
}
