package dev.lakehouse.io.local;

import dev.lakehouse.error.StorageException;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.OutputFile;
import dev.lakehouse.io.StorageOptions;
import java.nio.file.Path;

/** A process that writes more than it may, then less, and prints what it is told. */
final class LimitedWriter {
  private LimitedWriter() {}

  public static void main(String[] args) {
    LocalFileIO files = new LocalFileIO(StorageOptions.DEFAULT);
    Location directory = Location.of(Path.of(args[0])).child("d");
    byte[] large = new byte[1_000_000];
    print(() -> files.createIfAbsent(directory.child("created"), large));
    print(() -> files.put(directory.child("put"), large));
    print(
        () -> {
          OutputFile out = files.create(directory.child("streamed"));
          out.write(large, 0, large.length);
          out.close();
        });
    String outcome =
        files.createIfAbsent(directory.child("small"), new byte[9]).getClass().getSimpleName();
    System.out.println(outcome);
  }

  private static void print(Runnable operation) {
    try {
      operation.run();
      System.out.println("worked");
    } catch (StorageException e) {
      System.out.println(e.kind());
    }
  }
}
