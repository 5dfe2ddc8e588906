package dev.lakehouse.rows;

import java.lang.invoke.CallSite;
import java.lang.invoke.LambdaConversionException;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/** Accessors and constructors of records as functions that the JIT compiler can see through. */
final class Accessors {
  private final Class<?> owner;
  private final MethodHandles.Lookup lookup;

  private Accessors(Class<?> owner, MethodHandles.Lookup lookup) {
    this.owner = owner;
    this.lookup = lookup;
  }

  /**
   * The accessors of a record, which may be private or local.
   *
   * @throws IllegalArgumentException if its module does not open its package to this library
   */
  static Accessors of(Class<?> record) {
    try {
      return new Accessors(record, MethodHandles.privateLookupIn(record, MethodHandles.lookup()));
    } catch (IllegalAccessException e) {
      throw new IllegalArgumentException(
          "Cannot use record "
              + record.getName()
              + ": add 'opens "
              + record.getPackageName()
              + ";' to the module-info of "
              + record.getModule(),
          e);
    }
  }

  @SuppressWarnings("unchecked")
  Getter getter(RecordComponent component) {
    Class<?> type = component.getType();
    if (type == boolean.class) {
      return new Getter.Booleans(
          (Predicate<Object>) function(component, Predicate.class, "test", boolean.class), null);
    } else if (type == long.class) {
      return new Getter.Longs(
          (ToLongFunction<Object>)
              function(component, ToLongFunction.class, "applyAsLong", long.class),
          null);
    } else if (type == double.class || type == float.class) {
      return new Getter.Doubles(
          (ToDoubleFunction<Object>)
              function(component, ToDoubleFunction.class, "applyAsDouble", double.class),
          null);
    } else if (type.isPrimitive()) {
      return new Getter.Ints(
          (ToIntFunction<Object>) function(component, ToIntFunction.class, "applyAsInt", int.class),
          null);
    }
    return new Getter.Objects(
        (Function<Object, Object>) function(component, Function.class, "apply", Object.class));
  }

  private Object function(
      RecordComponent component, Class<?> functional, String method, Class<?> result) {
    try {
      MethodHandle accessor = lookup.unreflect(component.getAccessor());
      if (!lookup.hasFullPrivilegeAccess()) {
        return CalledByHandle.of(
            functional, accessor.asType(MethodType.methodType(result, Object.class)));
      }
      Class<?> dynamic = result == Object.class ? component.getType() : result;
      CallSite site =
          LambdaMetafactory.metafactory(
              lookup,
              method,
              MethodType.methodType(functional),
              MethodType.methodType(result, Object.class),
              accessor,
              MethodType.methodType(dynamic, owner));
      return site.getTarget().invoke();
    } catch (IllegalAccessException | LambdaConversionException e) {
      throw new IllegalArgumentException("Cannot call " + component + " of " + owner.getName(), e);
    } catch (Throwable e) {
      throw new IllegalStateException("Cannot make a function of " + component, e);
    }
  }

  /** The canonical constructor, taking its arguments in an array. */
  MethodHandle constructor() {
    Class<?>[] types =
        Arrays.stream(owner.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      return lookup
          .findConstructor(owner, MethodType.methodType(void.class, types))
          .asSpreader(Object[].class, types.length)
          .asType(MethodType.methodType(Object.class, Object[].class));
    } catch (NoSuchMethodException | IllegalAccessException e) {
      throw new IllegalStateException("A record without constructor: " + owner.getName(), e);
    }
  }
}
