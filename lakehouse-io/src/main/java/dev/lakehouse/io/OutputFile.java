package dev.lakehouse.io;

/**
 * A file being written, invisible until {@link #close}. Used by one thread at a time. A file that
 * is neither closed nor aborted leaves at most a hidden temporary file.
 */
public interface OutputFile extends AutoCloseable {
  /** Where the file will be. */
  Location location();

  /**
   * Appends bytes. The array may be reused when the call returns.
   *
   * @throws dev.lakehouse.error.StorageException if it could not; the file is then dropped, and
   *     {@link #close} does nothing
   */
  void write(byte[] source, int offset, int length);

  /** How many bytes were written. */
  long position();

  /** Drops the file. Does nothing after {@link #close} or a first abort. */
  void abort();

  /**
   * Makes the file durable and visible. After it, or after {@link #abort}, does nothing.
   *
   * @throws dev.lakehouse.error.StorageException if it could not; the file is then dropped
   */
  @Override
  void close();
}
