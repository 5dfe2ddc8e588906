package dev.lakehouse.io.hadoop;

import dev.lakehouse.io.Capabilities;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.OutputFile;
import dev.lakehouse.io.PutOutcome;

/** How one kind of file system is written. What it cannot do safely it refuses by name. */
interface Commits {
  /** What the file system can do at {@code directory}. */
  Capabilities capabilities(Location directory);

  /** As {@link dev.lakehouse.io.FileIO#createIfAbsent}. */
  PutOutcome createIfAbsent(Location file, byte[] body);

  /** As {@link dev.lakehouse.io.FileIO#put}. */
  void put(Location file, byte[] body);

  /** As {@link dev.lakehouse.io.FileIO#create}. */
  OutputFile create(Location file);

  /** Throws if files may not be deleted. */
  void requireDeletable(Location file);
}
