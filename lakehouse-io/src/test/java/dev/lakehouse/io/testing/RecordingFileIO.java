package dev.lakehouse.io.testing;

import dev.lakehouse.io.ByteRange;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.OutputFile;
import dev.lakehouse.io.PutOutcome;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A store that notes every operation made on it, in order, so that a test can demand the exact
 * list. Thread-safe; the order of operations of several threads is the one in which they began.
 */
public final class RecordingFileIO extends ForwardingFileIO {
  /** The operations of storage. */
  public enum Verb {
    /** {@link FileIO#stat}. */
    STAT,
    /** {@link InputFile#read}. */
    READ,
    /** {@link InputFile#readRanges}. */
    READ_RANGES,
    /** {@link FileIO#readSmall}. */
    READ_SMALL,
    /** {@link FileIO#createIfAbsent}. */
    CREATE_IF_ABSENT,
    /** {@link FileIO#put}. */
    PUT,
    /** {@link OutputFile#close} of a file from {@link FileIO#create}. */
    CREATE,
    /** {@link OutputFile#abort}. */
    ABORT,
    /** {@link FileIO#list}. */
    LIST,
    /** {@link FileIO#listRecursive}. */
    LIST_RECURSIVE,
    /** {@link FileIO#delete} of one file. */
    DELETE
  }

  /**
   * One operation.
   *
   * @param detail the start of a listing, or the ranges of a read; empty where there is none
   */
  public record Operation(Verb verb, Location location, String detail) {
    /** The operation as a test writes it: {@code LIST _delta_log 00000000000000000010}. */
    public String line(Location root) {
      String path =
          root.equals(location)
              ? "."
              : root.contains(location) ? root.relativize(location) : location.toString();
      return verb + " " + path + (detail.isEmpty() ? "" : " " + detail);
    }
  }

  private final List<Operation> operations = Collections.synchronizedList(new ArrayList<>());

  /** Records what is done to {@code target}. */
  public RecordingFileIO(FileIO target) {
    super(target);
  }

  /** The operations so far. */
  public List<Operation> operations() {
    synchronized (operations) {
      return List.copyOf(operations);
    }
  }

  /** The operations so far, which are forgotten, as lines with paths relative to {@code root}. */
  public List<String> take(Location root) {
    synchronized (operations) {
      List<String> lines = operations.stream().map(done -> done.line(root)).toList();
      operations.clear();
      return lines;
    }
  }

  /** How many operations of {@code verb} there were so far. */
  public long count(Verb verb) {
    return operations().stream().filter(done -> done.verb == verb).count();
  }

  private void note(Verb verb, Location location, String detail) {
    operations.add(new Operation(verb, location, detail));
  }

  @Override
  public FileEntry stat(Location file) {
    note(Verb.STAT, file, "");
    return super.stat(file);
  }

  @Override
  public InputFile open(FileEntry file) {
    return new RecordingInput(super.open(file));
  }

  @Override
  public byte[] readSmall(Location file, long maxBytes) {
    note(Verb.READ_SMALL, file, "");
    return super.readSmall(file, maxBytes);
  }

  @Override
  public PutOutcome createIfAbsent(Location file, byte[] body) {
    note(Verb.CREATE_IF_ABSENT, file, "");
    return super.createIfAbsent(file, body);
  }

  @Override
  public void put(Location file, byte[] body) {
    note(Verb.PUT, file, "");
    super.put(file, body);
  }

  @Override
  public OutputFile create(Location file) {
    return new RecordingOutput(super.create(file));
  }

  @Override
  public CloseableIterator<FileEntry> list(Location directory, @Nullable String startFrom) {
    note(Verb.LIST, directory, startFrom == null ? "" : startFrom);
    return super.list(directory, startFrom);
  }

  @Override
  public CloseableIterator<FileEntry> listRecursive(Location directory) {
    note(Verb.LIST_RECURSIVE, directory, "");
    return super.listRecursive(directory);
  }

  @Override
  public void delete(Collection<Location> files) {
    files.forEach(file -> note(Verb.DELETE, file, ""));
    super.delete(files);
  }

  private final class RecordingInput implements InputFile {
    private final InputFile target;

    RecordingInput(InputFile target) {
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
      note(Verb.READ, location(), position + "+" + length);
      target.read(position, bytes, offset, length);
    }

    @Override
    public List<CompletableFuture<ByteBuffer>> readRanges(
        List<ByteRange> ranges, IntFunction<ByteBuffer> allocator) {
      List<String> texts =
          ranges.stream().map(range -> range.position() + "+" + range.length()).toList();
      note(Verb.READ_RANGES, location(), String.join(" ", texts));
      return target.readRanges(ranges, allocator);
    }

    @Override
    public void close() {
      target.close();
    }
  }

  private final class RecordingOutput implements OutputFile {
    private final OutputFile target;
    private boolean done;

    RecordingOutput(OutputFile target) {
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

    @Override
    public void abort() {
      if (!done) {
        done = true;
        note(Verb.ABORT, location(), "");
      }
      target.abort();
    }

    @Override
    public void close() {
      if (!done) {
        done = true;
        note(Verb.CREATE, location(), "");
      }
      target.close();
    }
  }
}
