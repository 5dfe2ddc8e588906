package dev.lakehouse.log.simulation;

import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.StorageException.Kind;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.OutputFile;
import dev.lakehouse.io.PutOutcome;
import dev.lakehouse.io.memory.MemoryFileIO;
import dev.lakehouse.io.testing.ForwardingFileIO;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The shared store as one actor sees it: each operation is a step at which another actor may come
 * first, and may fail, lose its answer, land later, or be the last before the actor dies.
 */
final class ActorFileIO extends ForwardingFileIO {
  /** The end of an actor's process. An {@link Error}, so that nobody takes it for a failure. */
  static final class Death extends Error {
    private static final long serialVersionUID = 1L;

    Death() {
      super("The process died", null, false, false);
    }
  }

  private final Baton baton;
  private final int me;
  private final Random random;
  private final double faults;
  private final Late late;
  private boolean dead;

  ActorFileIO(MemoryFileIO store, Baton baton, int me, Random random, double faults, Late late) {
    super(store);
    this.baton = baton;
    this.me = me;
    this.random = random;
    this.faults = faults;
    this.late = late;
  }

  /** A new process takes over from the one that died. */
  void reborn() {
    dead = false;
  }

  private <T> T run(String verb, Location file, Supplier<T> operation) {
    step();
    if (random.nextDouble() >= faults) {
      return operation.get();
    }
    int kind = random.nextInt(5);
    if (kind % 2 == 0) {
      operation.get();
    }
    if (kind == 4) {
      throw die();
    }
    throw failure(verb, file);
  }

  private void step() {
    if (dead) {
      throw new Death();
    }
    baton.step(me);
    late.land();
  }

  private Death die() {
    dead = true;
    return new Death();
  }

  private static StorageException failure(String verb, Location file) {
    return new StorageException(Kind.TRANSIENT, file.toString(), verb, "simulated fault", null);
  }

  @Override
  public FileEntry stat(Location file) {
    return run("stat", file, () -> super.stat(file));
  }

  @Override
  public byte[] readSmall(Location file, long maxBytes) {
    return run("read", file, () -> super.readSmall(file, maxBytes));
  }

  @Override
  public void put(Location file, byte[] body) {
    run(
        "write",
        file,
        () -> {
          super.put(file, body);
          return body;
        });
  }

  /** Nothing is read here, but whoever opens a file reads it next. */
  @Override
  public InputFile open(FileEntry file) {
    return run("read", file.location(), () -> super.open(file));
  }

  @Override
  public OutputFile create(Location file) {
    return run("create", file, () -> new ActorOutput(super.create(file)));
  }

  @Override
  public CloseableIterator<FileEntry> list(Location directory, @Nullable String startFrom) {
    return run("list", directory, () -> super.list(directory, startFrom));
  }

  @Override
  public void delete(Collection<Location> files) {
    for (Location file : files) {
      run(
          "delete",
          file,
          () -> {
            super.delete(List.of(file));
            return file;
          });
    }
  }

  /** Of the faults each other one leaves the file behind, at once or later. */
  @Override
  public PutOutcome createIfAbsent(Location file, byte[] body) {
    step();
    if (random.nextDouble() >= faults) {
      return super.createIfAbsent(file, body);
    }
    StorageException failure = failure("create", file);
    switch (random.nextInt(5)) {
      case 0:
        throw failure;
      case 1:
        late.doubt();
        super.createIfAbsent(file, body);
        return new PutOutcome.Unknown(failure);
      case 2:
        late.doubt();
        late.send(file, body);
        return new PutOutcome.Unknown(failure);
      case 3:
        super.createIfAbsent(file, body);
        throw die();
      default:
        throw die();
    }
  }

  private final class ActorOutput implements OutputFile {
    private final OutputFile target;

    ActorOutput(OutputFile target) {
      this.target = target;
    }

    @Override
    public Location location() {
      return target.location();
    }

    @Override
    public void write(byte[] source, int offset, int length) {
      target.write(source, offset, length);
    }

    @Override
    public long position() {
      return target.position();
    }

    /** A process that died cleans nothing up. */
    @Override
    public void abort() {
      if (!dead) {
        target.abort();
      }
    }

    @Override
    public void close() {
      run(
          "create",
          location(),
          () -> {
            target.close();
            return target;
          });
    }
  }
}
