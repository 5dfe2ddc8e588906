package dev.lakehouse.io.hadoop;

import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.StorageException.Kind;
import dev.lakehouse.io.Capabilities;
import dev.lakehouse.io.Capabilities.CreateIfAbsent;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.OutputFile;
import dev.lakehouse.io.PutOutcome;

/** File systems of which we do not know a way to create a file only if it is absent. */
record ReadOnly(String scheme, String className) implements Commits {
  private String reason() {
    return "through Hadoop the scheme '"
        + scheme
        + "' ("
        + className
        + ") can be read only: no way is known in which it creates a file only if none is there,"
        + " and without that two writers could both win. Write to hdfs, to s3 or s3a, or to local"
        + " disk, or bring a FileIOFactory of your own for '"
        + scheme
        + "'";
  }

  private StorageException refused(Location file, String operation) {
    return HadoopFailures.of(Kind.UNSUPPORTED, file, operation, reason());
  }

  @Override
  public Capabilities capabilities(Location directory) {
    return new Capabilities(CreateIfAbsent.NONE, "Hadoop " + className, reason());
  }

  @Override
  public PutOutcome createIfAbsent(Location file, byte[] body) {
    throw refused(file, "create");
  }

  @Override
  public void put(Location file, byte[] body) {
    throw refused(file, "write");
  }

  @Override
  public OutputFile create(Location file) {
    throw refused(file, "create");
  }

  @Override
  public void requireDeletable(Location file) {
    throw refused(file, "delete");
  }
}
