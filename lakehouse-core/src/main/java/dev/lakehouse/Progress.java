package dev.lakehouse;

import dev.lakehouse.data.ProgressListener;
import dev.lakehouse.data.ProgressListener.Operation;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One operation as its listener hears of it. */
final class Progress implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Progress.class);

  private final ProgressListener listener;
  private final Operation operation;

  private Progress(ProgressListener listener, Operation operation) {
    this.listener = listener;
    this.operation = operation;
  }

  static Progress begin(ProgressListener listener, long id, String name, String table) {
    Progress progress = new Progress(listener, new Operation(id, name, table));
    progress.tell(l -> l.started(progress.operation));
    return progress;
  }

  void done(long done, OptionalLong total, String unit) {
    tell(l -> l.progress(operation, done, total, unit));
  }

  private void tell(Consumer<ProgressListener> message) {
    try {
      message.accept(listener);
    } catch (RuntimeException e) {
      LOG.warn("The progress listener failed in {} of {}", operation.name(), operation.table(), e);
    }
  }

  /** The operation has ended. */
  @Override
  public void close() {
    tell(l -> l.finished(operation));
  }
}
