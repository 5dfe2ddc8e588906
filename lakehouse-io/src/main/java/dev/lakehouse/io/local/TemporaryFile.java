package dev.lakehouse.io.local;

import dev.lakehouse.io.StorageOptions.Durability;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * A hidden file beside its target, written first and then published whole under the target's name.
 * Closing it deletes it; what was published stays.
 */
final class TemporaryFile implements AutoCloseable {
  private static final Pattern NAME =
      Pattern.compile("\\..*\\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.tmp", Pattern.DOTALL);
  private static final int LONGEST_STEM = 64;

  private final Path target;
  private final Path path;
  private final FileChannel channel;
  private final Durability durability;

  private TemporaryFile(Path target, Path path, FileChannel channel, Durability durability) {
    this.target = target;
    this.path = path;
    this.channel = channel;
    this.durability = durability;
  }

  /** True for the names that these files get. */
  static boolean isName(String name) {
    return name.startsWith(".") && name.endsWith(".tmp") && NAME.matcher(name).matches();
  }

  static Path beside(Path target, UUID id) {
    String name = String.valueOf(target.getFileName());
    String stem = name.length() <= LONGEST_STEM ? name : name.substring(0, LONGEST_STEM);
    return target.resolveSibling("." + stem + "." + id + ".tmp");
  }

  /** A new, empty one, whose directory is made if need be. */
  static TemporaryFile of(Path target, UUID id, Durability durability) throws IOException {
    Path path = beside(target, id);
    Path directory = Directories.of(target);
    if (!Files.isDirectory(directory)) {
      Directories.create(directory, durability);
    }
    FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    return new TemporaryFile(target, path, channel, durability);
  }

  void write(byte[] source, int offset, int length) throws IOException {
    Slices.write(channel, source, offset, length);
  }

  /** Ends writing; what was written is durable. */
  void seal() throws IOException {
    if (durability == Durability.FSYNC) {
      channel.force(true);
    }
    channel.close();
  }

  /**
   * Publishes under the target's name, which must be free. Not yet durable.
   *
   * @throws FileAlreadyExistsException if it is taken
   */
  void link() throws IOException {
    Files.createLink(target, path);
  }

  /** Whether the file system can make any hard link here. */
  boolean linkable(UUID id) {
    Path probe = beside(target, id);
    try {
      Files.createLink(probe, path);
      Files.deleteIfExists(probe);
      return true;
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  /** Publishes under the target's name; not atomic if another does the same. Not yet durable. */
  void move() throws IOException {
    Files.move(path, target);
  }

  /** Publishes in place of what the target's name stands for. Not yet durable. */
  void replace() throws IOException {
    Files.move(path, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Makes the publication durable, also on an interrupted thread. */
  void syncDirectory() throws IOException {
    Directories.sync(Directories.of(target), durability);
  }

  /** Deletes the file. What cannot be deleted stays hidden. */
  @Override
  public void close() {
    try (channel) {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // A leftover is harmless: listings hide it, and age tells it from one in use.
    }
  }
}
