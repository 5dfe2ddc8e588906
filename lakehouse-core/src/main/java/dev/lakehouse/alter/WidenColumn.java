package dev.lakehouse.alter;

import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.log.protocol.TableProperty;
import dev.lakehouse.log.protocol.TypeWidening;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A column, or a part of one, that gets a wider type. Files keep the narrow one.
 *
 * @param path it; {@code element}, {@code key} and {@code value} lead into arrays and maps
 * @param type the wider type
 */
public record WidenColumn(ColumnPath path, DataType type) implements Alteration {
  private static final List<String> ICEBERG =
      List.of(
          "delta.enableIcebergCompatV1",
          "delta.enableIcebergCompatV2",
          "delta.enableIcebergCompatV3");

  @Override
  public String operation() {
    return "CHANGE COLUMN";
  }

  @Override
  public Map<String, @Nullable String> parameters(Draft before) {
    Place place = place(before.schema());
    StructField field = SchemaEdit.find(before.schema(), place.field).field();
    StructField changed = place.part.isEmpty() ? field.withType(type) : field;
    return Map.of("column", AlterJson.text(AlterJson.column(place.field, changed)));
  }

  /** The nearest field, and what leads from it to the part that changes. */
  private record Place(ColumnPath field, List<String> part) {}

  private Place place(StructType schema) {
    List<String> names = new ArrayList<>();
    List<String> part = new ArrayList<>();
    DataType current = schema;
    int lastField = 0;
    for (int i = 0; i < path.names().size(); i++) {
      String name = path.names().get(i);
      if (current instanceof StructType struct) {
        ColumnPath prefix = new ColumnPath(path.names().subList(0, i + 1));
        StructField field = SchemaEdit.find(schema, prefix).field();
        names.add(struct.find(name).orElse(field).name());
        part.clear();
        lastField = names.size();
        current = field.type();
      } else {
        part.add(name.toLowerCase(java.util.Locale.ROOT));
        names.add(name);
        current = inner(current, name);
      }
    }
    return new Place(new ColumnPath(names.subList(0, lastField)), part);
  }

  private DataType inner(DataType outer, String name) {
    if (outer instanceof ArrayType array && name.equalsIgnoreCase("element")) {
      return array.element();
    } else if (outer instanceof MapType map && name.equalsIgnoreCase("key")) {
      return map.key();
    } else if (outer instanceof MapType map && name.equalsIgnoreCase("value")) {
      return map.value();
    }
    throw new SchemaMismatchException("There is no column '" + path + "'");
  }

  @Override
  public Draft apply(Draft draft) {
    Place place = place(draft.schema());
    List<DataType> old = new ArrayList<>();
    StructType changed =
        SchemaEdit.edit(
            draft.schema(),
            path,
            before -> {
              old.add(before);
              return type;
            });
    DataType from = old.get(0);
    if (from.equals(type)) {
      return draft;
    }
    requireAllowed(draft, from);
    References.requireNone(draft, place.field, "change the type of");
    return draft.with(
        SchemaEdit.editField(
            changed, place.field, field -> TypeWidening.record(field, place.part, from, type)));
  }

  private void requireAllowed(Draft draft, DataType from) {
    if (!TypeWidening.isAllowed(from, type)) {
      throw refused(draft, from, "a type may only become a wider one without a rewrite of files");
    } else if (!TableProperty.ENABLE_TYPE_WIDENING.of(draft.metadata())) {
      throw new UnsupportedFeatureException(
          TableFeature.TYPE_WIDENING.featureName(),
          "Cannot change the type of '"
              + path
              + "' of "
              + draft.table()
              + ": set the property "
              + TableProperty.ENABLE_TYPE_WIDENING
              + " to true first");
    }
    boolean forIceberg =
        ICEBERG.stream()
            .anyMatch(key -> "true".equalsIgnoreCase(draft.metadata().configuration().get(key)));
    if (forIceberg && !icebergReads(from)) {
      throw refused(draft, from, "Iceberg, with which the table is compatible, cannot read that");
    }
  }

  private boolean icebergReads(DataType from) {
    if (type instanceof DecimalType wide) {
      return from instanceof DecimalType narrow && narrow.scale() == wide.scale();
    }
    return type == DataType.DOUBLE ? from == DataType.FLOAT : from != DataType.DATE;
  }

  private SchemaMismatchException refused(Draft draft, DataType from, String why) {
    return new SchemaMismatchException(
        "Cannot change the type of '"
            + path
            + "' of "
            + draft.table()
            + " from "
            + from
            + " to "
            + type
            + ": "
            + why);
  }
}
