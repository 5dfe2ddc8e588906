package dev.lakehouse.io.hadoop;

import dev.lakehouse.error.OperationCancelledException;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.StorageException.Kind;
import dev.lakehouse.io.Capabilities;
import dev.lakehouse.io.Capabilities.CreateIfAbsent;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.OutputFile;
import dev.lakehouse.io.PutOutcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileSystem;

/**
 * S3 through hadoop-aws: a commit is one conditional write. The client sends again by itself, so an
 * answer that the file exists may mean that we made it: it is read back.
 */
final class S3aCommits implements Commits {
  static final String CONDITIONAL = "fs.option.create.conditional.overwrite";
  private static final int READ_BACK_TRIES = 5;

  private final HadoopFileIO files;
  private final FileSystem fileSystem;
  private final Supplier<UUID> ids;
  private final Map<String, Capabilities> probed = new ConcurrentHashMap<>();

  S3aCommits(HadoopFileIO files, FileSystem fileSystem, Supplier<UUID> ids) {
    this.files = files;
    this.fileSystem = fileSystem;
    this.ids = ids;
  }

  /** Tries the bucket out, once. */
  @Override
  public Capabilities capabilities(Location directory) {
    return probed.computeIfAbsent(directory.authority(), bucket -> probe(directory));
  }

  private Capabilities probe(Location directory) {
    String store = "S3 through Hadoop at " + fileSystem.getUri();
    Location file = directory.child(".probe-" + ids.get() + ".tmp");
    byte[] first = "Lakehouse probe, first".getBytes(StandardCharsets.UTF_8);
    byte[] second = "Lakehouse probe, second".getBytes(StandardCharsets.UTF_8);
    try {
      PutOutcome created = create(file, first);
      PutOutcome again = create(file, second);
      if (created instanceof PutOutcome.Unknown unknown) {
        throw unknown.cause();
      } else if (again instanceof PutOutcome.Unknown unknown) {
        throw unknown.cause();
      } else if (again instanceof PutOutcome.Exists
          && Arrays.equals(first, files.readSmall(file, first.length))) {
        return new Capabilities(CreateIfAbsent.NATIVE, store);
      }
      return none(store, "it ignored the condition and replaced an object");
    } catch (StorageException e) {
      if (e.kind() != Kind.UNSUPPORTED) {
        throw e;
      }
      return none(store, e.detail());
    } finally {
      files.delete(List.of(file));
    }
  }

  private static Capabilities none(String store, String seen) {
    return new Capabilities(
        CreateIfAbsent.NONE,
        store,
        store
            + " cannot create an object only if none is there, and without that two writers could"
            + " both win: "
            + seen
            + ". Use a store that can, with hadoop-aws 3.4.2 or later and"
            + " fs.s3a.create.conditional.enabled not set to false");
  }

  @Override
  public PutOutcome createIfAbsent(Location file, byte[] body) {
    Capabilities capabilities = capabilities(file.parent());
    if (capabilities.createIfAbsent() == CreateIfAbsent.NONE) {
      throw HadoopFailures.of(Kind.UNSUPPORTED, file, "create", capabilities.reason());
    }
    return create(file, body);
  }

  private PutOutcome create(Location file, byte[] body) {
    FSDataOutputStream stream;
    try {
      FSDataOutputStreamBuilder<?, ?> builder = builder(file);
      builder.must(CONDITIONAL, true);
      stream = builder.build();
    } catch (IOException | IllegalArgumentException | UnsupportedOperationException e) {
      throw refused(e, file);
    }
    try {
      stream.write(body);
      stream.close();
      return new PutOutcome.Created();
    } catch (IOException e) {
      return readBack(file, body, e);
    }
  }

  /** An option that must be there and is not known is an illegal argument. */
  private static RuntimeException refused(Exception cause, Location file) {
    return cause instanceof IllegalArgumentException
        ? HadoopFailures.of(
            Kind.UNSUPPORTED, file, "create", "the client has no conditional writes: " + cause)
        : HadoopFailures.of(cause, file, "create");
  }

  private PutOutcome readBack(Location file, byte[] body, IOException cause) {
    RuntimeException failure = HadoopFailures.of(cause, file, "create");
    for (int i = 0; i < READ_BACK_TRIES; i++) {
      try {
        boolean ours = Arrays.equals(body, files.readSmall(file, body.length));
        return ours ? new PutOutcome.Recovered() : new PutOutcome.Exists();
      } catch (OperationCancelledException e) {
        return unknown(file, cause);
      } catch (StorageException e) {
        if (e.kind() == Kind.CORRUPT) {
          return new PutOutcome.Exists();
        } else if (e.kind() == Kind.MISSING && isRefusal(failure)) {
          throw failure;
        }
      }
    }
    return unknown(file, cause);
  }

  private static boolean isRefusal(RuntimeException failure) {
    return failure instanceof StorageException storage
        && (storage.kind() == Kind.DENIED || storage.kind() == Kind.UNSUPPORTED);
  }

  private static PutOutcome unknown(Location file, IOException cause) {
    String detail = "whether it was created is not known: " + cause;
    return new PutOutcome.Unknown(
        new StorageException(Kind.TRANSIENT, file.toString(), "create", detail, cause));
  }

  private FSDataOutputStreamBuilder<?, ?> builder(Location file) {
    FSDataOutputStreamBuilder<?, ?> builder = fileSystem.createFile(HadoopFileIO.path(file));
    builder.overwrite(true);
    builder.recursive();
    builder.opt("fs.s3a.create.performance", true);
    return builder;
  }

  private FSDataOutputStream stream(Location file) throws IOException {
    return builder(file).build();
  }

  @Override
  public void put(Location file, byte[] body) {
    try (FSDataOutputStream stream = stream(file)) {
      stream.write(body);
    } catch (IOException e) {
      throw HadoopFailures.of(e, file, "write");
    }
  }

  /** An object is visible when its stream is closed, and not after an abort. */
  @Override
  public OutputFile create(Location file) {
    try {
      FSDataOutputStream stream = stream(file);
      return new HadoopOutputFile(file, stream, stream::close, stream::abort);
    } catch (IOException e) {
      throw HadoopFailures.of(e, file, "create");
    }
  }

  @Override
  public void requireDeletable(Location file) {}
}
