package dev.lakehouse.scan;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.Environment;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.protocol.MappingMode;
import dev.lakehouse.parquet.read.FieldMatching;
import dev.lakehouse.parquet.read.ReadOptions;
import dev.lakehouse.scan.FilePlan.Planned;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Reads the rows of a snapshot that a query wants. */
public final class SnapshotRows {
  private final Environment environment;
  private final Snapshot snapshot;
  private final ScanQuery query;
  private final int width;

  /**
   * @param width in how many files to read at once
   */
  public SnapshotRows(Environment environment, Snapshot snapshot, ScanQuery query, int width) {
    this.environment = environment;
    this.snapshot = snapshot;
    this.query = query;
    this.width = width;
  }

  /** How columns are found in the files of {@code snapshot}. */
  public static FieldMatching matching(Snapshot snapshot) {
    MappingMode mode = snapshot.columnMapping().mode();
    return switch (mode) {
      case NONE -> FieldMatching.NAME;
      case NAME -> FieldMatching.PHYSICAL_NAME;
      case ID -> FieldMatching.ID;
    };
  }

  /** The names of the partition columns of {@code snapshot}. */
  public static List<String> partitionColumns(Snapshot snapshot) {
    return snapshot.partitionFields().stream().map(StructField::name).toList();
  }

  /** The columns of the rows. */
  public StructType schema() {
    return query.projection().output();
  }

  /** The first {@code limit} of the rows. The caller closes it. */
  public CloseableIterator<Batch> batches(long limit) {
    FileReader reader = FileReader.of(environment, query);
    FilePlan plan = FilePlan.of(snapshot, query);
    List<ScanFile> first = new ArrayList<>();
    while (first.size() < width && plan.hasNext()) {
      first.add(plan.next().file());
    }
    // With fewer files than threads the threads share the columns of a file.
    Executor inner = first.size() < width ? environment.executor() : ReadOptions.CALLER;
    Iterator<ScanFile> files = first.iterator();
    Iterator<Supplier<CloseableIterator<Batch>>> openers =
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return files.hasNext() || plan.hasNext();
          }

          @Override
          public Supplier<CloseableIterator<Batch>> next() {
            ScanFile file = files.hasNext() ? files.next() : plan.next().file();
            return () -> reader.read(file, inner);
          }
        };
    CloseableIterator<Batch> batches =
        new PrefetchedBatches(openers, environment.executor(), width);
    return limit == Long.MAX_VALUE ? batches : new LimitedBatches(batches, limit);
  }

  /** How many rows there are: from the log where that suffices. */
  public long count() {
    FileReader reader = FileReader.counting(environment, query);
    FilePlan plan = FilePlan.of(snapshot, query);
    long count = 0;
    List<ScanFile> unknown = new ArrayList<>();
    while (plan.hasNext()) {
      Cancellation.check("The count");
      Planned planned = plan.next();
      Long rows = planned.matches() ? planned.file().liveRows() : null;
      if (rows == null) {
        unknown.add(planned.file());
      } else {
        count += rows;
      }
    }
    Iterator<Supplier<CloseableIterator<Batch>>> openers =
        unknown.stream()
            .<Supplier<CloseableIterator<Batch>>>map(
                file -> () -> reader.read(file, ReadOptions.CALLER))
            .iterator();
    try (CloseableIterator<Batch> batches =
        new PrefetchedBatches(openers, environment.executor(), width)) {
      while (batches.hasNext()) {
        count += batches.next().rowCount();
      }
    }
    return count;
  }
}
