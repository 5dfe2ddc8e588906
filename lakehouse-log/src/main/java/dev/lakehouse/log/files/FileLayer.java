package dev.lakehouse.log.files;

import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.packed.Bits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The adds and removes of a run of commits, reconciled: what the newest of them says of each key.
 * Immutable. Laid over a checkpoint, or over an older layer, it hides the keys it has.
 *
 * <p>PROTOCOL "Action Reconciliation".
 */
public final class FileLayer {
  /** No action at all. */
  public static final FileLayer EMPTY = new FileLayer(List.of());

  private final List<FileView> views;

  private FileLayer(List<FileView> views) {
    this.views = List.copyOf(views);
  }

  /**
   * The adds and removes of one file of the log.
   *
   * @param name the file, for messages
   * @param blocks its rows, in the order of its lines; a key may stand twice
   */
  public record Commit(String name, List<FileBlock> blocks) {
    /** Copies the list. */
    public Commit {
      blocks = List.copyOf(blocks);
    }

    /** True if the rows are reconciled, as those of a compaction must be: no key stands twice. */
    public boolean isReconciled() {
      SeenKeys seen = new SeenKeys();
      for (FileBlock block : blocks) {
        seen.begin(block);
        for (int row = 0; row < block.size(); row++) {
          if (seen.findOrAdd(row) >= 0) {
            return false;
          }
        }
      }
      return true;
    }
  }

  /**
   * The layer of {@code commits}.
   *
   * @param commits newest first
   * @throws CorruptTableException if a commit both adds and removes one key
   */
  public static FileLayer of(List<Commit> commits) {
    SeenKeys seen = new SeenKeys();
    List<FileView> views = new ArrayList<>();
    for (Commit commit : commits) {
      int start = seen.size();
      for (int i = commit.blocks().size() - 1; i >= 0; i--) {
        views.add(reconcile(commit.blocks().get(i), commit.name(), seen, start));
      }
    }
    return new FileLayer(compact(views));
  }

  private static FileView reconcile(FileBlock block, String name, SeenKeys seen, int start) {
    long[] live = Bits.none(block.size());
    long[] tombstones = Bits.none(block.size());
    seen.begin(block);
    // Where a writer broke the rule of one action a key, its last line counts, as in Spark.
    for (int row = block.size() - 1; row >= 0; row--) {
      int number = seen.findOrAdd(row);
      if (number < 0) {
        Bits.set(block.isRemove(row) ? tombstones : live, row);
      } else if (number >= start && seen.isRemove(number) != block.isRemove(row)) {
        throw new CorruptTableException(
            name + " both adds and removes the file '" + block.path(row) + "'");
      }
    }
    return FileView.of(block, live, tombstones);
  }

  /** One view is kept as it is; several are copied together, so that look-ups stay few. */
  private static List<FileView> compact(List<FileView> views) {
    List<FileView> some = views.stream().filter(view -> view.count() > 0).toList();
    return some.size() <= 1 ? some : FileView.merge(some);
  }

  /** This layer with {@code newer} over it. */
  public FileLayer under(FileLayer newer) {
    if (newer.views.isEmpty()) {
      return this;
    }
    List<FileView> all = new ArrayList<>();
    for (FileView view : views) {
      FileView rest = view.without(newer.views);
      if (rest.count() > 0) {
        all.add(rest);
      }
    }
    all.addAll(newer.views);
    return new FileLayer(mergeSmall(all));
  }

  /**
   * Merges the last views while they are not much smaller than the ones before, so that n commits
   * make about log n views and each row is copied about log n times.
   */
  private static List<FileView> mergeSmall(List<FileView> views) {
    List<FileView> merged = new ArrayList<>(views);
    while (merged.size() > 1) {
      FileView last = merged.get(merged.size() - 1);
      FileView before = merged.get(merged.size() - 2);
      boolean mostlyDead = 2 * before.count() < before.block().size();
      if (before.count() >= 2 * last.count() && !mostlyDead) {
        break;
      }
      List<FileView> two = FileView.merge(List.of(before, last));
      if (two.size() > 1) {
        break;
      }
      merged.subList(merged.size() - 2, merged.size()).clear();
      merged.addAll(two);
    }
    return merged;
  }

  /** True if there is no action. */
  public boolean isEmpty() {
    return views.isEmpty();
  }

  /** The files that are live when this layer lies over what it left of a checkpoint's files. */
  public LiveFiles over(CheckpointFiles rest) {
    List<FileView> all = new ArrayList<>(rest.views());
    all.addAll(views);
    return LiveFiles.of(all);
  }

  /** Gives the removes that are tombstones. */
  public void forEachTombstone(Consumer<RemoveFile> consumer) {
    for (FileView view : views) {
      long[] rows = view.tombstones();
      for (int row = Bits.next(rows, 0); row >= 0; row = Bits.next(rows, row + 1)) {
        consumer.accept(view.block().remove(row));
      }
    }
  }

  /** True if this layer says something newer of the key of an older {@code remove}. */
  public boolean hides(RemoveFile remove) {
    if (views.isEmpty()) {
      return false;
    }
    FileBlockBuilder builder = new FileBlockBuilder();
    builder.append(remove);
    FileBlock key = builder.build();
    return views.stream().anyMatch(view -> view.block().find(key, 0) >= 0);
  }

  /** The blocks, none of whose rows is hidden, with their adds only. */
  public List<FileBlock> addBlocks() {
    List<FileBlock> blocks = new ArrayList<>();
    for (FileView view : views) {
      FileBlockBuilder builder = new FileBlockBuilder();
      for (int row = Bits.next(view.live(), 0); row >= 0; row = Bits.next(view.live(), row + 1)) {
        builder.append(view.block(), row);
      }
      if (builder.size() > 0) {
        blocks.add(builder.build());
      }
    }
    return blocks;
  }

  List<FileView> views() {
    return views;
  }
}
