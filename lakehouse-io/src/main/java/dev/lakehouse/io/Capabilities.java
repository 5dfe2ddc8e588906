package dev.lakehouse.io;

/**
 * What a store can do.
 *
 * @param createIfAbsent whether {@link FileIO#createIfAbsent} holds with many writers
 * @param store the name of the store and, if known, its version, for messages
 * @param reason what was seen and what can be done about it; empty if the store can do all
 */
public record Capabilities(CreateIfAbsent createIfAbsent, String store, String reason) {
  /** A store of which there is nothing more to say. */
  public Capabilities(CreateIfAbsent createIfAbsent, String store) {
    this(createIfAbsent, store, "");
  }

  /** How far {@link FileIO#createIfAbsent} can be trusted. */
  public enum CreateIfAbsent {
    /** The store decides it atomically. */
    NATIVE,
    /** The caller vouched that there is one writer only. */
    SINGLE_WRITER,
    /** The store cannot do it: tables on it open read-only. */
    NONE
  }
}
