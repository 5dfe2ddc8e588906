package dev.lakehouse.interop;

import dev.lakehouse.CreateTable;
import dev.lakehouse.Lakehouse;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ColumnBuilder;
import dev.lakehouse.testing.CanonicalRows;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tables that we write for others to read, each with the rows that went in: the expected values are
 * the values given, not a reading of ours.
 */
final class OurTables {
  /** A table on disk and the canonical text of the rows that it must hold, sorted. */
  record Written(String name, Path path, List<String> rows) {}

  private final Lakehouse lake;
  private final Path folder;

  OurTables(Lakehouse lake, Path folder) {
    this.lake = lake;
    this.folder = folder;
  }

  List<Written> all() {
    return List.of(
        allTypes(),
        localTimes(),
        nested(),
        empty(),
        manyFiles(),
        overwritten(),
        partitionedByText(),
        partitionedByHivesNull(),
        partitionedByEveryType(),
        withProperty("deletion vectors allowed", "delta.enableDeletionVectors", "true"),
        withProperty("in-commit timestamps", "delta.enableInCommitTimestamps", "true"),
        withProperty("v2 checkpoints", "delta.checkpointPolicy", "v2"),
        withProperty(
            "checkpoint statistics as columns only", "delta.checkpoint.writeStatsAsJson", "false"),
        withProperty("Parquet in Snappy", "delta.parquet.compression.codec", "snappy"),
        withProperty("Parquet in LZ4", "delta.parquet.compression.codec", "lz4_raw"),
        withProperty("Parquet without compression", "delta.parquet.compression.codec", "none"));
  }

  private static StructType flatSchema() {
    return StructType.of(
        StructField.required("id", DataType.LONG),
        StructField.optional("bool", DataType.BOOLEAN),
        StructField.optional("byte", DataType.BYTE),
        StructField.optional("short", DataType.SHORT),
        StructField.optional("int", DataType.INT),
        StructField.optional("float", DataType.FLOAT),
        StructField.optional("double", DataType.DOUBLE),
        StructField.optional("text", DataType.STRING),
        StructField.optional("bytes", DataType.BINARY),
        StructField.optional("date", DataType.DATE),
        StructField.optional("time", DataType.TIMESTAMP),
        StructField.optional("small", DataType.decimal(9, 2)),
        StructField.optional("medium", DataType.decimal(18, 4)),
        StructField.optional("large", DataType.decimal(38, 10)));
  }

  private static List<@Nullable Object> flatRow(long id) {
    if (id % 4 == 3) {
      List<@Nullable Object> nulls = new ArrayList<>(Arrays.asList(new Object[14]));
      nulls.set(0, id);
      return nulls;
    }
    int sign = id % 2 == 0 ? 1 : -1;
    return Arrays.asList(
        id,
        id % 3 == 0,
        (byte) (sign * id % 128),
        (short) (sign * id * 300),
        (int) (sign * id * 70_000),
        id == 5 ? Float.NaN : sign * id / 3f,
        id == 6 ? Double.NEGATIVE_INFINITY : id == 8 ? -0.0 : sign * id / 7d,
        "ä€😀 " + "x".repeat((int) (id % 50)) + id,
        new byte[] {(byte) id, 0, -1},
        LocalDate.ofEpochDay(sign * id * 400),
        Instant.ofEpochSecond(sign * id * 1_000_003, 123_456_000),
        BigDecimal.valueOf(sign * id * 101, 2),
        BigDecimal.valueOf(sign * id * 1_000_000_007L, 4),
        new BigDecimal("1234567890123456789012345678.0000000001")
            .multiply(BigDecimal.valueOf(sign))
            .setScale(10));
  }

  private Written allTypes() {
    return write("all types", "allTypes", flatSchema(), List.of(), flat(0, 10), flat(10, 1000));
  }

