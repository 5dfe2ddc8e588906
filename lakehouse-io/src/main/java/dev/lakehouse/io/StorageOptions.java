package dev.lakehouse.io;

import java.util.Map;

/**
 * What the user said about storage.
 *
 * @param durability whether files on local disk are synced before a commit names them
 * @param options free options by name, for backends of one's own
 */
public record StorageOptions(Durability durability, Map<String, String> options) {
  /** The defaults: durable, no options. */
  public static final StorageOptions DEFAULT = new StorageOptions(Durability.FSYNC, Map.of());

  /** Copies the options. */
  public StorageOptions {
    options = Map.copyOf(options);
  }

  /** What must hold when a write to local disk returns. */
  public enum Durability {
    /** Files and their directories survive a power loss. */
    FSYNC,
    /** Files survive the process, not a power loss: for tests. */
    NONE
  }
}
