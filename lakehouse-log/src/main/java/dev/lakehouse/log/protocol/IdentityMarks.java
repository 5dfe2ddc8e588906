package dev.lakehouse.log.protocol;

import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.OptionalLong;

/** How far the values of identity columns came. */
public final class IdentityMarks {
  private static final String HIGH_WATER_MARK = "delta.identity.highWaterMark";
  private static final String STEP = "delta.identity.step";

  private IdentityMarks() {}

  /**
   * {@code schema} with the marks of {@code other} where a column of the same name is further on
   * there: a value that was ever given is not given again.
   */
  public static StructType furthest(StructType schema, StructType other) {
    return new StructType(
        schema.fields().stream()
            .map(field -> other.find(field.name()).map(o -> furthest(field, o)).orElse(field))
            .toList());
  }

  private static StructField furthest(StructField field, StructField other) {
    OptionalLong step = field.metadata().integer(STEP);
    OptionalLong mark = other.metadata().integer(HIGH_WATER_MARK);
    if (step.isEmpty() || mark.isEmpty()) {
      return field;
    }
    OptionalLong own = field.metadata().integer(HIGH_WATER_MARK);
    boolean isFurther =
        own.isEmpty()
            || (step.getAsLong() > 0
                ? mark.getAsLong() > own.getAsLong()
                : mark.getAsLong() < own.getAsLong());
    return isFurther
        ? field.withMetadata(field.metadata().with(HIGH_WATER_MARK, mark.getAsLong()))
        : field;
  }
}
