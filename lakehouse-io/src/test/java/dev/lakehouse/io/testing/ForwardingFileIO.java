package dev.lakehouse.io.testing;

import dev.lakehouse.io.Capabilities;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.OutputFile;
import dev.lakehouse.io.PutOutcome;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hands every call to another store: what a test's own fake storage starts from. */
public class ForwardingFileIO implements FileIO {
  private final FileIO target;

  /** Forwards to {@code target}, and closes it. */
  public ForwardingFileIO(FileIO target) {
    this.target = target;
  }

  @Override
  public Capabilities capabilities(Location directory) {
    return target.capabilities(directory);
  }

  @Override
  public FileEntry stat(Location file) {
    return target.stat(file);
  }

  @Override
  public InputFile open(FileEntry file) {
    return target.open(file);
  }

  /** As the interface has it: a look-up, then a handle. */
  @Override
  public InputFile open(Location file) {
    return open(stat(file));
  }

  @Override
  public byte[] readSmall(Location file, long maxBytes) {
    return target.readSmall(file, maxBytes);
  }

  @Override
  public PutOutcome createIfAbsent(Location file, byte[] body) {
    return target.createIfAbsent(file, body);
  }

  @Override
  public void put(Location file, byte[] body) {
    target.put(file, body);
  }

  @Override
  public OutputFile create(Location file) {
    return target.create(file);
  }

  @Override
  public CloseableIterator<FileEntry> list(Location directory, @Nullable String startFrom) {
    return target.list(directory, startFrom);
  }

  @Override
  public CloseableIterator<FileEntry> listRecursive(Location directory) {
    return target.listRecursive(directory);
  }

  @Override
  public void delete(Collection<Location> files) {
    target.delete(List.copyOf(files));
  }

  @Override
  public void close() {
    target.close();
  }

  @Override
  public String toString() {
    return target.toString();
  }
}
