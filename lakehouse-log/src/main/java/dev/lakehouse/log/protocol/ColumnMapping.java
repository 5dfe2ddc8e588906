package dev.lakehouse.log.protocol;

import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How the names of a table's schema become those of its files and statistics. Immutable.
 *
 * <p>Logical names are the user's; physical names stand in files, statistics, partition values and
 * metadata domains. The two are never mixed: a column's logical name may be another's physical one.
 */
public final class ColumnMapping {
  /** Key of a field's id. */
  public static final String ID = "delta.columnMapping.id";

  /** Key of a field's physical name. */
  public static final String PHYSICAL_NAME = "delta.columnMapping.physicalName";

  private final MappingMode mode;
  private final StructType schema;

  private ColumnMapping(MappingMode mode, StructType schema) {
    this.mode = mode;
    this.schema = schema;
  }

  /**
   * The mapping of a table.
   *
   * @param schema the table's schema, parsed
   * @throws CorruptTableException if the table is mapped and a field has no id or physical name
   */
  public static ColumnMapping of(Protocol protocol, Metadata metadata, StructType schema) {
    MappingMode mode = TableProperty.COLUMN_MAPPING_MODE.of(metadata);
    if (mode == MappingMode.NONE) {
      return new ColumnMapping(MappingMode.NONE, schema);
    }
    Optional<String> bare = fieldWithoutMapping(schema);
    if (bare.isEmpty()) {
      return new ColumnMapping(mode, schema);
    } else if (ProtocolRules.supports(protocol, TableFeature.COLUMN_MAPPING)) {
      throw new CorruptTableException(
          "The table maps its columns, but column '"
              + bare.get()
              + "' lacks "
              + ID
              + " or "
              + PHYSICAL_NAME);
    }
    // A property set by hand on a table that was never upgraded: its files have logical names.
    return new ColumnMapping(MappingMode.NONE, schema);
  }

  private static Optional<String> fieldWithoutMapping(StructType schema) {
    List<String> found = new ArrayList<>();
    boolean any =
        SchemaFields.any(
            schema,
            field -> {
              boolean bare =
                  field.metadata().integer(ID).isEmpty()
                      || field.metadata().string(PHYSICAL_NAME).isEmpty();
              if (bare) {
                found.add(field.name());
              }
              return bare;
            });
    return any ? Optional.of(found.get(0)) : Optional.empty();
  }

  /**
   * {@code schema} without the ids and physical names of fields that are called the same in files.
   */
  public static StructType unmapped(StructType schema) {
    return SchemaFields.mapStruct(schema, ColumnMapping::unmapped);
  }

  /** {@code schema} with fields called the same in files as in it; those that are mapped stay. */
  public static StructType mappedByName(StructType schema) {
    return SchemaFields.mapStruct(
        schema,
        field ->
            field.metadata().has(PHYSICAL_NAME)
                ? field
                : field.withMetadata(field.metadata().with(PHYSICAL_NAME, field.name())));
  }

  private static StructField unmapped(StructField field) {
    boolean keepsName =
        field.metadata().string(PHYSICAL_NAME).filter(field.name()::equals).isPresent();
    return keepsName
        ? field.withMetadata(field.metadata().without(ID).without(PHYSICAL_NAME))
        : field;
  }

  /** How columns are found. */
  public MappingMode mode() {
    return mode;
  }

  /** True if physical names differ from logical ones. */
  public boolean isMapped() {
    return mode != MappingMode.NONE;
  }

  /** This mapping for a schema that has more columns, of one name everywhere. */
  public ColumnMapping withSchema(StructType wider) {
    return new ColumnMapping(mode, wider);
  }

  /** The physical name of a field of the table's schema. */
  public String physicalName(StructField field) {
    return isMapped() ? field.metadata().string(PHYSICAL_NAME).orElse(field.name()) : field.name();
  }

  /**
   * The physical name of a top-level column.
   *
   * @throws IllegalArgumentException if there is none of this logical name
   */
  public String physicalName(String logicalName) {
    return physicalName(
        schema
            .find(logicalName)
            .orElseThrow(
                () -> new IllegalArgumentException("There is no column '" + logicalName + "'")));
  }

  /** The physical path of a column or of a field within structs; empty if there is none. */
  public Optional<ColumnPath> physicalPath(ColumnPath logical) {
    List<String> names = new ArrayList<>();
    DataType type = schema;
    for (String name : logical.names()) {
      Optional<StructField> field =
          type instanceof StructType struct ? struct.find(name) : Optional.empty();
      if (field.isEmpty()) {
        return Optional.empty();
      }
      names.add(physicalName(field.get()));
      type = field.get().type();
    }
    return Optional.of(new ColumnPath(names));
  }

  /** The logical path of the column or field with these physical names; empty if there is none. */
  public Optional<ColumnPath> logicalPath(ColumnPath physical) {
    List<String> names = new ArrayList<>();
    DataType type = schema;
    for (String name : physical.names()) {
      Optional<StructField> field =
          type instanceof StructType struct
              ? struct.fields().stream()
                  .filter(candidate -> physicalName(candidate).equalsIgnoreCase(name))
                  .findFirst()
              : Optional.empty();
      if (field.isEmpty()) {
        return Optional.empty();
      }
      names.add(field.get().name());
      type = field.get().type();
    }
    return Optional.of(new ColumnPath(names));
  }

  /** The schema with physical names at every level. */
  public StructType physicalSchema() {
    return isMapped()
        ? SchemaFields.mapStruct(schema, field -> field.withName(physicalName(field)))
        : schema;
  }
}
