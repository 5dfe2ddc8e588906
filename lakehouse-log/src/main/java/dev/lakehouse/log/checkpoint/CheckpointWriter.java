package dev.lakehouse.log.checkpoint;

import dev.lakehouse.error.StorageException;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.io.Location;
import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.DomainMetadata;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.action.Txn;
import dev.lakehouse.log.protocol.TableProperty;
import dev.lakehouse.log.segment.LastCheckpoint;
import dev.lakehouse.log.segment.LogPath;
import dev.lakehouse.parquet.Compression;
import dev.lakehouse.parquet.write.ParquetWriter;
import dev.lakehouse.parquet.write.WriteOptions;
import dev.lakehouse.parquet.write.WrittenRowGroup;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Writes one version's state as a classic checkpoint: a single Parquet file of V1 content, which
 * every reader of the format knows. Takes the state an action at a time, so that memory does not
 * grow with the table. Used once, by one thread.
 *
 * <p>The file becomes visible when it is complete; until {@link #finish} nothing can be seen, and
 * without it nothing is left.
 */
public final class CheckpointWriter implements AutoCloseable {
  private static final int BATCH_ROWS = 1024;
  private static final long ROW_GROUP_BYTES = 16L << 20;

  private final FileIO files;
  private final Location table;
  private final long version;
  private final CheckpointSchema schema;
  private final ParquetWriter file;
  private final long oldestTombstone;
  private final Optional<Long> oldestTxn;
  private CheckpointRows rows;
  private long rowCount;
  private long addCount;

  private CheckpointWriter(
      FileIO files,
      Location table,
      long version,
      CheckpointSchema schema,
      ParquetWriter file,
      long oldestTombstone,
      Optional<Long> oldestTxn) {
    this.files = files;
    this.table = table;
    this.version = version;
    this.schema = schema;
    this.file = file;
    this.oldestTombstone = oldestTombstone;
    this.oldestTxn = oldestTxn;
    this.rows = new CheckpointRows(schema);
  }

  /**
   * Begins the checkpoint of {@code version}, which must be committed.
   *
   * @param now what the retention of tombstones and applications counts back from
   */
  public static CheckpointWriter create(
      FileIO files,
      Location table,
      long version,
      Protocol protocol,
      Metadata metadata,
      Instant now) {
    CheckpointSchema schema = CheckpointSchema.of(protocol, metadata);
    WriteOptions options =
        WriteOptions.builder()
            .compression(Compression.SNAPPY)
            .rowGroupBytes(ROW_GROUP_BYTES)
            .build();
    ParquetWriter file =
        ParquetWriter.create(
            files.create(LogPath.checkpoint(table, version)), schema.columns(), options);
    Duration tombstones = TableProperty.DELETED_FILE_RETENTION.of(metadata);
    CheckpointWriter writer =
        new CheckpointWriter(
            files,
            table,
            version,
            schema,
            file,
            now.minus(tombstones).toEpochMilli(),
            TableProperty.TXN_RETENTION.of(metadata).map(kept -> now.minus(kept).toEpochMilli()));
    writer.append(protocol);
    writer.append(metadata);
    return writer;
  }

  /** Takes a live file. */
  public void add(AddFile add) {
    addCount++;
    append(add);
  }

  /** Takes a tombstone; an expired one is left out. */
  public void tombstone(RemoveFile remove) {
    Long time = remove.deletionTimestamp();
    if (time != null && time > oldestTombstone) {
      append(remove);
    }
  }

  /** Takes the progress of an application; one that the table forgets is left out. */
  public void txn(Txn txn) {
    Long updated = txn.lastUpdated();
    if (oldestTxn.isEmpty() || (updated != null && updated > oldestTxn.get())) {
      append(txn);
    }
  }

  /** Takes a metadata domain; one that was removed is left out. */
  public void domain(DomainMetadata domain) {
    if (!domain.removed()) {
      append(domain);
    }
  }

  /** Takes all {@code adds} live files of a row group of another checkpoint as they are there. */
  void addAll(InputFile source, WrittenRowGroup group, long adds) {
    endRowGroup();
    file.append(source, group);
    rowCount += group.rows();
    addCount += adds;
  }

  /** Ends the row group, so that what comes goes into another. */
  void endRowGroup() {
    flush();
    file.endRowGroup();
  }

  /** The row groups, once finished. */
  List<WrittenRowGroup> rowGroups() {
    return file.rowGroups();
  }

  CheckpointSchema schema() {
    return schema;
  }

  /** Where the checkpoint stands, or will. */
  Location location() {
    return LogPath.checkpoint(table, version);
  }

  private void append(Action action) {
    rows.append(action);
    rowCount++;
    if (rows.size() == BATCH_ROWS) {
      flush();
    }
  }

  private void flush() {
    if (rows.size() > 0) {
      file.write(rows.build());
      rows = new CheckpointRows(schema);
    }
  }

  /**
   * Makes the checkpoint visible, and then the hint name it, unless that names a newer one. Where
   * another writer was faster its checkpoint, of the same state, stays.
   *
   * @return false if another writer was faster
   */
  public boolean finish() {
    flush();
    try {
      hint(file.finish().bytes());
      return true;
    } catch (StorageException e) {
      if (e.kind() == StorageException.Kind.CHANGED) {
        return false;
      }
      throw e;
    }
  }

  private void hint(long bytes) {
    long hinted = LastCheckpoint.read(files, table).map(LastCheckpoint::version).orElse(-1L);
    if (hinted < version) {
      LastCheckpoint hint = new LastCheckpoint(version, rowCount, null, bytes, addCount, null);
      files.put(LogPath.lastCheckpoint(table), hint.write());
    }
  }

  /** Drops what was written, unless it was finished. */
  @Override
  public void close() {
    file.close();
  }
}
