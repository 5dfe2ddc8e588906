package dev.lakehouse.io.local;

import dev.lakehouse.error.StorageException;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.StorageOptions;

/** A process that meets a name its charset cannot spell, and prints what it is told. */
final class NamesUnderPosix {
  private NamesUnderPosix() {}

  public static void main(String[] args) {
    LocalFileIO files = new LocalFileIO(StorageOptions.DEFAULT);
    Location directory = new Location("file", "", args[0]);
    Location named = directory.child("d/\u00E9");
    System.out.println(files.list(directory.child("ascii"), null).next().name());
    print(() -> files.stat(named));
    print(() -> files.createIfAbsent(named, new byte[0]));
    print(() -> files.list(directory.child("d"), null));
    print(() -> files.listRecursive(directory).forEachRemaining(entry -> {}));
    print(() -> Location.parse(args[0] + "/d/\u00E9"));
  }

  private static void print(Runnable operation) {
    try {
      operation.run();
      System.out.println("worked");
    } catch (StorageException | IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
  }
}
