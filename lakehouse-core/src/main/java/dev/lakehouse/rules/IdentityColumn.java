package dev.lakehouse.rules;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.FieldMetadata;
import dev.lakehouse.types.StructField;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A column that gets numbers nobody had before: start, start + step, and so on, always past the
 * high-water mark. Counts what it gives out.
 */
final class IdentityColumn {
  private static final String START = FieldMetadata.IDENTITY_START;
  private static final String STEP = FieldMetadata.IDENTITY_STEP;
  private static final String MARK = FieldMetadata.IDENTITY_MARK;
  private static final String ALLOW_EXPLICIT = FieldMetadata.IDENTITY_ALLOW_EXPLICIT;

  private final String name;
  private final long start;
  private final long step;
  private final boolean allowsExplicit;
  private OptionalLong mark;
  private boolean hasGivenOut;

  private IdentityColumn(
      String name, long start, long step, boolean allowsExplicit, OptionalLong mark) {
    this.name = name;
    this.start = start;
    this.step = step;
    this.allowsExplicit = allowsExplicit;
    this.mark = mark;
  }

  /**
   * The numbers of {@code field}, if it is such a column.
   *
   * @throws CorruptTableException if it lacks a part of the declaration
   */
  static Optional<IdentityColumn> of(String table, StructField field) {
    FieldMetadata metadata = field.metadata();
    if (!metadata.has(START) && !metadata.has(STEP) && !metadata.has(ALLOW_EXPLICIT)) {
      return Optional.empty();
    }
    OptionalLong start = metadata.integer(START);
    OptionalLong step = metadata.integer(STEP);
    Optional<Boolean> allows = metadata.bool(ALLOW_EXPLICIT);
    if (start.isEmpty()
        || step.isEmpty()
        || step.getAsLong() == 0
        || allows.isEmpty()
        || field.type() != DataType.LONG) {
      throw new CorruptTableException(
          "Cannot write to "
              + table
              + ": the identity column '"
              + field.name()
              + "' needs the type long, "
              + START
              + ", "
              + STEP
              + " other than 0 and "
              + ALLOW_EXPLICIT
              + ", but has "
              + metadata);
    }
    return Optional.of(
        new IdentityColumn(
            field.name(),
            start.getAsLong(),
            step.getAsLong(),
            allows.get(),
            metadata.integer(MARK)));
  }

  /**
   * Checks that a write may give the values itself.
   *
   * @throws SchemaMismatchException if the column is GENERATED ALWAYS
   */
  void requireGivable() {
    if (!allowsExplicit) {
      throw new SchemaMismatchException(
          "Column '"
              + name
              + "' is GENERATED ALWAYS AS IDENTITY: its values cannot be given. Leave it out of the"
              + " source.");
    }
  }

  SchemaMismatchException notUpdatable() {
    return new SchemaMismatchException(
        "Column '" + name + "' is an identity column: its values cannot be updated");
  }

  /** Numbers for {@code rows}. */
  Column next(Batch rows) {
    int count = rows.rowCount();
    long[] numbers = new long[count];
    try {
      for (int i = 0; i < count; i++) {
        numbers[i] = i == 0 ? first() : Math.addExact(numbers[i - 1], step);
      }
    } catch (ArithmeticException e) {
      throw new ConstraintViolationException(
          "The identity column '"
              + name
              + "' has no numbers left: it counts from "
              + start
              + " by "
              + step
              + " and has come to "
              + (mark.isPresent() ? mark.getAsLong() : start),
          e);
    }
    if (count > 0) {
      mark = OptionalLong.of(numbers[count - 1]);
      hasGivenOut = true;
    }
    return new LongColumn(DataType.LONG, numbers, null, count);
  }

  /** The nearest number of the series past the mark. */
  private long first() {
    if (mark.isEmpty() || (step > 0 ? mark.getAsLong() < start : mark.getAsLong() > start)) {
      return start;
    }
    long passed = Math.subtractExact(mark.getAsLong(), start) / step;
    return Math.addExact(start, Math.multiplyExact(Math.addExact(passed, 1), step));
  }

  boolean hasGivenOut() {
    return hasGivenOut;
  }

  /** {@code field} with the mark that it has by now. */
  StructField marked(StructField field) {
    return mark.isEmpty()
        ? field
        : field.withMetadata(field.metadata().with(MARK, mark.getAsLong()));
  }
}
