package dev.lakehouse.io.testing;

import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.StorageException.Kind;
import dev.lakehouse.io.ByteRange;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.OutputFile;
import dev.lakehouse.io.PutOutcome;
import dev.lakehouse.io.testing.Fault.Effect;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store of which the N-th operation goes wrong in a given way. Only operations that can go wrong
 * in this way are counted. All storage tests use this one; a sweep runs N = 1, 2, 3 and so on until
 * a run ends and {@link #fired()} is false.
 */
public final class FaultyFileIO extends ForwardingFileIO {
  private final Fault fault;
  private final int at;
  private final AtomicInteger count = new AtomicInteger();
  private volatile boolean healed;
  private volatile @Nullable Location lastWritten;

  /** Lets operation {@code at}, counted from 1, of {@code target} go wrong. */
  public FaultyFileIO(FileIO target, Fault fault, int at) {
    super(target);
    this.fault = fault;
    this.at = at;
  }

  /** True once the operation that goes wrong was reached. */
  public boolean fired() {
    return count.get() >= at;
  }

  /** Nothing goes wrong from here on: the process was started again, the disk has space. */
  public void heal() {
    healed = true;
  }

  private boolean strikes(Effect effect, String operation) {
    if (healed) {
      return false;
    }
    int number = fault.concerns(effect) ? count.incrementAndGet() : count.get();
    if (fault.isCrash() && number > at) {
      throw new Fault.Crash(operation);
    }
    return fault == Fault.NO_SPACE
        ? number >= at && fault.concerns(effect)
        : number == at && fault.concerns(effect);
  }

  /** Runs an operation that is all or nothing. */
  private <T> T run(Effect effect, String verb, Location location, Supplier<T> operation) {
    if (!strikes(effect, verb + " " + location)) {
      return operation.get();
    }
    if (fault == Fault.AFTER || fault == Fault.CRASH_AFTER) {
      operation.get();
    }
    throw failure(verb, location);
  }

  private RuntimeException failure(String verb, Location location) {
    if (fault.isCrash()) {
      throw new Fault.Crash(verb + " " + location);
    }
    return storageFailure(verb, location);
  }

  private StorageException storageFailure(String verb, Location location) {
    String detail = "injected fault " + fault;
    Kind kind = Kind.TRANSIENT;
    if (fault == Fault.NO_SPACE) {
      detail = "No space left on device (injected)";
    } else if (fault == Fault.DENIED) {
      kind = Kind.DENIED;
    }
    return new StorageException(kind, location.toString(), verb, detail, null);
  }

  private void wrote(Location file) {
    lastWritten = file;
  }

  @Override
  public FileEntry stat(Location file) {
    return run(Effect.READ, "stat", file, () -> super.stat(file));
  }

  @Override
  public InputFile open(FileEntry file) {
    return new FaultyInput(super.open(file));
  }

  @Override
  public byte[] readSmall(Location file, long maxBytes) {
    return run(Effect.READ, "read", file, () -> super.readSmall(file, maxBytes));
  }

  /** A lost answer is {@code Unknown}; the other faults are failures that changed nothing. */
  @Override
  public PutOutcome createIfAbsent(Location file, byte[] body) {
    boolean strikes = strikes(Effect.WRITE, "create " + file);
    if (!strikes || fault == Fault.AFTER || fault == Fault.CRASH_AFTER) {
      PutOutcome outcome = super.createIfAbsent(file, body);
      wrote(file);
      if (!strikes) {
        return outcome;
      }
    }
    if (fault == Fault.AFTER) {
      return new PutOutcome.Unknown(storageFailure("create", file));
    }
    throw failure("create", file);
  }

  @Override
  public void put(Location file, byte[] body) {
    run(
        Effect.WRITE,
        "write",
        file,
        () -> {
          super.put(file, body);
          wrote(file);
          return file;
        });
  }

  /** A store that fails to open a file for writing keeps nothing of it, unless it crashed. */
  @Override
  public OutputFile create(Location file) {
    if (!strikes(Effect.STREAM, "create " + file)) {
      return new FaultyOutput(super.create(file));
    }
    if (fault == Fault.CRASH_AFTER) {
      super.create(file);
    }
    throw failure("create", file);
  }

  @Override
  public CloseableIterator<FileEntry> list(Location directory, @Nullable String startFrom) {
    return listing(directory, () -> super.list(directory, startFrom));
  }

  @Override
  public CloseableIterator<FileEntry> listRecursive(Location directory) {
    return listing(directory, () -> super.listRecursive(directory));
  }

  private CloseableIterator<FileEntry> listing(
      Location directory, Supplier<CloseableIterator<FileEntry>> listing) {
    if (fault != Fault.STALE_LISTING) {
      return run(Effect.LIST, "list", directory, listing);
    }
    if (!strikes(Effect.LIST, "list " + directory)) {
      return listing.get();
    }
    List<FileEntry> seen = new ArrayList<>();
    try (CloseableIterator<FileEntry> entries = listing.get()) {
      entries.forEachRemaining(seen::add);
    }
    seen.removeIf(entry -> entry.location().equals(lastWritten));
    return CloseableIterator.of(seen);
  }

  @Override
  public void delete(Collection<Location> files) {
    for (Location file : files) {
      run(
          Effect.DELETE,
          "delete",
          file,
          () -> {
            super.delete(List.of(file));
            return file;
          });
    }
  }

  private final class FaultyInput implements InputFile {
    private final InputFile target;

    FaultyInput(InputFile target) {
      this.target = target;
    }

    @Override
    public Location location() {
      return target.location();
    }

    @Override
    public long length() {
      return target.length();
    }

    @Override
    public boolean isRemote() {
      return target.isRemote();
    }

    @Override
    public void read(long position, byte[] bytes, int offset, int length) {
      if (strikes(Effect.READ, "read " + location())) {
        int done = fault == Fault.TORN ? length / 2 : 0;
        target.read(position, bytes, offset, done);
        throw failure("read", location());
      }
      target.read(position, bytes, offset, length);
    }

    /** Half of the ranges arrive before a torn read fails. */
    @Override
    public List<CompletableFuture<ByteBuffer>> readRanges(
        List<ByteRange> ranges, IntFunction<ByteBuffer> allocator) {
      if (!strikes(Effect.READ, "read " + location())) {
        return target.readRanges(ranges, allocator);
      }
      int whole = fault == Fault.TORN ? ranges.size() / 2 : 0;
      RuntimeException failure = failure("read", location());
      List<CompletableFuture<ByteBuffer>> results =
          new ArrayList<>(target.readRanges(ranges.subList(0, whole), allocator));
      while (results.size() < ranges.size()) {
        results.add(CompletableFuture.failedFuture(failure));
      }
      return results;
    }

    @Override
    public void close() {
      target.close();
    }
  }

  private final class FaultyOutput implements OutputFile {
    private final OutputFile target;

    FaultyOutput(OutputFile target) {
      this.target = target;
    }

    @Override
    public Location location() {
      return target.location();
    }

    @Override
    public void write(byte[] source, int offset, int length) {
      if (strikes(Effect.STREAM, "write " + location())) {
        target.write(source, offset, fault == Fault.TORN ? length / 2 : 0);
        if (!fault.isCrash()) {
          target.abort();
        }
        throw failure("write", location());
      }
      target.write(source, offset, length);
    }

    @Override
    public long position() {
      return target.position();
    }

    /** After a crash nobody is there to abort; the store forgets what was not closed. */
    @Override
    public void abort() {
      if (healed || !fault.isCrash() || !fired()) {
        target.abort();
      }
    }

    @Override
    public void close() {
      boolean strikes = strikes(Effect.STREAM, "create " + location());
      if (strikes && fault != Fault.AFTER && fault != Fault.CRASH_AFTER) {
        if (!fault.isCrash()) {
          target.abort();
        }
        throw failure("create", location());
      }
      target.close();
      wrote(location());
      if (strikes) {
        throw failure("create", location());
      }
    }
  }
}
