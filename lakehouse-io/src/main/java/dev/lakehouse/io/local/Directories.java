package dev.lakehouse.io.local;

import dev.lakehouse.io.StorageOptions.Durability;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;

/** Directories, made and synced. */
final class Directories {
  private Directories() {}

  /** The directory that holds a file; the root holds itself. */
  static Path of(Path file) {
    Path parent = file.getParent();
    return parent != null ? parent : file;
  }

  /** Makes a directory and those above it. */
  static void create(Path directory, Durability durability) throws IOException {
    Deque<Path> missing = new ArrayDeque<>();
    for (Path at = directory; at != null && !Files.isDirectory(at); at = at.getParent()) {
      missing.push(at);
    }
    Files.createDirectories(directory);
    for (Path made : missing) {
      sync(of(made), durability);
    }
  }

  /**
   * Makes the names in a directory durable. An interrupt closes the channel of an fsync, so the
   * flag is put aside meanwhile: names that are visible already must become durable.
   */
  static void sync(Path directory, Durability durability) throws IOException {
    if (durability == Durability.NONE || !isSyncable(directory)) {
      return;
    }
    boolean interrupted = Thread.interrupted();
    try {
      while (!synced(directory)) {
        interrupted |= Thread.interrupted();
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static boolean synced(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
      return true;
    } catch (ClosedByInterruptException e) {
      return false;
    }
  }

  /** Only POSIX systems open a directory as a file. */
  private static boolean isSyncable(Path directory) {
    return directory.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
