package dev.lakehouse.log.stats;

import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.PrimitiveType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The shape of a file's statistics as typed values: what checkpoints call {@code stats_parsed}.
 * Nothing in it is required, whatever the table requires.
 *
 * <p>Source: Delta protocol, "Checkpoint Format".
 */
public final class StatsSchema {
  /** Name of the number of rows. */
  public static final String NUM_RECORDS = "numRecords";

  /** Name of the lower bounds. */
  public static final String MIN_VALUES = "minValues";

  /** Name of the upper bounds. */
  public static final String MAX_VALUES = "maxValues";

  /** Name of the numbers of nulls. */
  public static final String NULL_COUNT = "nullCount";

  /** Name of the mark that bounds are tight. */
  public static final String TIGHT_BOUNDS = "tightBounds";

  private StatsSchema() {}

  /** True if statistics hold bounds of values of {@code type}. */
  public static boolean hasBounds(DataType type) {
    return type instanceof DecimalType
        || (type instanceof PrimitiveType primitive
            && switch (primitive) {
              case BOOLEAN, BINARY, VARIANT, VOID -> false;
              default -> true;
            });
  }

  /**
   * The statistics' schema of a table.
   *
   * @param schema the table's schema in physical names
   * @param leaves physical paths of the leaves that have statistics
   */
  public static StructType of(StructType schema, Set<ColumnPath> leaves) {
    List<StructField> fields = new ArrayList<>();
    fields.add(StructField.optional(NUM_RECORDS, DataType.LONG));
    Function<DataType, Optional<DataType>> bounds =
        type -> hasBounds(type) ? Optional.of(type) : Optional.empty();
    tree(schema, leaves, bounds).ifPresent(type -> fields.add(field(MIN_VALUES, type)));
    tree(schema, leaves, bounds).ifPresent(type -> fields.add(field(MAX_VALUES, type)));
    tree(schema, leaves, type -> Optional.of(DataType.LONG))
        .ifPresent(type -> fields.add(field(NULL_COUNT, type)));
    fields.add(StructField.optional(TIGHT_BOUNDS, DataType.BOOLEAN));
    return new StructType(fields);
  }

  private static StructField field(String name, DataType type) {
    return StructField.optional(name, type);
  }

  private static Optional<DataType> tree(
      StructType schema, Set<ColumnPath> leaves, Function<DataType, Optional<DataType>> leafType) {
    return struct(List.of(), schema, leaves, leafType);
  }

  private static Optional<DataType> struct(
      List<String> parents,
      StructType struct,
      Set<ColumnPath> leaves,
      Function<DataType, Optional<DataType>> leafType) {
    List<StructField> fields = new ArrayList<>();
    for (StructField field : struct) {
      List<String> names = new ArrayList<>(parents);
      names.add(field.name());
      Optional<DataType> type = Optional.empty();
      if (field.type() instanceof StructType nested) {
        type = struct(names, nested, leaves, leafType);
      } else if (leaves.contains(new ColumnPath(names))) {
        type = leafType.apply(field.type());
      }
      type.ifPresent(found -> fields.add(StructField.optional(field.name(), found)));
    }
    return fields.isEmpty() ? Optional.empty() : Optional.of(new StructType(fields));
  }
}
