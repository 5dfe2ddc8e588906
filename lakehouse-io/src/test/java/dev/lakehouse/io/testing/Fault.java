package dev.lakehouse.io.testing;

/** The ways in which {@link FaultyFileIO} lets one operation go wrong. */
public enum Fault {
  /** Fails, and nothing was done. */
  BEFORE,
  /** Does what was asked, and then fails: the answer was lost. */
  AFTER,
  /** Fails in the middle of a read or of a streamed file. */
  TORN,
  /** The disk is full: this write and all later ones fail; reads and deletes work. */
  NO_SPACE,
  /** The store does not permit it. */
  DENIED,
  /** A listing lacks the file that was written last. */
  STALE_LISTING,
  /** The process dies before the operation: no storage call works any more. */
  CRASH_BEFORE,
  /** The process dies after the operation. */
  CRASH_AFTER;

  boolean isCrash() {
    return this == CRASH_BEFORE || this == CRASH_AFTER;
  }

  /** True if an operation that {@code does} this can go wrong in this way. */
  boolean concerns(Effect does) {
    return switch (this) {
      case TORN -> does == Effect.READ || does == Effect.STREAM;
      case NO_SPACE -> does == Effect.WRITE || does == Effect.STREAM;
      case STALE_LISTING -> does == Effect.LIST;
      case BEFORE, AFTER, DENIED, CRASH_BEFORE, CRASH_AFTER -> true;
    };
  }

  /** What an operation does. */
  enum Effect {
    READ,
    LIST,
    WRITE,
    STREAM,
    DELETE
  }

  /**
   * Stands for the end of the process. An {@link Error}, so that no code takes it for a failure
   * that it could handle.
   */
  public static final class Crash extends Error {
    private static final long serialVersionUID = 1L;

    Crash(String operation) {
      super("The process died at: " + operation);
    }
  }
}
