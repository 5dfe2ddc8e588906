package dev.lakehouse.io;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An iterator that holds something to give back. Closed by whoever asked for it, also before its
 * end. Used by one thread at a time.
 *
 * @param <T> what it yields
 */
public interface CloseableIterator<T> extends Iterator<T>, AutoCloseable {
  /** Gives back what the iterator holds. Does nothing the second time. */
  @Override
  void close();

  /** An iterator over what needs no closing. */
  static <T> CloseableIterator<T> of(Iterable<T> values) {
    Iterator<T> iterator = values.iterator();
    return new CloseableIterator<>() {
      @Override
      public boolean hasNext() {
        return iterator.hasNext();
      }

      @Override
      public T next() {
        return iterator.next();
      }

      @Override
      public void close() {}
    };
  }

  /** An iterator over what {@code source} gives, one by one, until it gives null. */
  static <T> CloseableIterator<T> generate(Supplier<? extends @Nullable T> source, Runnable close) {
    return new CloseableIterator<>() {
      private @Nullable T next;
      private boolean closed;

      @Override
      public boolean hasNext() {
        if (next == null && !closed) {
          next = source.get();
        }
        return next != null;
      }

      @Override
      public T next() {
        T result = hasNext() ? next : null;
        if (result == null) {
          throw new NoSuchElementException();
        }
        next = null;
        return result;
      }

      @Override
      public void close() {
        next = null;
        if (!closed) {
          closed = true;
          close.run();
        }
      }
    };
  }

  /** This iterator with {@code function} applied to each value, lazily. Closing it closes this. */
  default <R> CloseableIterator<R> map(Function<? super T, ? extends R> function) {
    CloseableIterator<T> source = this;
    return new CloseableIterator<>() {
      @Override
      public boolean hasNext() {
        return source.hasNext();
      }

      @Override
      public R next() {
        return function.apply(source.next());
      }

      @Override
      public void close() {
        source.close();
      }
    };
  }
}
