package dev.lakehouse.log.files;

import java.util.List;

/** The files of a checkpoint, of which newer layers may have taken some away. Immutable. */
public final class CheckpointFiles {
  /** None. */
  public static final CheckpointFiles NONE = new CheckpointFiles(List.of());

  private final List<FileView> views;

  private CheckpointFiles(List<FileView> views) {
    this.views = List.copyOf(views);
  }

  /** The files of {@code blocks}, which hold adds only, each key once over all of them. */
  public static CheckpointFiles of(List<FileBlock> blocks) {
    return new CheckpointFiles(blocks.stream().map(FileView::ofAdds).toList());
  }

  /** These files, just read, without those whose keys {@code newer} has. */
  public CheckpointFiles readUnder(FileLayer newer) {
    return newer.isEmpty()
        ? this
        : new CheckpointFiles(
            views.stream().map(view -> view.withoutByScan(newer.views())).toList());
  }

  /** These files, held for long, without those whose keys {@code newer} has. */
  public CheckpointFiles without(FileLayer newer) {
    return newer.isEmpty()
        ? this
        : new CheckpointFiles(views.stream().map(view -> view.without(newer.views())).toList());
  }

  List<FileView> views() {
    return views;
  }
}
