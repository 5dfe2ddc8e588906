package dev.lakehouse.examples;

import dev.lakehouse.data.ProgressListener;
import java.util.Locale;
import java.util.OptionalLong;

/** Shows how far an operation is, on one line that it draws again and again. */
final class ConsoleProgress implements ProgressListener {
  private static final int WIDTH = 24;

  private ConsoleProgress() {}

  /** Shows progress if somebody can see it: a line drawn again and again is no use in a file. */
  @SuppressWarnings("SystemConsoleNull") // From JDK 22 on it is shown in files, too: no harm.
  static ProgressListener ofConsole() {
    return System.console() == null ? ProgressListener.NONE : new ConsoleProgress();
  }

  @Override
  public void progress(Operation operation, long done, OptionalLong total, String unit) {
    int filled = total.isPresent() ? (int) (WIDTH * done / Math.max(1, total.getAsLong())) : WIDTH;
    String bar = "#".repeat(filled) + ".".repeat(WIDTH - filled);
    System.out.printf(Locale.ROOT, "\r  [%s] %s %,d %s", bar, operation.name(), done, unit);
    System.out.flush();
  }

  @Override
  public void finished(Operation operation) {
    System.out.print("\r" + " ".repeat(WIDTH + 40) + "\r");
  }
}
