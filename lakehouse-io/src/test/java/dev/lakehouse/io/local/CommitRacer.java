package dev.lakehouse.io.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lakehouse.io.Location;
import dev.lakehouse.io.PutOutcome;
import dev.lakehouse.io.StorageOptions;
import java.nio.file.Path;
import java.util.Arrays;

/** A process that tries to create each version, and prints those it won. */
final class CommitRacer {
  static final int BYTES = 50_000;

  private CommitRacer() {}

  static byte[] body(String name) {
    byte[] body = new byte[BYTES];
    Arrays.fill(body, name.getBytes(UTF_8)[0]);
    return body;
  }

  public static void main(String[] args) {
    LocalFileIO files = new LocalFileIO(StorageOptions.DEFAULT);
    Location directory = Location.of(Path.of(args[0]));
    for (int version = 0; version < Integer.parseInt(args[2]); version++) {
      PutOutcome outcome = files.createIfAbsent(directory.child("" + version), body(args[1]));
      if (outcome instanceof PutOutcome.Created) {
        System.out.println(version + " " + args[1]);
      } else if (!(outcome instanceof PutOutcome.Exists)) {
        throw new AssertionError(outcome.toString());
      }
    }
  }
}
