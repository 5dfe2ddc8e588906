package dev.lakehouse.write;

import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.files.FileBatch;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;

/**
 * A file of the version that a write is based on.
 *
 * @param action all that the log says of it
 * @param rows how many rows it has that are not deleted; empty where the log does not say
 */
public record LiveFile(AddFile action, OptionalLong rows) {
  /** The files of {@code batches}. */
  public static List<LiveFile> list(Iterator<FileBatch> batches) {
    List<LiveFile> files = new ArrayList<>();
    while (batches.hasNext()) {
      FileBatch batch = batches.next();
      List<AddFile> actions = batch.addFiles();
      LongColumn rows = batch.numRecords();
      for (int i = 0; i < actions.size(); i++) {
        files.add(new LiveFile(actions.get(i), rows(rows, i, actions.get(i))));
      }
    }
    return files;
  }

  private static OptionalLong rows(LongColumn rows, int index, AddFile file) {
    if (rows.isNull(index)) {
      return OptionalLong.empty();
    }
    long deleted = file.deletionVector() == null ? 0 : file.deletionVector().cardinality();
    return OptionalLong.of(rows.values()[index] - deleted);
  }
}
