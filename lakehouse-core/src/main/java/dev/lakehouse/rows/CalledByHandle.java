package dev.lakehouse.rows;

import java.lang.invoke.MethodHandle;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Functions that call a method handle. The JVM makes no lambda of a record's accessor where another
 * class loader or a named module has the record: application servers, development modes, scripts.
 */
final class CalledByHandle {
  private CalledByHandle() {}

  /** {@code handle}, which takes an object, as one of the interfaces that getters use. */
  static Object of(Class<?> functional, MethodHandle handle) {
    if (functional == Predicate.class) {
      return (Predicate<Object>) object -> bool(handle, object);
    } else if (functional == ToIntFunction.class) {
      return (ToIntFunction<Object>) object -> int32(handle, object);
    } else if (functional == ToLongFunction.class) {
      return (ToLongFunction<Object>) object -> int64(handle, object);
    } else if (functional == ToDoubleFunction.class) {
      return (ToDoubleFunction<Object>) object -> float64(handle, object);
    }
    return (Function<Object, @Nullable Object>) object -> object(handle, object);
  }

  private static boolean bool(MethodHandle handle, Object object) {
    try {
      return (boolean) handle.invokeExact(object);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  private static int int32(MethodHandle handle, Object object) {
    try {
      return (int) handle.invokeExact(object);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  private static long int64(MethodHandle handle, Object object) {
    try {
      return (long) handle.invokeExact(object);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  private static double float64(MethodHandle handle, Object object) {
    try {
      return (double) handle.invokeExact(object);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  private static @Nullable Object object(MethodHandle handle, Object object) {
    try {
      return (Object) handle.invokeExact(object);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** What an accessor throws is the user's, as it is. Accessors declare no checked exceptions. */
  private static RuntimeException unchecked(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return thrown instanceof RuntimeException runtime
        ? runtime
        : new IllegalStateException("A record's accessor failed", thrown);
  }
}
