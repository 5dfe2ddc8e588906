package dev.lakehouse.log.checkpoint;

import static dev.lakehouse.types.StructField.optional;
import static dev.lakehouse.types.StructField.required;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.local.LocalFileIO;
import dev.lakehouse.io.testing.SimulatedTime;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.DeletionVectorDescriptor;
import dev.lakehouse.log.action.DomainMetadata;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.action.Txn;
import dev.lakehouse.log.segment.LastCheckpoint;
import dev.lakehouse.log.segment.LogPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructType;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads what is written with DuckDB, which knows nothing of this library. */
class CheckpointWriterTest {
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
  private static final long MILLIS = NOW.toEpochMilli();
  private static final StructType SCHEMA =
      StructType.of(
          required("id", DataType.LONG),
          optional("day", DataType.DATE),
          optional("at", DataType.TIMESTAMP),
          optional("price", DataType.decimal(10, 2)),
          optional("s", StructType.of(optional("name", DataType.STRING))),
          optional("flag", DataType.BOOLEAN),
          optional("list", DataType.array(DataType.INT)));
  private static final String STATS =
      "{\"numRecords\":3,\"minValues\":{\"id\":1,\"at\":\"2024-01-01T10:00:00.123Z\","
          + "\"price\":1.50,\"s\":{\"name\":\"a\"}},\"maxValues\":{\"id\":9,"
          + "\"at\":\"2024-01-02T10:00:00.123Z\",\"price\":12.25,\"s\":{\"name\":\"z\"}},"
          + "\"nullCount\":{\"id\":0,\"at\":0,\"price\":1,\"s\":{\"name\":0},\"flag\":2,\"list\":3},"
          + "\"tightBounds\":true}";

  @TempDir private Path folder;
  private Location table = Location.of(Path.of("/"));
  private final LocalFileIO files = new LocalFileIO(new SimulatedTime().storageOptions());

  @BeforeEach
  void place() {
    table = Location.of(folder.resolve("a table"));
  }

  private static Metadata metadata(List<String> partitions, Map<String, String> properties) {
    return new Metadata(
        "id",
        "name",
        null,
        "parquet",
        Map.of(),
        dev.lakehouse.types.SchemaJson.write(SCHEMA),
        partitions,
        properties,
        7L);
  }

  private void write(Protocol protocol, Metadata metadata, Consumer<CheckpointWriter> content) {
    try (CheckpointWriter writer =
        CheckpointWriter.create(files, table, 10, protocol, metadata, NOW)) {
      content.accept(writer);
      writer.finish();
    }
  }

  private List<List<@Nullable Object>> query(String columns, String where) {
    String file = LogPath.checkpoint(table, 10).path();
    String sql = "SELECT " + columns + " FROM read_parquet('" + file + "') WHERE " + where;
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("SET TimeZone='UTC'");
      try (ResultSet rows = statement.executeQuery(sql)) {
        List<List<@Nullable Object>> result = new ArrayList<>();
        while (rows.next()) {
          List<@Nullable Object> row = new ArrayList<>();
          for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
            Object value = rows.getObject(i);
            row.add(value == null ? null : value.toString());
          }
          result.add(row);
        }
        return result;
      }
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  private static List<@Nullable Object> row(@Nullable Object... values) {
    return Arrays.asList(values);
  }

