package dev.lakehouse.io.hadoop;

import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.StorageException.Kind;
import dev.lakehouse.io.Capabilities;
import dev.lakehouse.io.Capabilities.CreateIfAbsent;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.OutputFile;
import dev.lakehouse.io.PutOutcome;
import java.io.IOException;
import java.util.Arrays;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * HDFS: a file is written under a hidden temporary name, synced, and renamed, which the name node
 * does for one of many writers only.
 */
final class HdfsCommits implements Commits {
  private static final int READ_BACK_TRIES = 5;

  private final HadoopFileIO files;
  private final FileSystem fileSystem;
  private final FileContext context;
  private final Supplier<UUID> ids;

  HdfsCommits(HadoopFileIO files, FileSystem fileSystem, FileContext context, Supplier<UUID> ids) {
    this.files = files;
    this.fileSystem = fileSystem;
    this.context = context;
    this.ids = ids;
  }

  @Override
  public Capabilities capabilities(Location directory) {
    return new Capabilities(CreateIfAbsent.NATIVE, "HDFS at " + fileSystem.getUri());
  }

  @Override
  public PutOutcome createIfAbsent(Location file, byte[] body) {
    Path target = HadoopFileIO.path(file);
    try (Temporary temporary = new Temporary(file)) {
      temporary.write(body);
      try {
        temporary.rename(Rename.NONE);
        return new PutOutcome.Created();
      } catch (FileAlreadyExistsException e) {
        return readBack(file, body, e);
      } catch (IOException e) {
        return isThere(target) ? readBack(file, body, e) : unknown(file, e);
      }
    } catch (IOException e) {
      throw HadoopFailures.of(e, file, "create");
    }
  }

  private boolean isThere(Path target) throws IOException {
    return fileSystem.exists(target);
  }

  /** The name node may have renamed for us and lost the answer. */
  private PutOutcome readBack(Location file, byte[] body, IOException cause) {
    StorageException last = null;
    for (int i = 0; i < READ_BACK_TRIES; i++) {
      try {
        boolean ours = Arrays.equals(body, files.readSmall(file, body.length));
        return ours ? new PutOutcome.Recovered() : new PutOutcome.Exists();
      } catch (StorageException e) {
        if (e.kind() == Kind.CORRUPT) {
          return new PutOutcome.Exists();
        }
        last = e;
      }
    }
    return last == null ? unknown(file, cause) : new PutOutcome.Unknown(last);
  }

  private static PutOutcome unknown(Location file, IOException cause) {
    String detail = "whether it was created is not known: " + cause;
    return new PutOutcome.Unknown(
        new StorageException(Kind.TRANSIENT, file.toString(), "create", detail, cause));
  }

  @Override
  public void put(Location file, byte[] body) {
    try (Temporary temporary = new Temporary(file)) {
      temporary.write(body);
      temporary.rename(Rename.OVERWRITE);
    } catch (IOException e) {
      throw HadoopFailures.of(e, file, "write");
    }
  }

  @Override
  public OutputFile create(Location file) {
    try {
      Temporary temporary = new Temporary(file);
      return new HadoopOutputFile(
          file,
          temporary.stream(),
          () -> {
            try (temporary) {
              temporary.sync();
              temporary.rename(Rename.NONE);
            }
          },
          temporary::close);
    } catch (IOException e) {
      throw HadoopFailures.of(e, file, "create");
    }
  }

  @Override
  public void requireDeletable(Location file) {}

  /** A file under a hidden name, which is gone when this is closed. */
  private final class Temporary implements AutoCloseable {
    private final Path target;
    private final Path path;
    private @Nullable FSDataOutputStream stream;

    Temporary(Location file) throws IOException {
      this.target = HadoopFileIO.path(file);
      this.path = new Path(target.getParent(), HadoopFileIO.temporaryName(ids.get()));
    }

    FSDataOutputStream stream() throws IOException {
      FSDataOutputStreamBuilder<?, ?> builder = fileSystem.createFile(path);
      builder.overwrite(true);
      builder.recursive();
      FSDataOutputStream opened = builder.build();
      stream = opened;
      return opened;
    }

    void write(byte[] body) throws IOException {
      stream().write(body);
      sync();
    }

    void sync() throws IOException {
      FSDataOutputStream open = stream;
      if (open != null) {
        open.hsync();
        open.close();
        stream = null;
      }
    }

    void rename(Rename how) throws IOException {
      context.rename(path, target, how);
    }

    /** After a rename there is nothing left to delete. */
    @Override
    public void close() {
      try {
        if (stream != null) {
          stream.close();
        }
      } catch (IOException e) {
        // It is deleted next.
      }
      try {
        fileSystem.delete(path, false);
      } catch (IOException e) {
        // It stays hidden, and vacuum finds it.
      }
    }
  }
}
