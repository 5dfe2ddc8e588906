package dev.lakehouse.io.hadoop;

import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.error.OperationCancelledException;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.StorageException.Kind;
import dev.lakehouse.io.Location;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import org.apache.hadoop.security.AccessControlException;

/** What went wrong in a Hadoop file system, in the terms of {@link StorageException}. */
final class HadoopFailures {
  private HadoopFailures() {}

  static LakehouseException of(Throwable cause, Location location, String operation) {
    if (cause instanceof InterruptedIOException || cause instanceof ClosedByInterruptException) {
      if (Thread.currentThread().isInterrupted() || cause instanceof ClosedByInterruptException) {
        return new OperationCancelledException(
            "Interrupted: did not " + operation + " " + location, cause);
      }
    }
    return new StorageException(kind(cause), location.toString(), operation, detail(cause), cause);
  }

  /** By name where the class is in a jar that only some users have. */
  private static Kind kind(Throwable cause) {
    String name = cause.getClass().getSimpleName();
    if (cause instanceof FileNotFoundException) {
      return Kind.MISSING;
    } else if (cause instanceof AccessControlException || cause instanceof AccessDeniedException) {
      return Kind.DENIED;
    } else if (cause instanceof EOFException) {
      return Kind.CORRUPT;
    } else if (isChange(cause)) {
      return Kind.CHANGED;
    } else if (name.equals("AWSServiceThrottledException")) {
      return Kind.THROTTLED;
    } else if (isUnsupported(cause)) {
      return Kind.UNSUPPORTED;
    } else if (cause instanceof UnknownHostException || !(cause instanceof IOException)) {
      return Kind.MISCONFIGURED;
    }
    return Kind.TRANSIENT;
  }

  /** S3A reads with a condition; some of its streams pass on the store's refusal as it is. */
  static boolean isChange(Throwable cause) {
    return cause.getClass().getSimpleName().equals("RemoteFileChangedException")
        || String.valueOf(cause.getMessage()).contains("Status Code: 412");
  }

  private static boolean isUnsupported(Throwable cause) {
    return cause instanceof UnsupportedOperationException
        || String.valueOf(cause.getMessage()).contains("Conditional Writes Unavailable");
  }

  private static String detail(Throwable cause) {
    if (cause instanceof FileNotFoundException) {
      return "there is no such file";
    }
    String message = cause.getMessage();
    String name = cause.getClass().getSimpleName();
    return message == null || message.isEmpty()
        ? name
        : name + ": " + message.lines().findFirst().orElse("");
  }

  static StorageException of(Kind kind, Location location, String operation, String detail) {
    return new StorageException(kind, location.toString(), operation, detail, null);
  }
}
