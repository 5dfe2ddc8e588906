package dev.lakehouse.rows;

import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Takes one value out of an object, unboxed where the object holds it so. For the primitive ones
 * {@code isNull} says first whether there is a value; without it there always is.
 */
sealed interface Getter {
  @Nullable Predicate<Object> isNull();

  /** The value as an object; null for a null object. */
  @Nullable Object box(@Nullable Object object);

  record Booleans(Predicate<Object> get, @Nullable Predicate<Object> isNull) implements Getter {
    @Override
    public @Nullable Object box(@Nullable Object object) {
      return (object == null || (isNull != null && isNull.test(object))) ? null : get.test(object);
    }
  }

  record Ints(ToIntFunction<Object> get, @Nullable Predicate<Object> isNull) implements Getter {
    @Override
    public @Nullable Object box(@Nullable Object object) {
      return object == null || (isNull != null && isNull.test(object))
          ? null
          : get.applyAsInt(object);
    }
  }

  record Longs(ToLongFunction<Object> get, @Nullable Predicate<Object> isNull) implements Getter {
    @Override
    public @Nullable Object box(@Nullable Object object) {
      return object == null || (isNull != null && isNull.test(object))
          ? null
          : get.applyAsLong(object);
    }
  }

  record Doubles(ToDoubleFunction<Object> get, @Nullable Predicate<Object> isNull)
      implements Getter {
    @Override
    public @Nullable Object box(@Nullable Object object) {
      return object == null || (isNull != null && isNull.test(object))
          ? null
          : get.applyAsDouble(object);
    }
  }

  record Objects(Function<Object, @Nullable Object> get) implements Getter {
    /** The object itself. */
    static final Objects SELF = new Objects(object -> object);

    @Override
    public @Nullable Predicate<Object> isNull() {
      return null;
    }

    @Override
    public @Nullable Object box(@Nullable Object object) {
      return object == null ? null : get.apply(object);
    }
  }
}
