package dev.lakehouse.io.local;

import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The files of a directory and those below, temporary ones too. Links to directories are followed,
 * each directory is visited once.
 */
final class LocalTree {
  private record Node(Location location, Path path) {}

  private final Deque<Node> pending = new ArrayDeque<>();
  private final Set<Object> visited = new HashSet<>();

  private LocalTree(Location root, Path path) {
    if (Files.isDirectory(path)) {
      pending.push(new Node(root, path));
    }
  }

  static CloseableIterator<FileEntry> of(Location root, Path path) {
    return CloseableIterator.generate(new LocalTree(root, path)::next, () -> {});
  }

  private @Nullable FileEntry next() {
    FileEntry found = null;
    while (found == null && !pending.isEmpty()) {
      found = visit(pending.pop());
    }
    return found;
  }

  /** Null for a directory, whose content waits then. */
  private @Nullable FileEntry visit(Node node) {
    try {
      BasicFileAttributes attributes = Files.readAttributes(node.path, BasicFileAttributes.class);
      if (!attributes.isDirectory()) {
        return LocalFileIO.entry(node.location, attributes);
      }
      if (visited.add(identity(node, attributes))) {
        for (String name : LocalListing.names(node.location, node.path, name -> true)) {
          pending.push(new Node(node.location.child(name), node.path.resolve(name)));
        }
      }
    } catch (NoSuchFileException e) {
      // Gone since its directory was read, or a link to nothing.
    } catch (IOException e) {
      throw Failures.of(e, node.location, node.path, "list");
    }
    return null;
  }

  private static Object identity(Node node, BasicFileAttributes attributes) throws IOException {
    Object key = attributes.fileKey();
    return key != null ? key : node.path.toRealPath();
  }
}
