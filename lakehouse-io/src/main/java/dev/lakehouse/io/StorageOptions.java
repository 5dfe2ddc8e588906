package dev.lakehouse.io;

import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * What a storage backend is made from: what the user said about storage, and the run's time, ids
 * and way to wait (the same as in its {@link Environment}).
 *
 * @param durability whether files on local disk are synced before a commit names them
 * @param s3 how to reach S3
 * @param options free options by name, for backends of one's own
 * @param clock the time, for deadlines and for files that memory holds
 * @param ids random ids, for temporary names and for back-off
 * @param sleeper how to wait between tries
 */
public record StorageOptions(
    Durability durability,
    S3Options s3,
    Map<String, String> options,
    Clock clock,
    Supplier<UUID> ids,
    Sleeper sleeper) {
  /** The defaults: durable, the standard AWS chain, no other options, real time. */
  public static final StorageOptions DEFAULT =
      new StorageOptions(
          Durability.FSYNC,
          S3Options.DEFAULT,
          Map.of(),
          Environment.REAL_CLOCK,
          Environment.RANDOM_IDS,
          Environment.REAL_SLEEP);

  /** Copies the options. */
  public StorageOptions {
    options = Map.copyOf(options);
  }

  /** These options with another durability. */
  public StorageOptions withDurability(Durability other) {
    return new StorageOptions(other, s3, options, clock, ids, sleeper);
  }

  /** These options with another way to reach S3. */
  public StorageOptions withS3(S3Options other) {
    return new StorageOptions(durability, other, options, clock, ids, sleeper);
  }

  /** These options with one more. */
  public StorageOptions withOption(String name, String value) {
    Map<String, String> more = new HashMap<>(options);
    more.put(name, value);
    return new StorageOptions(durability, s3, more, clock, ids, sleeper);
  }

  /** These options under another clock, other ids, and another way to wait. */
  public StorageOptions withTime(Clock otherClock, Supplier<UUID> otherIds, Sleeper otherSleeper) {
    return new StorageOptions(durability, s3, options, otherClock, otherIds, otherSleeper);
  }

  /** What must hold when a write to local disk returns. */
  public enum Durability {
    /** Files and their directories survive a power loss. */
    FSYNC,
    /** Files survive the process, not a power loss: for tests. */
    NONE
  }
}
