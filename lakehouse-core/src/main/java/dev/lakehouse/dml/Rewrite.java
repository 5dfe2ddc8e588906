package dev.lakehouse.dml;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.io.Environment;
import dev.lakehouse.io.Location;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.CdcFile;
import dev.lakehouse.log.action.DeletionVectorDescriptor;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.stats.StatsJson;
import dev.lakehouse.scan.Cancellation;
import dev.lakehouse.scan.FileReader;
import dev.lakehouse.scan.FileRows;
import dev.lakehouse.types.DataType;
import dev.lakehouse.write.AddFiles;
import dev.lakehouse.write.NewFile;
import dev.lakehouse.write.TableWriter;
import dev.lakehouse.write.WriteTarget;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes what a change of rows needs: new rows, rows that stay in files that go, deletion vectors,
 * images for the change feed. Used by one thread. Ends with {@link #finish}, or else every file is
 * deleted when it is closed.
 */
final class Rewrite implements AutoCloseable {
  private final TargetTable table;
  private final Environment environment;
  private final WriteTarget changeTarget;
  private final List<Location> vectors = new ArrayList<>();
  private final List<NewFile> files = new ArrayList<>();
  private final List<NewFile> changeFiles = new ArrayList<>();
  private @Nullable TableWriter rows;
  private @Nullable TableWriter images;
  private boolean finished;

  Rewrite(TargetTable table) {
    this.table = table;
    this.environment = table.environment();
    this.changeTarget = table.files().ofChanges(ChangeType.COLUMN);
  }

  /** Adds rows, in the table's columns. */
  void add(Batch newRows) {
    if (newRows.rowCount() == 0) {
      return;
    }
    TableWriter writer = rows;
    if (writer == null) {
      writer = new TableWriter(environment, table.files(), table.spillFolder());
      rows = writer;
    }
    writer.write(newRows);
  }

  /** Records what became of rows, in the table's columns. */
  void image(ChangeType type, Batch changed) {
    if (changed.rowCount() == 0) {
      return;
    }
    TableWriter writer = images;
    if (writer == null) {
      writer = new TableWriter(environment, changeTarget, table.spillFolder());
      images = writer;
    }
    List<Column> columns = new ArrayList<>(changed.columns());
    columns.add(constant(type.text(), changed.rowCount()));
    writer.write(new Batch(changeTarget.schema(), columns, changed.rowCount()));
  }

  private static Column constant(String text, int size) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int[] offsets = {0, bytes.length};
    return DictionaryColumn.constant(
        new BytesColumn(DataType.STRING, offsets, bytes, null, 1), size);
  }

  /** Copies the rows that stay of those files that go, and completes all files. */
  Changes finish(Collection<TouchedFile> touched) {
    Tally tally = new Tally();
    FileReader reader = FileReader.of(environment, table.query());
    long now = environment.clock().millis();
    try (VectorWriter vectorWriter =
        new VectorWriter(environment, table.base().log().table(), vectors)) {
      for (TouchedFile file : touched) {
        Cancellation.check("The change");
        tally.removes.add(file.action().toRemove(now, true));
        if (file.isWhole()) {
          tally.wholeGoes(file.action());
        } else if (table.marksRows()) {
          tally.adds.add(marked(file, vectorWriter, tally));
        } else {
          tally.wholeGoes(file.action());
          copy(file, reader, tally);
        }
      }
      vectorWriter.finish();
    }
    complete();
    return tally.changes(now);
  }

  private static AddFile marked(TouchedFile file, VectorWriter vectors, Tally tally) {
    DeletionVectorDescriptor vector = vectors.write(file.after());
    tally.vectorsAdded++;
    if (file.action().deletionVector() != null) {
      tally.vectorsRemoved++;
      tally.vectorsUpdated++;
    }
    String stats = StatsJson.withWideBounds(file.action().stats(), file.rowCount());
    return file.action().withDeletionVector(vector, stats).withDataChange(true);
  }

  private void copy(TouchedFile file, FileReader reader, Tally tally) {
    try (FileRows left = reader.locate(file.file(), file.after(), environment.executor())) {
      while (left.hasNext()) {
        Batch batch = left.next();
        tally.copiedRows += batch.rowCount();
        add(batch);
      }
    }
  }

  private void complete() {
    if (rows != null) {
      files.addAll(rows.finish());
      rows.close();
      rows = null;
    }
    if (images != null) {
      changeFiles.addAll(images.finish());
      images.close();
      images = null;
    }
  }

  /** Collects what a change does. */
  private final class Tally {
    private final List<AddFile> adds = new ArrayList<>();
    private final List<RemoveFile> removes = new ArrayList<>();
    private long removedFiles;
    private long removedBytes;
    private long vectorsAdded;
    private long vectorsRemoved;
    private long vectorsUpdated;
    private long copiedRows;

    private void wholeGoes(AddFile file) {
      removedFiles++;
      removedBytes += file.size();
      vectorsRemoved += file.deletionVector() == null ? 0 : 1;
    }

    private Changes changes(long now) {
      AddFiles actions = AddFiles.of(table.base());
      files.forEach(file -> adds.add(actions.of(file, now)));
      List<CdcFile> cdcs = changeFiles.stream().map(actions::ofChanges).toList();
      Changes changes = new Changes(adds, removes, cdcs, written(), counts());
      finished = true;
      return changes;
    }

    private Changes.Counts counts() {
      return new Changes.Counts(
          files.size(),
          files.stream().mapToLong(NewFile::bytes).sum(),
          removedFiles,
          removedBytes,
          vectorsAdded,
          vectorsRemoved,
          vectorsUpdated,
          changeFiles.size(),
          copiedRows);
    }
  }

  private List<Location> written() {
    List<Location> written = new ArrayList<>(vectors);
    files.forEach(file -> written.add(file.location()));
    changeFiles.forEach(file -> written.add(file.location()));
    return written;
  }

  /** Gives everything back; deletes the files unless they were finished. */
  @Override
  public void close() {
    Cancellation.shielded(this::drop);
  }

  private void drop() {
    try {
      close(rows);
    } finally {
      rows = null;
      try {
        close(images);
      } finally {
        images = null;
        List<Location> orphans = finished ? List.of() : written();
        if (!orphans.isEmpty()) {
          environment.files().delete(orphans);
        }
      }
    }
  }

  private static void close(@Nullable TableWriter writer) {
    if (writer != null) {
      writer.close();
    }
  }
}
