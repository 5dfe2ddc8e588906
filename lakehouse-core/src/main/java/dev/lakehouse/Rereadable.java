package dev.lakehouse;

import dev.lakehouse.data.BatchReader;
import dev.lakehouse.types.StructType;
import dev.lakehouse.write.Spool;
import org.jspecify.annotations.Nullable;

/** A source that an operation may have to read more than once. */
final class Rereadable implements AutoCloseable {
  private final Source source;
  private final Session session;
  private final boolean keeps;
  private @Nullable Spool spool;

  private Rereadable(Source source, Session session, boolean keeps) {
    this.source = source;
    this.session = session;
    this.keeps = keeps;
  }

  /**
   * @param repeats whether there may be a second time
   */
  static Rereadable of(Source source, boolean repeats, Session session) {
    return new Rereadable(source, session, repeats && source.isOnce());
  }

  /** The rows; see {@link Source#open}. */
  BatchReader open(StructType like) {
    if (!keeps) {
      return source.open(session, like);
    } else if (spool != null) {
      return spool.again();
    }
    BatchReader rows = source.open(session, like);
    Spool kept = new Spool(session.environment(), session.spillFolder(), rows.schema());
    spool = kept;
    return kept.keeping(rows);
  }

  @Override
  public void close() {
    if (spool != null) {
      spool.close();
    }
  }
}
