package dev.lakehouse.schema;

import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.protocol.MappingMode;
import dev.lakehouse.log.protocol.ProtocolRules;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.log.protocol.TableProperty;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * What a table becomes when a write brings other columns: its metadata, and its protocol with the
 * features that only the new columns need.
 */
public record Evolution(Protocol protocol, Metadata metadata) {
  private static final String GENERATION_EXPRESSION = "delta.generationExpression";

  /**
   * The table with the columns of {@code source} merged in. Equal protocol and metadata if it has
   * them all.
   *
   * @param names where physical names of new columns come from
   * @throws SchemaMismatchException if the columns cannot be merged: the message names the column
   */
  public static Evolution merging(
      Protocol protocol, Metadata metadata, StructType source, Supplier<UUID> names) {
    StructType schema = metadata.schema();
    SchemaMerge merge = new SchemaMerge(Widening.of(protocol, metadata));
    StructType merged = merge.merge(schema, source);
    if (merged.equals(schema)) {
      return new Evolution(protocol, metadata);
    }
    requireNotComputedWith(merge.widened(), metadata, schema);
    return of(protocol, metadata, ColumnIds.complete(metadata, merged, names));
  }

  /**
   * The table with the columns of {@code source} instead of its own. Columns of a name that it had
   * keep their ids, all else of the old ones is gone.
   *
   * @param partitionColumns names of partition columns among the new ones
   * @param names where physical names of new columns come from
   * @throws SchemaMismatchException if these cannot be the columns of the table
   */
  public static Evolution replacing(
      Protocol protocol,
      Metadata metadata,
      StructType source,
      List<String> partitionColumns,
      Supplier<UUID> names) {
    TableColumns.requireUnique(source, "Cannot overwrite the schema");
    StructType columns = NewColumns.of(source);
    Metadata partitioned =
        withPartitionColumns(metadata, TableColumns.partitionColumns(columns, partitionColumns));
    boolean mapped = TableProperty.COLUMN_MAPPING_MODE.of(metadata) != MappingMode.NONE;
    StructType kept = mapped ? ColumnIds.kept(columns, metadata.schema()) : columns;
    return of(protocol, metadata, ColumnIds.complete(partitioned, kept, names));
  }

  private static Metadata withPartitionColumns(Metadata metadata, List<String> columns) {
    return new Metadata(
        metadata.id(),
        metadata.name(),
        metadata.description(),
        metadata.formatProvider(),
        metadata.formatOptions(),
        metadata.schemaString(),
        columns,
        metadata.configuration(),
        metadata.createdTime());
  }

  private static Evolution of(Protocol protocol, Metadata before, Metadata after) {
    StructType schema = after.schema();
    if (TableProperty.COLUMN_MAPPING_MODE.of(after) == MappingMode.NONE) {
      TableColumns.requirePlainNames(schema);
    }
    Set<TableFeature> needed = EnumSet.noneOf(TableFeature.class);
    needed.addAll(TableFeature.inUse(after, schema));
    needed.removeAll(TableFeature.inUse(before, before.schema()));
    if (ProtocolRules.supports(protocol, TableFeature.VARIANT_TYPE_PREVIEW)) {
      needed.remove(TableFeature.VARIANT_TYPE);
    }
    return new Evolution(ProtocolRules.withFeatures(protocol, needed), after);
  }

  /** A rule or generated column was checked or computed with the old type, and may mean less. */
  private static void requireNotComputedWith(
      List<ColumnPath> widened, Metadata metadata, StructType schema) {
    if (widened.isEmpty()) {
      return;
    }
    expressions(metadata, schema)
        .forEach(
            (what, text) -> {
              for (ColumnPath read : Expressions.references(Expressions.sql(text))) {
                for (ColumnPath changed : widened) {
                  if (overlaps(read, changed)) {
                    throw new SchemaMismatchException(
                        "Column '"
                            + changed
                            + "' cannot get another type: "
                            + what
                            + " reads it ("
                            + text
                            + "). Convert it in the source to the table's type.");
                  }
                }
              }
            });
  }

  private static Map<String, String> expressions(Metadata metadata, StructType schema) {
    Map<String, String> texts = new LinkedHashMap<>();
    metadata
        .configuration()
        .forEach(
            (key, text) -> {
              if (key.toLowerCase(Locale.ROOT).startsWith(TableProperty.CONSTRAINT_PREFIX)) {
                String name = key.substring(TableProperty.CONSTRAINT_PREFIX.length());
                texts.put("the constraint '" + name + "'", text);
              }
            });
    for (StructField field : schema) {
      field
          .metadata()
          .string(GENERATION_EXPRESSION)
          .ifPresent(text -> texts.put("the generated column '" + field.name() + "'", text));
    }
    return texts;
  }

  /** True if one is the other or stands inside it. */
  private static boolean overlaps(ColumnPath left, ColumnPath right) {
    int common = Math.min(left.names().size(), right.names().size());
    for (int i = 0; i < common; i++) {
      if (!left.names().get(i).equalsIgnoreCase(right.names().get(i))) {
        return false;
      }
    }
    return true;
  }
}
