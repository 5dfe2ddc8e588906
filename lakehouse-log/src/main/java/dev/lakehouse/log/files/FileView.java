package dev.lakehouse.log.files;

import dev.lakehouse.log.packed.Bits;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows of a block that count at one version: files that are live, and removes that are
 * tombstones. Immutable.
 */
final class FileView {
  private final FileBlock block;
  private final long[] live;
  private final long[] tombstones;
  private final int liveCount;
  private final int tombstoneCount;

  private FileView(FileBlock block, long[] live, long[] tombstones) {
    this.block = block;
    this.live = live;
    this.tombstones = tombstones;
    this.liveCount = Bits.count(live);
    this.tombstoneCount = Bits.count(tombstones);
  }

  static FileView of(FileBlock block, long[] live, long[] tombstones) {
    return new FileView(block, live, tombstones);
  }

  FileBlock block() {
    return block;
  }

  /** The rows that are live files, as bits; for reading only. */
  long[] live() {
    return live;
  }

  /** The rows that are tombstones, as bits; for reading only. */
  long[] tombstones() {
    return tombstones;
  }

  int liveCount() {
    return liveCount;
  }

  int tombstoneCount() {
    return tombstoneCount;
  }

  /** How many rows count. */
  int count() {
    return liveCount + tombstoneCount;
  }

  /** This view without the rows whose keys {@code newer}, which is all newer, has too. */
  FileView without(List<FileView> newer) {
    long[] newLive = null;
    long[] newTombstones = null;
    for (FileView view : newer) {
      for (int row = 0; row < view.block.size(); row++) {
        if (!Bits.get(view.live, row) && !Bits.get(view.tombstones, row)) {
          continue;
        }
        int old = block.find(view.block, row);
        if (old < 0) {
          continue;
        }
        if (newLive == null || newTombstones == null) {
          newLive = live.clone();
          newTombstones = tombstones.clone();
        }
        Bits.clear(newLive, old);
        Bits.clear(newTombstones, old);
      }
    }
    return newLive == null || newTombstones == null
        ? this
        : new FileView(block, newLive, newTombstones);
  }

  /** All rows of {@code block}, of which none is a remove. */
  static FileView ofAdds(FileBlock block) {
    return new FileView(block, Bits.all(block.size()), Bits.none(block.size()));
  }

  /**
   * As {@link #without}, by looking up each row of this view among the newer ones: dearer when they
   * are few, but it needs no index of this view's block.
   */
  FileView withoutByScan(List<FileView> newer) {
    long[] rest = live.clone();
    for (FileView view : newer) {
      for (int row = Bits.next(rest, 0); row >= 0; row = Bits.next(rest, row + 1)) {
        if (view.block.find(block, row) >= 0) {
          Bits.clear(rest, row);
        }
      }
    }
    return new FileView(block, rest, tombstones);
  }

  /** The rows of all {@code views}, whose details are held, in as few views as can be. */
  static List<FileView> merge(List<FileView> views) {
    List<FileView> merged = new ArrayList<>();
    FileBlockBuilder builder = new FileBlockBuilder();
    for (FileView view : views) {
      for (int row = 0; row < view.block.size(); row++) {
        if (Bits.get(view.live, row) || Bits.get(view.tombstones, row)) {
          builder.append(view.block, row);
          if (builder.isFull()) {
            merged.add(all(builder.build()));
            builder = new FileBlockBuilder();
          }
        }
      }
    }
    if (builder.size() > 0) {
      merged.add(all(builder.build()));
    }
    return merged;
  }

  private static FileView all(FileBlock block) {
    long[] live = Bits.none(block.size());
    long[] tombstones = Bits.none(block.size());
    for (int row = 0; row < block.size(); row++) {
      Bits.set(block.isRemove(row) ? tombstones : live, row);
    }
    return new FileView(block, live, tombstones);
  }
}