  @Test
  void everyKindOfActionIsThereOnce() {
    Map<String, @Nullable String> partition = new LinkedHashMap<>();
    partition.put("day", null);
    DeletionVectorDescriptor vector =
        new DeletionVectorDescriptor("u", "vBn[lx{q8@P<9BNH/isA", 1, 36, 2);
    AddFile add =
        new AddFile(
            "day=x/part%20a",
            partition, 100, 5, true, STATS, Map.of("tag", "1"), vector, 40L, 3L, "liquid");
    RemoveFile remove = add.toRemove(MILLIS - 1, true);
    write(
        new Protocol(3, 7, Set.of("deletionVectors"), Set.of("deletionVectors", "appendOnly")),
        metadata(List.of("day"), Map.of("k", "v")),
        writer -> {
          writer.txn(new Txn("app", 4, 9L));
          writer.domain(new DomainMetadata("d", "{}", false));
          writer.add(add);
          writer.tombstone(remove);
        });
    assertEquals(List.of(row("6")), query("count(*)", "true"));
    assertEquals(
        List.of(row("3", "7", "[deletionVectors]")),
        query(
            "protocol.minReaderVersion, protocol.minWriterVersion, protocol.readerFeatures",
            "protocol IS NOT NULL"));
    assertEquals(
        List.of(row("id", "name", null, "parquet", "[day]", "{k=v}", "7")),
        query(
            "metaData.id, metaData.name, metaData.description, metaData.format.provider,"
                + " metaData.partitionColumns, metaData.configuration, metaData.createdTime",
            "metaData IS NOT NULL"));
    assertEquals(
        List.of(row("app", "4", "9")),
        query("txn.appId, txn.version, txn.lastUpdated", "txn IS NOT NULL"));
    assertEquals(
        List.of(row("d", "{}", "false")),
        query(
            "domainMetadata.domain, domainMetadata.configuration, domainMetadata.removed",
            "domainMetadata IS NOT NULL"));
    assertEquals(
        List.of(
            row(
                "day=x/part%20a",
                "{day=null}",
                "100",
                "5",
                "false",
                "{tag=1}",
                "vBn[lx{q8@P<9BNH/isA",
                "1",
                "36",
                "2",
                "40",
                "3",
                "liquid",
                STATS)),
        query(
            "add.path, add.partitionValues, add.size, add.modificationTime, add.dataChange,"
                + " add.tags, add.deletionVector.pathOrInlineDv, add.deletionVector.offset,"
                + " add.deletionVector.sizeInBytes, add.deletionVector.cardinality,"
                + " add.baseRowId, add.defaultRowCommitVersion, add.clusteringProvider, add.stats",
            "add IS NOT NULL"));
    assertEquals(
        List.of(row("day=x/part%20a", Long.toString(MILLIS - 1), "false", "true", "100", "1")),
        query(
            "remove.path, remove.deletionTimestamp, remove.dataChange,"
                + " remove.extendedFileMetadata, remove.size, remove.deletionVector.offset",
            "remove IS NOT NULL"));
  }

  @Test
  void statisticsAreThereAsValuesToo() {
    write(
        new Protocol(1, 2),
        metadata(List.of("day"), Map.of()),
        writer -> writer.add(AddFile.of("a", Map.of("day", "2024-02-29"), 1, 1, STATS)));
    assertEquals(
        List.of(
            row(
                "3",
                "1",
                "9",
                "2024-01-01 10:00:00.123+00",
                "1.50",
                "12.25",
                "z",
                "1",
                "2",
                "3",
                "0",
                "true",
                "2024-02-29")),
        query(
            "add.stats_parsed.numRecords, add.stats_parsed.minValues.id,"
                + " add.stats_parsed.maxValues.id, add.stats_parsed.minValues.at::VARCHAR,"
                + " add.stats_parsed.minValues.price, add.stats_parsed.maxValues.price,"
                + " add.stats_parsed.maxValues.s.name, add.stats_parsed.nullCount.price,"
                + " add.stats_parsed.nullCount.flag, add.stats_parsed.nullCount.list,"
                + " add.stats_parsed.nullCount.s.name, add.stats_parsed.tightBounds,"
                + " add.partitionValues_parsed.day",
            "add IS NOT NULL"));
  }

  @Test
  void withoutStatisticsTheColumnsAreThere() {
    write(
        new Protocol(1, 2),
        metadata(List.of(), Map.of()),
        writer -> writer.add(AddFile.of("a", Map.of(), 1, 1, null)));
    assertEquals(
        List.of(row(null, null, "{}", null)),
        query(
            "add.stats, add.stats_parsed, add.partitionValues, add.deletionVector",
            "add IS NOT NULL"));
  }

  @Test
  void theTableSaysInWhichFormStatisticsStand() {
    write(
        new Protocol(1, 2),
        metadata(
            List.of(),
            Map.of(
                "delta.checkpoint.writeStatsAsJson", "false",
                "delta.checkpoint.writeStatsAsStruct", "true")),
        writer -> writer.add(AddFile.of("a", Map.of(), 1, 1, STATS)));
    assertEquals(
        List.of(row(null, "3")),
        query("add.stats, add.stats_parsed.numRecords", "add IS NOT NULL"));
    files.delete(List.of(LogPath.checkpoint(table, 10)));
    write(
        new Protocol(1, 2),
        metadata(List.of("day"), Map.of("delta.checkpoint.writeStatsAsStruct", "false")),
        writer -> writer.add(AddFile.of("a", Map.of("day", "2024-01-01"), 1, 1, STATS)));
    assertEquals(List.of(row(STATS)), query("add.stats", "add IS NOT NULL"));
    assertEquals(
        List.of(), query("typeof(add)", "add IS NOT NULL AND typeof(add) LIKE '%_parsed%'"));
  }

