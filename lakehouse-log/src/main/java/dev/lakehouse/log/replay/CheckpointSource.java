package dev.lakehouse.log.replay;

import dev.lakehouse.io.Environment;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.Location;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.action.SidecarFile;
import dev.lakehouse.log.files.CheckpointFiles;
import dev.lakehouse.log.files.FileBlock;
import dev.lakehouse.log.files.FileLayer;
import dev.lakehouse.log.segment.Checkpoint;
import dev.lakehouse.log.segment.CheckpointKind;
import dev.lakehouse.log.segment.LogFile;
import dev.lakehouse.log.segment.LogPath;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A checkpoint that was opened: what is not about files is read, the files are when they are first
 * asked for. Thread-safe.
 */
final class CheckpointSource {
  private final Environment environment;
  private final CommitActions header;
  private final List<CheckpointFile> parts;
  private @Nullable CheckpointFiles files;

  private CheckpointSource(
      Environment environment, CommitActions header, List<CheckpointFile> parts) {
    this.environment = environment;
    this.header = header;
    this.parts = List.copyOf(parts);
  }

  /** Reads all of {@code checkpoint} but its files. */
  static CheckpointSource open(Environment environment, Location table, Checkpoint checkpoint) {
    if (checkpoint.kind() == CheckpointKind.V2_JSON) {
      FileEntry entry = checkpoint.files().get(0);
      CommitActions header =
          CommitActions.read(
              environment.files(),
              new LogFile.CheckpointPart(
                  checkpoint.version(), CheckpointKind.V2_JSON, 1, 1, entry));
      return new CheckpointSource(environment, header, sidecars(environment, table, header));
    }
    List<CheckpointFile> files =
        checkpoint.files().stream().map(entry -> new CheckpointFile(environment, entry)).toList();
    CommitActions header = header(environment, files, checkpoint.files().get(0).name());
    List<CheckpointFile> parts = new ArrayList<>(files);
    parts.addAll(sidecars(environment, table, header));
    return new CheckpointSource(environment, header, parts);
  }

  private static CommitActions header(
      Environment environment, List<CheckpointFile> files, String name) {
    List<CommitActions.Collector> collectors =
        Tasks.map(
            environment.executor(),
            files,
            file -> {
              CommitActions.Collector collector = new CommitActions.Collector();
              file.forEachHeader(collector::accept);
              return collector;
            });
    CommitActions.Collector all = collectors.get(0);
    collectors.subList(1, collectors.size()).forEach(all::acceptHeader);
    return all.build(name);
  }

  private static List<CheckpointFile> sidecars(
      Environment environment, Location table, CommitActions header) {
    return header.sidecars().stream()
        .map(sidecar -> entry(table, sidecar))
        .map(entry -> new CheckpointFile(environment, entry))
        .toList();
  }

  private static FileEntry entry(Location table, SidecarFile sidecar) {
    return FileEntry.of(LogPath.sidecars(table).resolveUri(sidecar.path()), sidecar.sizeInBytes());
  }

  /** What the checkpoint says beyond its files. */
  CommitActions header() {
    return header;
  }

  /** The files. The first call reads them. */
  synchronized CheckpointFiles files() {
    CheckpointFiles known = files;
    if (known == null) {
      List<FileBlock> blocks = new ArrayList<>(FileLayer.of(inline()).addBlocks());
      Tasks.map(environment.executor(), parts, CheckpointFile::adds).forEach(blocks::addAll);
      known = CheckpointFiles.of(blocks);
      files = known;
    }
    return known;
  }

  /** The file actions that stand in a JSON checkpoint itself. */
  private List<FileLayer.Commit> inline() {
    return header.files().isEmpty()
        ? List.of()
        : List.of(new FileLayer.Commit(header.name(), header.files()));
  }

  /** Gives the tombstones. */
  void forEachTombstone(Consumer<RemoveFile> consumer) {
    FileLayer.of(inline()).forEachTombstone(consumer);
    parts.forEach(part -> part.forEachRemove(consumer));
  }
}
