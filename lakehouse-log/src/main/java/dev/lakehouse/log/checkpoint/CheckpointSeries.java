package dev.lakehouse.log.checkpoint;

import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.io.Location;
import dev.lakehouse.log.files.LiveFiles;
import dev.lakehouse.parquet.write.WrittenRowGroup;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.List;

/**
 * The checkpoints that one handle writes of one table: each takes over from the one before, byte
 * for byte, the row groups whose files are all live still, and says all else anew. So the work of a
 * checkpoint follows what changed, not the size of the table. Thread-safe.
 *
 * <p>Row groups grow by steps: new files make one of their own, which swallows those before it
 * while they are not several times larger. A file is thus written anew a few times in all, and
 * there are never many row groups.
 */
public final class CheckpointSeries {
  /** Files of a full row group, which is not written anew for what follows it. */
  private static final long FULL = 1 << 14;

  /** A row group stays as it is if it has so many times the files that follow it. */
  private static final long RATIO = 3;

  private volatile SoftReference<Last> last = new SoftReference<>(null);

  /** A checkpoint that was written. */
  private record Last(Location file, CheckpointSchema schema, List<Piece> pieces) {}

  /**
   * A row group of live files.
   *
   * @param fingerprint of the files in their order
   */
  private record Piece(WrittenRowGroup group, long files, long fingerprint) {}

  /** Writes {@code files}, and the end of the checkpoint, with a writer that has all else. */
  public void finish(CheckpointWriter writer, LiveFiles files, FileIO storage) {
    try {
      write(writer, files, storage);
    } catch (RuntimeException e) {
      // The one before may be gone: the next one does without it.
      last = new SoftReference<>(null);
      throw e;
    }
  }

  private void write(CheckpointWriter writer, LiveFiles files, FileIO storage) {
    Last before = last.get();
    List<Piece> kept =
        before != null && before.schema().equals(writer.schema())
            ? kept(before.pieces(), files)
            : List.of();
    writer.endRowGroup();
    if (before != null && !kept.isEmpty()) {
      try (InputFile source = storage.open(before.file())) {
        kept.forEach(piece -> writer.addAll(source, piece.group(), piece.files()));
      }
    }
    List<Long> sizes = writeRest(writer, files, sum(kept));
    boolean written = writer.finish();
    if (written) {
      last = new SoftReference<>(written(writer, files, kept, sizes));
    }
  }

  /** The row groups that go into the new checkpoint as they are. */
  private static List<Piece> kept(List<Piece> pieces, LiveFiles files) {
    List<Long> sizes = pieces.stream().map(Piece::files).toList();
    List<Long> now = fingerprints(files, sizes);
    List<Piece> kept = new ArrayList<>();
    for (int i = 0; i < now.size() && now.get(i) == pieces.get(i).fingerprint(); i++) {
      kept.add(pieces.get(i));
    }
    long rest = files.count() - sum(kept);
    while (!kept.isEmpty() && isSwallowed(kept.get(kept.size() - 1), rest)) {
      rest += kept.remove(kept.size() - 1).files();
    }
    return kept;
  }

  private static boolean isSwallowed(Piece piece, long following) {
    return following > 0 && piece.files() < FULL && piece.files() < RATIO * following;
  }

  private static long sum(List<Piece> pieces) {
    return pieces.stream().mapToLong(Piece::files).sum();
  }

  /** Writes the files after the first {@code skipped}, and says how many each row group has. */
  private static List<Long> writeRest(CheckpointWriter writer, LiveFiles files, long skipped) {
    List<Long> sizes = new ArrayList<>();
    long[] open = new long[1];
    files.forEachAdd(
        skipped,
        add -> {
          writer.add(add);
          if (++open[0] == FULL) {
            writer.endRowGroup();
            sizes.add(open[0]);
            open[0] = 0;
          }
        });
    if (open[0] > 0) {
      writer.endRowGroup();
      sizes.add(open[0]);
    }
    return sizes;
  }

  private static Last written(
      CheckpointWriter writer, LiveFiles files, List<Piece> kept, List<Long> newSizes) {
    List<Long> sizes = new ArrayList<>(kept.stream().map(Piece::files).toList());
    sizes.addAll(newSizes);
    List<Long> fingerprints = fingerprints(files, sizes);
    List<WrittenRowGroup> groups = writer.rowGroups();
    int header = groups.size() - sizes.size();
    List<Piece> pieces = new ArrayList<>();
    for (int i = 0; i < sizes.size(); i++) {
      pieces.add(new Piece(groups.get(header + i), sizes.get(i), fingerprints.get(i)));
    }
    return new Last(writer.location(), writer.schema(), pieces);
  }

  /** A number for each run of {@code sizes} files, as far as there are so many. */
  private static List<Long> fingerprints(LiveFiles files, List<Long> sizes) {
    Runs runs = new Runs(sizes);
    files.forEachFingerprint(runs::accept);
    return runs.fingerprints;
  }

  private static final class Runs {
    private static final long PRIME = 0x100000001B3L;

    private final List<Long> sizes;
    private final List<Long> fingerprints = new ArrayList<>();
    private long run;
    private long count;

    Runs(List<Long> sizes) {
      this.sizes = sizes;
    }

    void accept(long fingerprint) {
      if (fingerprints.size() == sizes.size()) {
        return;
      }
      run = (run ^ fingerprint) * PRIME;
      if (++count == sizes.get(fingerprints.size())) {
        fingerprints.add(run);
        run = 0;
        count = 0;
      }
    }
  }
}
