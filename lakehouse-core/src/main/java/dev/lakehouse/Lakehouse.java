package dev.lakehouse;

import dev.lakehouse.data.BatchReader;
import dev.lakehouse.data.ProgressListener;
import dev.lakehouse.data.ScanTask;
import dev.lakehouse.io.Capabilities;
import dev.lakehouse.io.FileIOFactory;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.MemoryBudget;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.io.hadoop.HadoopFileIOFactory;
import dev.lakehouse.scan.ScanTasks;
import dev.lakehouse.types.StructType;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * The way to tables: owns memory, threads, spill files and storage connections that all operations
 * share. Thread-safe. One is enough for a process; closing it ends what is under way and gives
 * everything back.
 *
 * <pre>{@code
 * try (Lakehouse lake = Lakehouse.create()) {
 *   long rows = lake.table("warehouse/orders").scan().count();
 * }
 * }</pre>
 */
public final class Lakehouse implements AutoCloseable {
  private final Session session;

  private Lakehouse(Session session) {
    this.session = session;
  }

  /** A lakehouse with the defaults. */
  public static Lakehouse create() {
    return builder().build();
  }

  /** A builder with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * The table at {@code location}: a path of local disk, or a URI such as {@code s3://bucket/path}.
   * Nothing is looked up: that there is a table turns out when it is used.
   */
  public Table table(String location) {
    return new Table(session, session.location(location));
  }

  /** True if there is a table at {@code location}. */
  public boolean exists(String location) {
    return table(location).exists();
  }

  /** Starts to create a table of columns {@code schema} at {@code location}. */
  public CreateTable createTable(String location, StructType schema) {
    return new CreateTable(table(location), schema);
  }

  /**
   * Finds out what the store that holds {@code location} can do, above all whether tables in it can
   * be written by many at once. To find out it writes small hidden files there and deletes them.
   *
   * @throws dev.lakehouse.error.StorageException if the store cannot be reached or permits nothing
   */
  public Capabilities probe(String location) {
    Location directory = session.location(location);
    return session.environment().files().capabilities(directory);
  }

  /**
   * Reads the rows of one task of a scan, which this or another process made. The caller closes the
   * reader.
   */
  public BatchReader read(ScanTask task) {
    BatchReader rows = ScanTasks.read(session.environment(), task);
    return OpenReader.of(session, rows.schema(), rows);
  }

  /** Ends what is under way and gives everything back. Does nothing the second time. */
  @Override
  public void close() {
    session.close();
  }

  /** Collects what a lakehouse is made of. Each method sets one thing and returns this builder. */
  public static final class Builder {
    final List<FileIOFactory> backends = new ArrayList<>();
    StorageOptions storage = StorageOptions.DEFAULT;
    MemoryBudget memory = MemoryBudget.ofHeap();
    @Nullable Executor executor;
    @Nullable Path spillFolder;
    ZoneId zone = ZoneOffset.UTC;
    ProgressListener listener = ProgressListener.NONE;
    @Nullable Clock clock;

    private Builder() {}

    /**
     * How many bytes of heap operations may hold, all together; by default a quarter of the heap,
     * at most 512 MiB.
     */
    public Builder memoryBudget(long bytes) {
      memory = new MemoryBudget(bytes);
      return this;
    }

    /**
     * The folder of local disk where what does not fit the memory is kept meanwhile; by default a
     * new one in {@code java.io.tmpdir}. What is written there is deleted again.
     */
    public Builder spillFolder(Path folder) {
      spillFolder = folder;
      return this;
    }

    /**
     * Where work runs that can run beside the caller; it may have one thread, or none ({@code
     * Runnable::run}). It stays the caller's to shut down. By default daemon threads, one a
     * processor.
     */
    public Builder executor(Executor value) {
      executor = value;
      return this;
    }

    /**
     * The zone of casts between timestamp and date or text, and of partition values without a zone;
     * by default UTC, never the machine's.
     */
    public Builder zone(ZoneId value) {
      zone = value;
      return this;
    }

    /** Who hears of operations and their progress; by default nobody. */
    public Builder listener(ProgressListener value) {
      listener = value;
      return this;
    }

    /** The time; by default the machine's. */
    public Builder clock(Clock value) {
      clock = value;
      return this;
    }

    /** How storage is used; by default durably. */
    public Builder storage(StorageOptions options) {
      storage = options;
      return this;
    }

    /**
     * Hadoop's file systems for these schemes, as {@code configuration} says. Without this they
     * serve the schemes that no other backend does, as the configuration files of the class path
     * say. Needs {@code hadoop-client-runtime}, and for {@code s3a} hadoop-aws, on the class path.
     *
     * @param schemes such as {@code hdfs} and {@code s3a}
     */
    public Builder hadoop(Configuration configuration, String... schemes) {
      return storage(new HadoopFileIOFactory(configuration, Set.of(schemes)));
    }

    /** A storage backend that serves its schemes instead of one found on the class path. */
    public Builder storage(FileIOFactory backend) {
      backends.add(backend);
      return this;
    }

    /** The lakehouse. */
    public Lakehouse build() {
      return new Lakehouse(new Session(this));
    }
  }
}
