package dev.lakehouse.change;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.Environment;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.CdcFile;
import dev.lakehouse.log.action.DeletionVectorDescriptor;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.dv.DeletionVector;
import dev.lakehouse.log.dv.DeletionVectorStore;
import dev.lakehouse.log.files.FileFilter;
import dev.lakehouse.log.files.FileSchema;
import dev.lakehouse.log.protocol.ColumnMapping;
import dev.lakehouse.scan.FileReader;
import dev.lakehouse.scan.ScanFile;
import dev.lakehouse.scan.ScanQuery;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The files to read for the changes of one commit, those left out that have no row wanted. */
final class FeedFiles {
  private final Environment environment;
  private final FeedRange range;
  private final ScanQuery query;
  private final FeedCommit commit;
  private final List<StructField> partitions;
  private final DeletionVectorStore vectors;
  private final String time;

  FeedFiles(Environment environment, FeedRange range, ScanQuery query, FeedCommit commit) {
    this.environment = environment;
    this.range = range;
    this.query = query;
    this.commit = commit;
    this.partitions = partitions(range.metadataAt(commit.version()));
    this.vectors = new DeletionVectorStore(environment.files(), query.table());
    this.time = range.history().timeOf(commit.version(), commit.info()).toString();
  }

  /** The partition columns at the commit, as the feed's schema has them. */
  private List<StructField> partitions(Metadata metadata) {
    StructType schema = metadata.schema();
    ColumnMapping older = ColumnMapping.of(range.end().protocol(), metadata, schema);
    ColumnMapping newer = range.end().columnMapping();
    List<StructField> fields = new ArrayList<>();
    for (String name : metadata.partitionColumns()) {
      String physical = older.physicalName(name);
      fields.add(
          range.columns().fields().stream()
              .filter(field -> newer.physicalName(field).equalsIgnoreCase(physical))
              .findFirst()
              .orElseThrow(
                  () ->
                      new CorruptTableException(
                          "Version "
                              + commit.version()
                              + " of "
                              + query.table()
                              + " is partitioned by '"
                              + name
                              + "', which its schema lacks")));
    }
    return fields;
  }

  /** Opens the files; each opener may run on any thread. */
  List<Supplier<CloseableIterator<Batch>>> openers() {
    return commit.changes().isEmpty() ? ofData() : ofChanges();
  }

  private List<Supplier<CloseableIterator<Batch>>> ofChanges() {
    List<StructField> constants = join(partitions, FeedColumns.OF_COMMIT);
    FileReader reader = reader(constants);
    List<AddFile> files = commit.changes().stream().map(this::changes).toList();
    List<Supplier<CloseableIterator<Batch>>> openers = new ArrayList<>();
    for (AddFile file : wanted(files, constants)) {
      openers.add(() -> reader.read(scanFile(file), Runnable::run));
    }
    return openers;
  }

  private AddFile changes(CdcFile file) {
    return AddFile.of(file.path(), constants(file.partitionValues(), null), file.size(), 0, null);
  }

  private List<Supplier<CloseableIterator<Batch>>> ofData() {
    List<Change> changes = new ArrayList<>();
    for (RemoveFile remove : commit.removes().values()) {
      AddFile old = commit.readable(remove, !partitions.isEmpty(), size(remove));
      AddFile now = commit.adds().get(remove.path());
      changes.add(now == null ? deleted(old, null) : deleted(old, now.deletionVector()));
    }
    for (AddFile add : commit.adds().values()) {
      RemoveFile old = commit.removes().get(add.path());
      changes.add(old == null ? inserted(add, null) : inserted(add, old.deletionVector()));
    }
    List<StructField> constants = join(partitions, FeedColumns.ALL);
    FileReader reader = reader(constants);
    boolean[] may = mayMatch(changes.stream().map(Change::file).toList(), constants);
    List<Supplier<CloseableIterator<Batch>>> openers = new ArrayList<>();
    for (int i = 0; i < may.length; i++) {
      Change change = changes.get(i);
      if (may[i]) {
        openers.add(() -> open(reader, change));
      }
    }
    return openers;
  }

