package dev.lakehouse.log.action;

import dev.lakehouse.types.SchemaJson;
import dev.lakehouse.types.StructType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the table is. A new one replaces the old one wholly.
 *
 * @param id the table's id
 * @param name the table's name; null if it has none
 * @param description null if there is none
 * @param formatProvider {@code parquet}
 * @param formatOptions options of the format, in practice empty
 * @param schemaString the schema as JSON text
 * @param partitionColumns logical names, in order
 * @param configuration the table's properties, also those this library does not know
 * @param createdTime milliseconds since the epoch; null if not said
 */
public record Metadata(
    String id,
    @Nullable String name,
    @Nullable String description,
    String formatProvider,
    Map<String, String> formatOptions,
    String schemaString,
    List<String> partitionColumns,
    Map<String, String> configuration,
    @Nullable Long createdTime)
    implements Action {
  /** Copies lists and maps. */
  public Metadata {
    formatOptions = Collections.unmodifiableMap(new LinkedHashMap<>(formatOptions));
    partitionColumns = List.copyOf(partitionColumns);
    configuration = Collections.unmodifiableMap(new LinkedHashMap<>(configuration));
  }

  /** The metadata of a new table in Parquet. */
  public static Metadata of(
      String id,
      @Nullable String name,
      @Nullable String description,
      StructType schema,
      List<String> partitionColumns,
      Map<String, String> configuration,
      long createdTime) {
    return new Metadata(
        id,
        name,
        description,
        "parquet",
        Map.of(),
        SchemaJson.write(schema),
        partitionColumns,
        configuration,
        createdTime);
  }

  /** The schema, parsed anew at each call. Errors as {@link SchemaJson#read}. */
  public StructType schema() {
    return SchemaJson.read(schemaString);
  }

  /** This metadata with another schema. */
  public Metadata withSchema(StructType newSchema) {
    return new Metadata(
        id,
        name,
        description,
        formatProvider,
        formatOptions,
        SchemaJson.write(newSchema),
        partitionColumns,
        configuration,
        createdTime);
  }

  /** This metadata with other properties. */
  public Metadata withConfiguration(Map<String, String> newConfiguration) {
    return new Metadata(
        id,
        name,
        description,
        formatProvider,
        formatOptions,
        schemaString,
        partitionColumns,
        newConfiguration,
        createdTime);
  }
}
