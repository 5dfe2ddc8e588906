package dev.lakehouse.maintain;

import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.io.Environment;
import dev.lakehouse.io.Location;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.Transaction;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.DeletionVectorDescriptor;
import dev.lakehouse.log.action.DomainMetadata;
import dev.lakehouse.log.action.FileKey;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.dv.DeletionVectorStore;
import dev.lakehouse.log.protocol.IdentityMarks;
import dev.lakehouse.log.protocol.ProtocolRules;
import dev.lakehouse.log.protocol.TableProperty;
import dev.lakehouse.log.replay.Tasks;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What makes a table again what it was at an older version: files to bring back and files to take
 * away, by path and deletion vector, and the older metadata. Immutable.
 */
public final class RestorePlan {
  private static final int NAMED_FILES = 100;
  private static final String CLUSTERING = "delta.clustering";

  private final Snapshot now;
  private final Snapshot then;
  private final List<AddFile> restored = new ArrayList<>();
  private final List<AddFile> removed = new ArrayList<>();

  private RestorePlan(Snapshot now, Snapshot then) {
    this.now = now;
    this.then = then;
  }

  /**
   * The plan that makes {@code now}, the newest version, what {@code then} was.
   *
   * @throws ConstraintViolationException if the table is append-only
   */
  public static RestorePlan of(Snapshot now, Snapshot then) {
    RestorePlan plan = new RestorePlan(now, then);
    plan.requireAllowed();
    plan.compare();
    return plan;
  }

  private void requireAllowed() {
    if (now.property(TableProperty.APPEND_ONLY)) {
      throw new ConstraintViolationException(
          "Cannot restore "
              + now.log().table()
              + ": it is append-only (property "
              + TableProperty.APPEND_ONLY
              + "), and a restore takes rows away. Read the older version instead, or set the"
              + " property to false first.");
    }
  }

  private void compare() {
    Set<FileKey> live = new HashSet<>();
    now.forEachAdd(file -> live.add(file.key()));
    Set<FileKey> kept = new HashSet<>();
    then.forEachAdd(
        file -> {
          FileKey key = file.key();
          if (live.contains(key)) {
            kept.add(key);
          } else {
            restored.add(file);
          }
        });
    now.forEachAdd(
        file -> {
          if (!kept.contains(file.key())) {
            removed.add(file);
          }
        });
  }

  /** The files to bring back, as the older version has them. */
  public List<AddFile> restored() {
    return restored;
  }

  /** The files to take away, as the newest version has them. */
  public List<AddFile> removed() {
    return removed;
  }

  /** How many files the table will have. */
  public long filesAfter() {
    return then.files().count();
  }

  /** The length of the files that the table will have. */
  public long bytesAfter() {
    return then.files().bytes();
  }

  /** The length of {@code files}. */
  public static long bytes(List<AddFile> files) {
    return files.stream().mapToLong(AddFile::size).sum();
  }

  /**
   * Checks that the files to bring back are still in the storage.
   *
   * @throws StorageException of kind {@code MISSING} if some are not, naming up to 100
   */
  public void requireFiles(Environment environment) {
    Set<Location> needed = new LinkedHashSet<>();
    DeletionVectorStore vectors = new DeletionVectorStore(environment.files(), now.log().table());
    for (AddFile file : restored) {
      needed.add(now.log().table().resolveUri(file.path()));
      DeletionVectorDescriptor vector = file.deletionVector();
      if (vector != null && !vector.storageType().equals(DeletionVectorDescriptor.INLINE)) {
        needed.add(vectors.location(vector));
      }
    }
    List<Location> gone =
        Tasks.map(
                environment.executor(),
                List.copyOf(needed),
                file -> isThere(environment, file) ? Optional.<Location>empty() : Optional.of(file))
            .stream()
            .flatMap(Optional::stream)
            .toList();
    if (!gone.isEmpty()) {
      throw missing(gone);
    }
  }

  private static boolean isThere(Environment environment, Location file) {
    try {
      environment.files().stat(file);
      return true;
    } catch (StorageException e) {
      if (e.kind() == StorageException.Kind.MISSING) {
        return false;
      }
      throw e;
    }
  }

  private StorageException missing(List<Location> gone) {
    String names =
        gone.stream().limit(NAMED_FILES).map(Location::toString).collect(Collectors.joining(", "));
    return new StorageException(
        StorageException.Kind.MISSING,
        now.log().table().toString(),
        "restore",
        gone.size()
            + " files of version "
            + then.version()
            + " are gone, deleted by VACUUM or another program: "
            + names
            + (gone.size() > NAMED_FILES ? " and others" : "")
            + ". Nothing was changed; put them back, or restore a version whose files are there.",
        null);
  }

  /** Tells {@code transaction}, one on the newest version, all that is to change. */
  public void apply(Transaction transaction, long millis) {
    transaction.requireNewest();
    removed.forEach(file -> transaction.remove(file.toRemove(millis, true)));
    transaction.change(ProtocolRules.merge(then.protocol(), now.protocol()), metadata());
    restored.forEach(file -> transaction.add(file.withDataChange(true)));
    clustering().ifPresent(transaction::change);
  }

  /** The older metadata, but for what only ever goes on. */
  private Metadata metadata() {
    Metadata old = then.metadata();
    Map<String, String> properties = new LinkedHashMap<>(old.configuration());
    if (then.property(TableProperty.ENABLE_IN_COMMIT_TIMESTAMPS)) {
      // Times were kept in commits from when the table was told so last, not at the older version.
      take(properties, TableProperty.IN_COMMIT_TIMESTAMP_VERSION.key());
      take(properties, TableProperty.IN_COMMIT_TIMESTAMP_TIME.key());
    }
    String highest = TableProperty.COLUMN_MAPPING_MAX_ID.key();
    if (properties.containsKey(highest)) {
      long id =
          Math.max(
              then.property(TableProperty.COLUMN_MAPPING_MAX_ID),
              now.property(TableProperty.COLUMN_MAPPING_MAX_ID));
      properties.put(highest, Long.toString(id));
    }
    StructType schema = IdentityMarks.furthest(then.schema(), now.schema());
    Metadata restoredMetadata = old.withConfiguration(properties);
    return schema.equals(then.schema()) ? restoredMetadata : restoredMetadata.withSchema(schema);
  }

  private void take(Map<String, String> properties, String key) {
    String value = now.metadata().configuration().get(key);
    if (value == null) {
      properties.remove(key);
    } else {
      properties.put(key, value);
    }
  }

  private Optional<DomainMetadata> clustering() {
    String old = configuration(then);
    String current = configuration(now);
    if (Objects.equals(old, current)) {
      return Optional.empty();
    }
    String restoredText = old == null ? "{\"clusteringColumns\":[]}" : old;
    return Optional.of(new DomainMetadata(CLUSTERING, restoredText, false));
  }

  private static @Nullable String configuration(Snapshot snapshot) {
    DomainMetadata domain = snapshot.domains().get(CLUSTERING);
    return domain == null ? null : domain.configuration();
  }

  /** Numbers as Delta Spark names them. */
  public Map<String, Long> metrics() {
    Map<String, Long> metrics = new LinkedHashMap<>();
    metrics.put("tableSizeAfterRestore", bytesAfter());
    metrics.put("numOfFilesAfterRestore", filesAfter());
    metrics.put("numRemovedFiles", (long) removed.size());
    metrics.put("numRestoredFiles", (long) restored.size());
    metrics.put("removedFilesSize", bytes(removed));
    metrics.put("restoredFilesSize", bytes(restored));
    return metrics;
  }
}
