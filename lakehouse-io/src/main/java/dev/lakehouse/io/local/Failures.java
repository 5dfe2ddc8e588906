package dev.lakehouse.io.local;

import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.error.OperationCancelledException;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.StorageException.Kind;
import dev.lakehouse.io.Location;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;
import org.jspecify.annotations.Nullable;

/**
 * What went wrong on local disk, by the type of the exception and the state of the disk: the text
 * of an {@link IOException} comes in the machine's language.
 */
final class Failures {
  /** Why a file system may not be committed to, and what to do. */
  static final String NO_HARD_LINKS =
      "the file system has no hard links, and without them two writers could both win. Keep the"
          + " table on a local file system that has them (ext4, xfs, APFS, NTFS), or in an object"
          + " store";

  private Failures() {}

  static LakehouseException of(Exception cause, Location location, Path path, String operation) {
    if (cause instanceof ClosedByInterruptException) {
      return cancelled(location, operation, cause);
    }
    if (cause instanceof EOFException) {
      return failure(Kind.CORRUPT, location, operation, reason(cause), cause);
    }
    if (cause instanceof AccessDeniedException || cause instanceof ReadOnlyFileSystemException) {
      return failure(Kind.DENIED, location, operation, denied(cause, path), cause);
    }
    if (cause instanceof FileAlreadyExistsException inTheWay) {
      String detail = "a file stands in the way at " + inTheWay.getFile();
      return failure(Kind.MISCONFIGURED, location, operation, detail, cause);
    }
    if (isMissing(cause, path)) {
      String detail = Files.isDirectory(path) ? "it is a directory" : "there is no such file";
      return failure(Kind.MISSING, location, operation, detail, cause);
    }
    if (cause instanceof UnsupportedOperationException) {
      String detail = "the file system cannot do it (" + cause.getMessage() + ")";
      return failure(Kind.UNSUPPORTED, location, operation, detail, cause);
    }
    return failure(Kind.TRANSIENT, location, operation, reason(cause), cause);
  }

  static OperationCancelledException cancelled(
      Location location, String operation, @Nullable Exception cause) {
    return new OperationCancelledException(
        "Interrupted: did not " + operation + " " + location, cause);
  }

  static StorageException noHardLinks(Location location, Exception cause) {
    return failure(Kind.UNSUPPORTED, location, "create", NO_HARD_LINKS, cause);
  }

  private static StorageException failure(
      Kind kind, Location location, String operation, String detail, Exception cause) {
    return new StorageException(kind, location.toString(), operation, detail, cause);
  }

  static boolean isMissing(Exception cause, Path path) {
    return cause instanceof NoSuchFileException
        || cause instanceof NotDirectoryException
        || Files.isDirectory(path)
        || isBelowFile(path);
  }

  private static boolean isBelowFile(Path path) {
    for (Path above = path.getParent(); above != null; above = above.getParent()) {
      if (Files.exists(above)) {
        return !Files.isDirectory(above);
      }
    }
    return false;
  }

  private static String denied(Exception cause, Path path) {
    if (cause instanceof ReadOnlyFileSystemException) {
      return "the file system is read-only";
    }
    String user = System.getProperty("user.name");
    return "the user " + user + " is not permitted to (permissions of " + path + ")";
  }

  private static String reason(Exception cause) {
    if (cause instanceof FileSystemException named && named.getReason() != null) {
      return named.getReason();
    }
    return String.valueOf(cause.getMessage());
  }
}
