package dev.lakehouse;

import dev.lakehouse.data.BatchReader;
import dev.lakehouse.types.StructType;
import java.util.concurrent.atomic.AtomicBoolean;

/** A source that is no scan. */
final class DataSource extends Source {
  private final Reading reading;
  private final Opener opener;
  private final AtomicBoolean opened = new AtomicBoolean();

  /** How often a source can be read. */
  enum Reading {
    /** Once. */
    ONCE,
    /** As often as needed. */
    AGAIN
  }

  /** Starts to read. */
  interface Opener {
    BatchReader open(Session session, StructType like);
  }

  DataSource(Reading reading, Opener opener) {
    this.reading = reading;
    this.opener = opener;
  }

  @Override
  boolean isOnce() {
    return reading == Reading.ONCE;
  }

  @Override
  BatchReader open(Session session, StructType like) {
    if (opened.getAndSet(true) && isOnce()) {
      throw new IllegalStateException(
          "This source can be read once only, and was. Make it of an Iterable to read it again.");
    }
    return opener.open(session, like);
  }
}
