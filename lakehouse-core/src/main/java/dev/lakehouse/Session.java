package dev.lakehouse;

import dev.lakehouse.data.ProgressListener;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.io.Environment;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.RoutingFileIO;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.log.DeltaLog;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What the tables of one {@link Lakehouse} share. Thread-safe. */
final class Session implements AutoCloseable {
  private final Environment environment;
  private final SpillFolder spill;
  private final @Nullable WorkerThreads workers;
  private final ZoneId zone;
  private final ProgressListener listener;
  private final int width;
  private final AtomicLong operations = new AtomicLong();
  private final Set<OpenReader> readers = ConcurrentHashMap.newKeySet();
  private final Map<Location, DeltaLog> logs = new ConcurrentHashMap<>();
  private volatile boolean closed;

  Session(Lakehouse.Builder builder) {
    StorageOptions storage = builder.storage;
    if (builder.clock != null) {
      storage = storage.withTime(builder.clock, storage.ids(), storage.sleeper());
    }
    RoutingFileIO files = RoutingFileIO.discover(builder.backends, storage);
    workers = builder.executor == null ? new WorkerThreads() : null;
    Executor executor = workers == null ? builder.executor : workers;
    environment =
        new Environment(
            files,
            storage.clock(),
            storage.ids(),
            storage.sleeper(),
            java.util.Objects.requireNonNull(executor),
            builder.memory);
    spill = new SpillFolder(builder.spillFolder, environment);
    zone = builder.zone;
    listener = builder.listener;
    boolean alone = workers == null && runsInCaller(environment.executor());
    width = alone ? 1 : Runtime.getRuntime().availableProcessors();
  }

  /** An executor without threads makes reading ahead a waste. */
  private static boolean runsInCaller(Executor executor) {
    AtomicReference<@Nullable Thread> ran = new AtomicReference<>();
    executor.execute(() -> ran.set(Thread.currentThread()));
    return ran.get() == Thread.currentThread();
  }

  /** The environment, while the lakehouse is open. */
  Environment environment() {
    requireOpen();
    return environment;
  }

  void requireOpen() {
    if (closed) {
      throw new IllegalStateException("The Lakehouse is closed");
    }
  }

  /** The log of the table at {@code table}, one for all handles on it. */
  DeltaLog log(Location table) {
    requireOpen();
    return logs.computeIfAbsent(table, missing -> DeltaLog.open(missing, environment));
  }

  /** The location that the user means. */
  Location location(String text) {
    requireOpen();
    return Location.parse(text);
  }

  /** In how many files to read at once. */
  int width() {
    return width;
  }

  Location spillFolder() {
    return spill.location();
  }

  ZoneId zone() {
    return zone;
  }

  /** What expressions take from their surroundings, from now on. */
  ExpressionContext expressions() {
    return new ExpressionContext(zone, environment.clock().instant());
  }

  /** An operation that has begun. */
  Progress begin(String name, Location table) {
    return Progress.begin(listener, operations.incrementAndGet(), name, table.toString());
  }

  /** Closes {@code reader} with this, unless it is closed before. */
  void opened(OpenReader reader) {
    readers.add(reader);
    if (closed) {
      reader.cancel();
    }
  }

  void closed(OpenReader reader) {
    readers.remove(reader);
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    List.copyOf(readers).forEach(OpenReader::cancel);
    if (workers != null) {
      workers.close();
    }
    try {
      spill.close();
    } finally {
      environment.files().close();
    }
  }
}