  private static List<List<@Nullable Object>> flat(int from, int to) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = from; i < to; i++) {
      rows.add(flatRow(i));
    }
    return rows;
  }

  private Written localTimes() {
    StructType schema =
        StructType.of(
            StructField.optional("id", DataType.INT),
            StructField.optional("local", DataType.TIMESTAMP_NTZ));
    List<List<@Nullable Object>> rows =
        List.of(
            Arrays.asList(1, LocalDateTime.parse("1969-12-31T23:59:59.999999")),
            Arrays.asList(2, LocalDateTime.parse("2024-02-29T12:00:00.000001")),
            Arrays.asList(3, null));
    return write("timestamp_ntz", "localTimes", schema, List.of(), rows);
  }

  private Written nested() {
    StructType point =
        StructType.of(
            StructField.optional("x", DataType.INT), StructField.optional("y", DataType.STRING));
    StructType schema =
        StructType.of(
            StructField.optional("s", point),
            StructField.optional("a", DataType.array(DataType.STRING)),
            StructField.optional("aa", DataType.array(DataType.array(DataType.LONG))),
            StructField.optional("as", DataType.array(point)),
            StructField.optional("m", DataType.map(DataType.STRING, DataType.decimal(20, 3))),
            StructField.optional("ms", DataType.map(DataType.INT, point)));
    List<List<@Nullable Object>> rows =
        List.of(
            Arrays.asList(null, null, null, null, null, null),
            Arrays.asList(
                Arrays.asList(null, null), List.of(), List.of(), List.of(), Map.of(), Map.of()),
            Arrays.asList(
                Arrays.asList(1, "one"),
                Arrays.asList("a", null, ""),
                Arrays.asList(List.of(1L, 2L), null, List.of()),
                Arrays.asList(Arrays.asList(2, null), null),
                Map.of("k", new BigDecimal("1.500")),
                Map.of(7, Arrays.asList(null, "seven"))));
    return write("nested", "nested", schema, List.of(), rows);
  }

  private Written empty() {
    return write("no files", "empty", flatSchema(), List.of());
  }

  @SuppressWarnings("unchecked")
  private Written manyFiles() {
    List<List<@Nullable Object>>[] parts = new List[23];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = flat(i * 3, i * 3 + 3);
    }
    return write("checkpoint, 23 files", "manyFiles", flatSchema(), List.of(), parts);
  }

  private Written overwritten() {
    Written first = write("overwritten", "overwritten", flatSchema(), List.of(), flat(0, 50));
    Batch batch = batch(flatSchema(), flat(100, 120));
    lake.table(first.path.toString())
        .overwrite(Source.batches(flatSchema(), List.of(batch)))
        .execute();
    return new Written(first.name, first.path, new CanonicalRows().add(batch).sorted());
  }

  private Written partitionedByText() {
    StructType schema =
        StructType.of(
            StructField.optional("part", DataType.STRING),
            StructField.optional("id", DataType.INT));
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (String value :
        Arrays.asList(
            "a", "a/b", "%", "%20", " ", "=", "x=y", "ä€😀", "null", "a'b\"c", "{}[]^", "\\", "a:b",
            "#?&+", null)) {
      rows.add(Arrays.asList(value, rows.size()));
    }
    return write("odd partition values", "partText", schema, List.of("part"), rows);
  }

  /** The text that stands for null in the folders of Hive's tables, beside a null. */
  private Written partitionedByHivesNull() {
    StructType schema =
        StructType.of(
            StructField.optional("part", DataType.STRING),
            StructField.optional("id", DataType.INT));
    return write(
        "partition value of Hive's null",
        "partHive",
        schema,
        List.of("part"),
        List.of(Arrays.asList("__HIVE_DEFAULT_PARTITION__", 1), Arrays.asList(null, 2)));
  }

  private Written partitionedByEveryType() {
    StructType schema =
        StructType.of(
            StructField.optional("id", DataType.INT),
            StructField.optional("b", DataType.BOOLEAN),
            StructField.optional("l", DataType.LONG),
            StructField.optional("d", DataType.DATE),
            StructField.optional("t", DataType.TIMESTAMP),
            StructField.optional("n", DataType.decimal(10, 2)),
            StructField.optional("f", DataType.DOUBLE));
    List<List<@Nullable Object>> rows =
        List.of(
            Arrays.asList(
                1,
                true,
                Long.MIN_VALUE,
                LocalDate.parse("1600-01-01"),
                Instant.parse("1969-12-31T23:59:59.999999Z"),
                new BigDecimal("-0.10"),
                1.0E10),
            Arrays.asList(
                2,
                false,
                Long.MAX_VALUE,
                LocalDate.parse("2024-02-29"),
                Instant.parse("2024-06-01T10:00:00Z"),
                new BigDecimal("12345678.00"),
                -0.5),
            Arrays.asList(3, null, null, null, null, null, null));
    return write(
        "partitions of every type",
        "partTypes",
        schema,
        List.of("b", "l", "d", "t", "n", "f"),
        rows);
  }

  /** Four appends and two checkpoints. */
  private Written withProperty(String name, String key, String value) {
    return write(
        name,
        "property-" + key + "-" + value,
        flatSchema(),
        List.of(),
        Map.of(key, value, "delta.checkpointInterval", "2"),
        List.of(flat(0, 10), flat(10, 50), flat(50, 60), flat(60, 61)));
  }

  @SafeVarargs
  private Written write(
      String name,
      String directory,
      StructType schema,
      List<String> partitionedBy,
      List<List<@Nullable Object>>... appends) {
    return write(name, directory, schema, partitionedBy, Map.of(), List.of(appends));
  }

  private Written write(
      String name,
      String directory,
      StructType schema,
      List<String> partitionedBy,
      Map<String, String> properties,
      List<List<List<@Nullable Object>>> appends) {
    Path path = folder.resolve(directory);
    CreateTable create =
        lake.createTable(path.toString(), schema)
            .partitionedBy(partitionedBy.toArray(String[]::new));
    properties.forEach(create::property);
    Table table = create.execute();
    CanonicalRows expected = new CanonicalRows();
    for (List<List<@Nullable Object>> rows : appends) {
      Batch batch = batch(schema, rows);
      expected.add(batch);
      table.append(Source.batches(schema, List.of(batch))).execute();
    }
    return new Written(name, path, expected.sorted());
  }

  private static Batch batch(StructType schema, List<List<@Nullable Object>> rows) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < schema.size(); i++) {
      ColumnBuilder builder = ColumnBuilder.of(schema.field(i).type());
      for (List<@Nullable Object> row : rows) {
        builder.append(row.get(i));
      }
      columns.add(builder.build());
    }
    return new Batch(schema, columns, rows.size());
  }
}
