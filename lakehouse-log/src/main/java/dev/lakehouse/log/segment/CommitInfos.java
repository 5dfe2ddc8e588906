package dev.lakehouse.log.segment;

import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.ActionJson;
import dev.lakehouse.log.action.CommitInfo;
import java.io.ByteArrayInputStream;
import java.util.Optional;

/** What commits say of themselves, read without the files they name. */
public final class CommitInfos {
  /** Almost always enough: writers put the commit info first. */
  private static final int HEAD_BYTES = 16 << 10;

  private CommitInfos() {}

  /** The commit info of {@code commit}; empty if it says nothing of itself. */
  public static Optional<CommitInfo> read(FileIO files, LogFile.Commit commit) {
    FileEntry entry = commit.entry();
    if (entry.length() <= HEAD_BYTES) {
      return first(files.readSmall(entry.location(), Integer.MAX_VALUE - 8L), entry);
    }
    byte[] head = new byte[HEAD_BYTES];
    try (InputFile file = files.open(entry)) {
      file.read(0, head, 0, HEAD_BYTES);
    }
    try {
      Optional<CommitInfo> info = first(head, entry);
      if (info.isPresent()) {
        return info;
      }
    } catch (CorruptTableException e) {
      // The head ends within a line.
    }
    return first(files.readSmall(entry.location(), Integer.MAX_VALUE - 8L), entry);
  }

  private static Optional<CommitInfo> first(byte[] lines, FileEntry entry) {
    try (CloseableIterator<Action> actions =
        ActionJson.read(
            new ByteArrayInputStream(lines), entry.location().toString(), "commitInfo"::equals)) {
      return actions.hasNext() ? Optional.of((CommitInfo) actions.next()) : Optional.empty();
    }
  }
}