  @Test
  void expiredTombstonesAndApplicationsAreLeftOut() {
    long week = Duration.ofDays(7).toMillis();
    AddFile file = AddFile.of("gone", Map.of(), 1, 1, STATS);
    RemoveFile undated =
        new RemoveFile("undated", null, true, null, null, null, null, Map.of(), null, null, null);
    write(
        new Protocol(1, 2),
        metadata(List.of(), Map.of("delta.setTransactionRetentionDuration", "interval 1 day")),
        writer -> {
          writer.tombstone(file.toRemove(MILLIS - week, true));
          writer.tombstone(file.toRemove(MILLIS - week + 1, true));
          writer.tombstone(undated);
          writer.txn(new Txn("old", 1, MILLIS - Duration.ofDays(1).toMillis()));
          writer.txn(new Txn("new", 1, MILLIS));
          writer.txn(new Txn("undated", 1, null));
          writer.domain(new DomainMetadata("ended", "", true));
        });
    assertEquals(
        List.of(row(Long.toString(MILLIS - week + 1))),
        query("remove.deletionTimestamp", "remove IS NOT NULL"));
    assertEquals(List.of(row("new")), query("txn.appId", "txn IS NOT NULL"));
    assertEquals(List.of(), query("1", "domainMetadata IS NOT NULL"));
  }

  @Test
  void aPartitionValueThatDoesNotParseIsNullAsAValue() {
    write(
        new Protocol(1, 2),
        metadata(List.of("day"), Map.of()),
        writer -> {
          writer.add(AddFile.of("bad", Map.of("day", "no day"), 1, 1, null));
          writer.add(AddFile.of("null", Collections.singletonMap("day", null), 1, 1, null));
        });
    assertEquals(
        List.of(row("bad", "{day=no day}", null), row("null", "{day=null}", null)),
        query(
            "add.path, add.partitionValues, add.partitionValues_parsed.day",
            "add IS NOT NULL ORDER BY 1"));
  }

  @Test
  void manyFilesAreWrittenInPieces() {
    write(
        new Protocol(1, 2),
        metadata(List.of(), Map.of()),
        writer -> {
          for (int i = 0; i < 5000; i++) {
            writer.add(AddFile.of("part-" + i, Map.of(), i, i, STATS));
          }
        });
    assertEquals(
        List.of(row("5000", "12497500", "5000")),
        query(
            "count(DISTINCT add.path), sum(add.size), sum(add.stats_parsed.minValues.id)",
            "add IS NOT NULL"));
  }

  @Test
  void theHintNamesTheCheckpointAndOnlyMovesOn() {
    write(
        new Protocol(1, 2),
        metadata(List.of(), Map.of()),
        writer -> writer.add(AddFile.of("a", Map.of(), 1, 1, null)));
    LastCheckpoint hint = LastCheckpoint.read(files, table).orElseThrow();
    assertEquals(10, hint.version());
    assertEquals(3, hint.size());
    assertEquals(1L, hint.numOfAddFiles());
    assertEquals(files.stat(LogPath.checkpoint(table, 10)).length(), hint.sizeInBytes());
    LastCheckpoint newer = new LastCheckpoint(20, 1, null, null, null, null);
    files.put(LogPath.lastCheckpoint(table), newer.write());
    files.delete(List.of(LogPath.checkpoint(table, 10)));
    write(new Protocol(1, 2), metadata(List.of(), Map.of()), writer -> {});
    assertEquals(20, LastCheckpoint.read(files, table).orElseThrow().version());
  }

  @Test
  void aCheckpointOfAnotherWriterStays() {
    write(
        new Protocol(1, 2),
        metadata(List.of(), Map.of()),
        writer -> writer.add(AddFile.of("first", Map.of(), 1, 1, null)));
    write(
        new Protocol(1, 2),
        metadata(List.of(), Map.of()),
        writer -> writer.add(AddFile.of("second", Map.of(), 1, 1, null)));
    assertEquals(List.of(row("first")), query("add.path", "add IS NOT NULL"));
  }

  @Test
  void withoutAnEndNothingIsThere() {
    try (CheckpointWriter writer =
        CheckpointWriter.create(
            files, table, 10, new Protocol(1, 2), metadata(List.of(), Map.of()), NOW)) {
      writer.add(AddFile.of("a", Map.of(), 1, 1, null));
    }
    try (CloseableIterator<FileEntry> entries = files.list(LogPath.log(table), null)) {
      assertFalse(entries.hasNext());
    }
    assertTrue(LastCheckpoint.read(files, table).isEmpty());
  }
}
