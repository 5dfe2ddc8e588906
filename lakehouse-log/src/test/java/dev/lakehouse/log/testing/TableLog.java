package dev.lakehouse.log.testing;

import dev.lakehouse.io.Environment;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.memory.MemoryFileIO;
import dev.lakehouse.log.DeltaLog;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.DomainMetadata;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.action.Txn;
import dev.lakehouse.log.checkpoint.CheckpointWriter;
import dev.lakehouse.log.segment.LogPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** A table's log being written by hand, a line at a time, into a store. */
public final class TableLog {
  /** Protocol of the tables of tests. */
  public static final String PROTOCOL =
      "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}";

  /** Protocol of tables with deletion vectors. */
  public static final String VECTOR_PROTOCOL =
      "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,"
          + "\"readerFeatures\":[\"deletionVectors\"],\"writerFeatures\":[\"deletionVectors\"]}}";

  /** Columns {@code id} long and {@code p} string, by which the table is partitioned. */
  public static final StructType SCHEMA =
      StructType.of(
          StructField.optional("id", DataType.LONG), StructField.optional("p", DataType.STRING));

  private final Location table;
  private final FileIO files;

  /** A log without a commit in {@code files}. */
  public TableLog(FileIO files) {
    this.files = files;
    this.table = Location.parse("memory://t/table");
  }

  /** A log without a commit. */
  public TableLog() {
    this(new MemoryFileIO());
  }

  /** A log of a table with version 0, which adds nothing. */
  public static TableLog created() {
    return new TableLog().commit(0, PROTOCOL, metadata());
  }

  /** The table. */
  public Location table() {
    return table;
  }

  /** The store. */
  public FileIO files() {
    return files;
  }

  /** The metadata of tables of tests. */
  public static String metadata() {
    return metadata(Map.of());
  }

  /** The metadata of tables of tests, with properties. */
  public static String metadata(Map<String, String> properties) {
    Metadata metadata = Metadata.of("id", null, null, SCHEMA, List.of("p"), properties, 1);
    return dev.lakehouse.log.action.ActionJson.write(metadata);
  }

  /** An add of a file. */
  public static String add(String path) {
    return "{\"add\":{\"path\":\""
        + path
        + "\",\"partitionValues\":{\"p\":\"x\"},\"size\":10,\"modificationTime\":1,\"dataChange\":true}}";
  }

  /** A remove of a file. */
  public static String remove(String path) {
    return "{\"remove\":{\"path\":\""
        + path
        + "\",\"deletionTimestamp\":5,\"dataChange\":true,\"extendedFileMetadata\":true,"
        + "\"partitionValues\":{\"p\":\"x\"},\"size\":10}}";
  }

  /** {@code line}, an add or remove, with a deletion vector. */
  public static String withVector(String line, String id, Integer offset) {
    return line.substring(0, line.length() - 2)
        + ",\"deletionVector\":{\"storageType\":\"u\",\"pathOrInlineDv\":\""
        + id
        + "\""
        + (offset == null ? "" : ",\"offset\":" + offset)
        + ",\"sizeInBytes\":1,\"cardinality\":1}}}";
  }

  /** Writes a commit of these lines. */
  public TableLog commit(long version, String... lines) {
    return put(LogPath.commit(table, version).name(), String.join("\n", lines) + "\n");
  }

  /** Writes a file of the log. */
  public TableLog put(String name, String text) {
    files.put(LogPath.log(table).child(name), text.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  /** Removes files of the log. */
  public TableLog delete(String... names) {
    for (String name : names) {
      files.delete(List.of(LogPath.log(table).child(name)));
    }
    return this;
  }

  /** The name of a commit's file. */
  public static String commitName(long version) {
    return String.format("%020d.json", version);
  }

  /** The name of a checkpoint's file. */
  public static String checkpointName(long version) {
    return String.format("%020d.checkpoint.parquet", version);
  }

  /** Writes the checkpoint of a version, and the hint to it. */
  public TableLog checkpoint(long version) {
    Snapshot snapshot = open().snapshot(version);
    try (CheckpointWriter writer =
        CheckpointWriter.create(
            files, table, version, snapshot.protocol(), snapshot.metadata(), Instant.EPOCH)) {
      snapshot.txns().forEach(writer::txn);
      snapshot.domains().values().forEach(writer::domain);
      snapshot.forEachAdd(writer::add);
      snapshot.forEachTombstone(writer::tombstone);
      writer.finish();
    }
    return this;
  }

  /** Removes the commits of versions {@code from} to {@code to}. */
  public TableLog deleteCommits(long from, long to) {
    for (long version = from; version <= to; version++) {
      delete(commitName(version));
    }
    return this;
  }

  /** A new handle on the table. */
  public DeltaLog open() {
    return DeltaLog.open(table, Environment.of(files));
  }

  /** The paths of the live files, sorted. */
  public static List<String> paths(Snapshot snapshot) {
    TreeSet<String> paths = new TreeSet<>();
    snapshot.forEachAdd(
        (AddFile add) ->
            paths.add(
                add.deletionVector() == null
                    ? add.path()
                    : add.path() + "#" + add.deletionVector().uniqueId()));
    return List.copyOf(paths);
  }

  /** The paths of the tombstones, sorted. */
  public static List<String> tombstones(Snapshot snapshot) {
    TreeSet<String> paths = new TreeSet<>();
    snapshot.forEachTombstone((RemoveFile remove) -> paths.add(remove.path()));
    return List.copyOf(paths);
  }

  /** All that a snapshot says, as comparable text. */
  public static List<String> state(Snapshot snapshot) {
    List<String> state = new ArrayList<>();
    Protocol protocol = snapshot.protocol();
    state.add(protocol.toString());
    state.add(snapshot.metadata().toString());
    snapshot.txns().stream().map(Txn::toString).sorted().forEach(state::add);
    snapshot.domains().values().stream().map(DomainMetadata::toString).sorted().forEach(state::add);
    List<String> adds = new ArrayList<>();
    snapshot.forEachAdd(add -> adds.add(add.toString()));
    adds.stream().sorted().forEach(state::add);
    List<String> removes = new ArrayList<>();
    snapshot.forEachTombstone(remove -> removes.add(remove.toString()));
    removes.stream().sorted().forEach(state::add);
    return state;
  }
}
