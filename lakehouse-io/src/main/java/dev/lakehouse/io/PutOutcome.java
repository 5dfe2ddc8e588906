package dev.lakehouse.io;

import dev.lakehouse.error.StorageException;

/** How a {@link FileIO#createIfAbsent} ended. */
public sealed interface PutOutcome {
  /** The file is there with our content, and we made it. */
  record Created() implements PutOutcome {}

  /** The file is there with our content: an answer was lost on the way, a read back found it. */
  record Recovered() implements PutOutcome {}

  /** The file was there with other content. */
  record Exists() implements PutOutcome {}

  /**
   * The store did not say, and could not be asked: the file may be there, or may appear later.
   *
   * @param cause the last failure
   */
  record Unknown(StorageException cause) implements PutOutcome {}
}
