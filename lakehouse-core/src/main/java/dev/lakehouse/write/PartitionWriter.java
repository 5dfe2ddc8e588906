package dev.lakehouse.write;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.io.Environment;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.OutputFile;
import dev.lakehouse.parquet.write.ParquetWriter;
import dev.lakehouse.parquet.write.WriteOptions;
import dev.lakehouse.parquet.write.WrittenFile;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the files of one partition, one after the other: the next begins when the last is large
 * enough. Used by one thread at a time.
 */
final class PartitionWriter {
  private final Environment environment;
  private final WriteTarget target;
  private final WriteOptions options;
  private final PartitionKey key;
  private final Consumer<NewFile> finished;
  private @Nullable OutputFile out;
  private @Nullable ParquetWriter writer;

  /**
   * @param finished is told of each file when it is complete
   */
  PartitionWriter(
      Environment environment,
      WriteTarget target,
      WriteOptions options,
      PartitionKey key,
      Consumer<NewFile> finished) {
    this.environment = environment;
    this.target = target;
    this.options = options;
    this.key = key;
    this.finished = finished;
  }

  void write(Batch rows) {
    ParquetWriter open = writer;
    if (open == null) {
      open = open();
    }
    open.write(rows);
    if (size() >= target.fileBytes()) {
      finish();
    }
  }

  private ParquetWriter open() {
    OutputFile file = environment.files().create(nextLocation());
    ParquetWriter opened = ParquetWriter.create(file, target.stored(), options);
    out = file;
    writer = opened;
    return opened;
  }

  /**
   * ASCII only, whatever the partition values: a process without a locale must be able to open it.
   */
  private Location nextLocation() {
    String name =
        target.content().filePrefix()
            + environment.ids().get()
            + ".c000."
            + target.compression().name().toLowerCase(Locale.ROOT)
            + ".parquet";
    String folder =
        target.placement().folder(target.partitionColumns(), key.texts(), environment.ids());
    String inside = folder.isEmpty() ? name : folder + "/" + name;
    return target.table().child(target.content().folder() + inside);
  }

  /** The bytes written of the file that is open, and those that wait in memory. */
  private long size() {
    return (out == null ? 0 : out.position()) + bufferedBytes();
  }

  /** The bytes of heap that {@link #endRowGroup} gives back. */
  long bufferedBytes() {
    return writer == null ? 0 : writer.bufferedBytes();
  }

  void endRowGroup() {
    if (writer != null) {
      writer.endRowGroup();
    }
  }

  /** Completes the file that is open, if there is one. */
  void finish() {
    ParquetWriter open = writer;
    if (open == null) {
      return;
    }
    writer = null;
    out = null;
    WrittenFile file = open.finish();
    String path = Location.encode(target.table().relativize(file.location()));
    finished.accept(
        new NewFile(file.location(), path, key.texts(), file.bytes(), file.statistics()));
  }

  /** Drops the file that is open. */
  void abort() {
    if (writer != null) {
      writer.abort();
    }
    writer = null;
    out = null;
  }
}
