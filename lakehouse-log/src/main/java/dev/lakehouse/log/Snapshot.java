package dev.lakehouse.log;

import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.io.Location;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.CommitInfo;
import dev.lakehouse.log.action.DomainMetadata;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.action.Txn;
import dev.lakehouse.log.files.FileBatch;
import dev.lakehouse.log.files.FileFilter;
import dev.lakehouse.log.files.FileSchema;
import dev.lakehouse.log.files.LiveFiles;
import dev.lakehouse.log.protocol.ColumnMapping;
import dev.lakehouse.log.protocol.ProtocolRules;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.log.protocol.TableProperty;
import dev.lakehouse.log.protocol.TypeWidening;
import dev.lakehouse.log.replay.Replay;
import dev.lakehouse.log.replay.TableState;
import dev.lakehouse.log.segment.LogSegment;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A table at one version. Immutable and thread-safe; the files are read when they are first asked
 * for.
 *
 * <p>A snapshot exists only of a table that this library can read.
 */
public final class Snapshot {
  private final DeltaLog log;
  private final TableState state;
  private final FileSchema fileSchema;
  private volatile @Nullable TableState sound;

  private Snapshot(DeltaLog log, TableState state, FileSchema fileSchema) {
    this.log = log;
    this.state = state;
    this.fileSchema = fileSchema;
  }

  /**
   * The snapshot of {@code state}.
   *
   * @param before the snapshot before, whose schema is taken over if it is the same
   */
  static Snapshot of(DeltaLog log, TableState state, @Nullable Snapshot before) {
    if (before != null
        && before.state.metadata().equals(state.metadata())
        && before.state.protocol().equals(state.protocol())) {
      return new Snapshot(log, state, before.fileSchema);
    }
    return new Snapshot(log, state, check(log.table(), state));
  }

  private static FileSchema check(Location table, TableState state) {
    Metadata metadata = state.metadata();
    ProtocolRules.requireReadable(state.protocol(), table.toString());
    if (!metadata.formatProvider().equalsIgnoreCase("parquet")) {
      throw new CorruptTableException(
          "The files of "
              + table
              + " are in the format '"
              + metadata.formatProvider()
              + "'; only parquet can be read");
    }
    StructType schema = metadata.schema();
    TypeWidening.requireKnown(schema, table.toString());
    ColumnMapping mapping = ColumnMapping.of(state.protocol(), metadata, schema);
    List<StructField> partitions = new ArrayList<>();
    for (String name : metadata.partitionColumns()) {
      partitions.add(
          schema
              .find(name)
              .orElseThrow(
                  () ->
                      new CorruptTableException(
                          table + " is partitioned by '" + name + "', which its schema lacks")));
    }
    return new FileSchema(schema, partitions, mapping);
  }

  /** The log it is of. */
  public DeltaLog log() {
    return log;
  }

  /** The version. */
  public long version() {
    return state.segment().version();
  }

  /** The files of the log from which it was read. */
  public LogSegment segment() {
    return state.segment();
  }

  /** The protocol in force. */
  public Protocol protocol() {
    return state.protocol();
  }

  /** The metadata in force. */
  public Metadata metadata() {
    return state.metadata();
  }

  /** The table's schema. */
  public StructType schema() {
    return fileSchema.schema();
  }

  /** The partition columns, in order. */
  public List<StructField> partitionFields() {
    return fileSchema.partitionFields();
  }

  /** Logical to physical names. */
  public ColumnMapping columnMapping() {
    return fileSchema.mapping();
  }

  /** True if the table may use {@code feature}. */
  public boolean supports(TableFeature feature) {
    return ProtocolRules.supports(protocol(), feature);
  }

  /** The value of a property. */
  public <T> T property(TableProperty<T> property) {
    return property.of(metadata());
  }

  /** Who committed this version; empty if the log does not say. */
  public Optional<CommitInfo> commitInfo() {
    return Optional.ofNullable(state.commitInfo());
  }

  /** How far {@code appId} came, unless that is too old to count. */
  public Optional<Txn> txn(String appId) {
    return Optional.ofNullable(state.txns().get(appId)).filter(this::counts);
  }

  /** How far all applications came, where that is not too old to count. */
  public List<Txn> txns() {
    return state.txns().values().stream().filter(this::counts).toList();
  }

  private boolean counts(Txn txn) {
    Optional<Duration> retention = property(TableProperty.TXN_RETENTION);
    if (retention.isEmpty()) {
      return true;
    }
    Long updated = txn.lastUpdated();
    long now = log.environment().clock().millis();
    return updated != null && updated > now - retention.get().toMillis();
  }

  /** The live metadata domains by name. */
  public Map<String, DomainMetadata> domains() {
    return state.domains();
  }

  /** The live files. The first call may read a checkpoint. */
  public LiveFiles files() {
    TableState usable = sound;
    LiveFiles files = usable == null ? filesOrFallback() : usable.files();
    if (!supports(TableFeature.DELETION_VECTORS) && files.countWithVectors() > 0) {
      throw new CorruptTableException(
          "Files of "
              + log.table()
              + " have deletion vectors, but the table's protocol does not list the feature '"
              + TableFeature.DELETION_VECTORS.featureName()
              + "'");
    }
    return files;
  }

  /** A checkpoint whose files cannot be read makes way for an older one, or none. */
  private LiveFiles filesOrFallback() {
    try {
      return state.files();
    } catch (LakehouseException e) {
      if (state.segment().checkpoint().isEmpty() || !Replay.isOfCheckpoint(e)) {
        throw e;
      }
      TableState other = log.reload(version(), state.segment().checkpoint().get(), e);
      LiveFiles files = other.files();
      sound = other;
      return files;
    }
  }

  /**
   * How many live files there are, and their bytes. Reads no checkpoint where the version has a
   * checksum file, or where the files are read anyway.
   */
  public FileTotals totals() {
    return (filesAreRead() ? Optional.<FileTotals>empty() : FileTotals.written(this))
        .orElseGet(() -> new FileTotals(files().count(), files().bytes()));
  }

  private TableState soundState() {
    files();
    TableState usable = sound;
    return usable == null ? state : usable;
  }

  TableState state() {
    TableState usable = sound;
    return usable == null ? state : usable;
  }

  /** The live files that may hold rows for which {@code predicate} is TRUE, some at a time. */
  public Iterator<FileBatch> files(Expression predicate, ExpressionContext context) {
    return files().select(filter(predicate, context));
  }

  /** All live files, some at a time. */
  public Iterator<FileBatch> files(ExpressionContext context) {
    return files().select(FileFilter.all(fileSchema, context));
  }

  /** A filter of files for {@code predicate}. */
  public FileFilter filter(Expression predicate, ExpressionContext context) {
    return FileFilter.bind(predicate, fileSchema, context);
  }

  /** True if {@link #files()} reads nothing more. */
  boolean filesAreRead() {
    return state().filesAreRead();
  }

  /** Gives every live file with all that the log says of it. */
  public void forEachAdd(Consumer<AddFile> consumer) {
    files().forEachAdd(consumer);
  }

  /** Gives the tombstones, expired ones too. */
  public void forEachTombstone(Consumer<RemoveFile> consumer) {
    soundState().forEachTombstone(consumer);
  }

  /** For messages: {@code version 7 of s3://b/t}. */
  @Override
  public String toString() {
    return "version " + version() + " of " + log.table();
  }
}