  /**
   * Rows that came or went.
   *
   * @param file the file that holds them; its vector leaves out those that are not concerned
   * @param isRewritten whether the file was there before and after, with other vectors
   * @param other of a file that was there before and after: the vector of the other time
   */
  private record Change(
      AddFile file, boolean isRewritten, @Nullable DeletionVectorDescriptor other) {}

  /** The rows of {@code old}, or those of them that its new vector deletes. */
  private Change deleted(AddFile old, @Nullable DeletionVectorDescriptor newVector) {
    boolean isRewritten = commit.adds().containsKey(old.path());
    return new Change(of(old, "delete"), isRewritten, newVector);
  }

  /** The rows of {@code add}, or those of them that its old vector deleted. */
  private Change inserted(AddFile add, @Nullable DeletionVectorDescriptor oldVector) {
    boolean isRewritten = commit.removes().containsKey(add.path());
    return new Change(of(add, "insert"), isRewritten, oldVector);
  }

  private AddFile of(AddFile file, String type) {
    return new AddFile(
        file.path(),
        constants(file.partitionValues(), type),
        file.size(),
        0,
        true,
        file.stats(),
        Map.of(),
        file.deletionVector(),
        null,
        null,
        null);
  }

  private CloseableIterator<Batch> open(FileReader reader, Change change) {
    ScanFile file = scanFile(change.file);
    if (!change.isRewritten) {
      return reader.read(file, Runnable::run);
    }
    // Live at one time and deleted at the other: what the vector of the other time has more.
    DeletionVector rows = vector(change.other).andNot(vector(file.deletionVector()));
    return rows.isEmpty()
        ? CloseableIterator.of(List.<Batch>of())
        : reader.readOnly(file, rows, Runnable::run);
  }

  private DeletionVector vector(@Nullable DeletionVectorDescriptor descriptor) {
    return descriptor == null ? DeletionVector.NONE : vectors.read(descriptor);
  }

  private static ScanFile scanFile(AddFile file) {
    return new ScanFile(
        file.path(), file.size(), file.partitionValues(), file.deletionVector(), null);
  }

  private long size(RemoveFile remove) {
    Long size = remove.size();
    return size != null
        ? size
        : environment.files().stat(query.table().resolveUri(remove.path())).length();
  }

  /** Partition values as the log writes them, with those of the feed's columns. */
  private Map<String, @Nullable String> constants(
      Map<String, @Nullable String> partitionValues, @Nullable String type) {
    Map<String, @Nullable String> constants = new LinkedHashMap<>(partitionValues);
    constants.put(FeedColumns.COMMIT_VERSION.name(), Long.toString(commit.version()));
    constants.put(FeedColumns.COMMIT_TIMESTAMP.name(), time);
    if (type != null) {
      constants.put(FeedColumns.CHANGE_TYPE.name(), type);
    }
    return constants;
  }

  private FileReader reader(List<StructField> constants) {
    return FileReader.of(
        environment,
        new ScanQuery(
            query.table(),
            commit.version(),
            query.schema(),
            constants.stream().map(StructField::name).toList(),
            query.matching(),
            query.selected(),
            query.predicate(),
            query.context()));
  }

  private List<AddFile> wanted(List<AddFile> files, List<StructField> constants) {
    boolean[] may = mayMatch(files, constants);
    List<AddFile> wanted = new ArrayList<>();
    for (int i = 0; i < may.length; i++) {
      if (may[i]) {
        wanted.add(files.get(i));
      }
    }
    return wanted;
  }

  private boolean[] mayMatch(List<AddFile> files, List<StructField> constants) {
    FileSchema schema =
        new FileSchema(
            query.schema(), constants, range.end().columnMapping().withSchema(query.schema()));
    FileFilter filter =
        query.predicate() == null
            ? FileFilter.all(schema, query.context())
            : FileFilter.bind(query.predicate(), schema, query.context());
    return filter.mayMatch(files);
  }

  private static List<StructField> join(List<StructField> left, List<StructField> right) {
    return Stream.concat(left.stream(), right.stream()).toList();
  }
}
