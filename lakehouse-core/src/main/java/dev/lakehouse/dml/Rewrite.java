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
public final class Rewrite implements AutoCloseable {
  private final TargetTable table;
  private final Environment environment;
  private final @Nullable RowIds ids;
  private final WriteTarget rowTarget;
  private final WriteTarget changeTarget;
  private final List<Location> vectors = new ArrayList<>();
  private final List<NewFile> files = new ArrayList<>();
  private final List<NewFile> changeFiles = new ArrayList<>();
  private @Nullable TableWriter rows;
  private @Nullable TableWriter images;
  private boolean finished;

  /** Writes nothing yet. */
  public Rewrite(TargetTable table) {
    this.table = table;
    this.environment = table.environment();
    this.ids = table.rowIds().orElse(null);
    this.rowTarget = ids == null ? table.files() : table.files().of(ids.schema());
    this.changeTarget = table.files().ofChanges(ChangeType.COLUMN);
  }

  /**
   * Takes the least memory that writing needs, before files are opened for reading: whoever reads
   * and waits for memory to write may wait for another who does the same.
   */
  public void expectRows() {
    rowWriter();
    if (table.hasChangeFeed()) {
      imageWriter();
    }
  }

  /** Gives memory back where it is short: to be called before a file is opened for reading. */
  public void makeRoom() {
    if (rows != null) {
      rows.makeRoom();
    }
    if (images != null) {
      images.makeRoom();
    }
  }

  private TableWriter rowWriter() {
    TableWriter writer = rows;
    if (writer == null) {
      writer = new TableWriter(environment, rowTarget, table.spillFolder());
      rows = writer;
    }
    return writer;
  }

  private TableWriter imageWriter() {
    TableWriter writer = images;
    if (writer == null) {
      writer = new TableWriter(environment, changeTarget, table.spillFolder());
      images = writer;
    }
    return writer;
  }

  /** Adds new rows, in the table's columns. */
  public void add(Batch newRows) {
    write(ids == null ? newRows : ids.fresh(newRows));
  }

  /**
   * Adds rows with new values, in the table's columns.
   *
   * @param old the columns of {@link TargetTable#movedQuery} as they were, with their ids filled in
   */
  public void addChanged(Batch newRows, List<Column> old) {
    write(ids == null ? newRows : ids.moved(newRows, old));
  }

  private void write(Batch newRows) {
    if (newRows.rowCount() == 0) {
      return;
    }
    rowWriter().write(newRows);
  }

  /** Records what became of rows, in the table's columns. */
  public void image(ChangeType type, Batch changed) {
    if (changed.rowCount() == 0) {
      return;
    }
    List<Column> columns = new ArrayList<>(changed.columns());
    columns.add(constant(type.text(), changed.rowCount()));
    imageWriter().write(new Batch(changeTarget.schema(), columns, changed.rowCount()));
  }

  private static Column constant(String text, int size) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int[] offsets = {0, bytes.length};
    return DictionaryColumn.constant(
        new BytesColumn(DataType.STRING, offsets, bytes, null, 1), size);
  }

  /** Drops the images recorded so far: adds and removes tell the same. */
  public void dropImages() {
    TableWriter writer = images;
    images = null;
    close(writer);
  }

  /** Copies the rows that stay of those files that go, and completes all files. */
  public Changes finish(Collection<TouchedFile> touched) {
    Tally tally = new Tally();
    FileReader reader = FileReader.of(environment, table.movedQuery());
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
    rowWriter();
    makeRoom();
    try (FileRows left = reader.locate(file.file(), file.after(), environment.executor())) {
      while (left.hasNext()) {
        Batch batch = left.next();
        tally.copiedRows += batch.rowCount();
        write(ids == null ? batch : ids.kept(batch, left.positions(), file.action()));
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
