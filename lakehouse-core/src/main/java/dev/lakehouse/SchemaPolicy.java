package dev.lakehouse;

import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.schema.Evolution;
import dev.lakehouse.types.StructType;
import java.util.UUID;
import java.util.function.Supplier;

/** What a write makes of a table's columns where its source has others. */
@FunctionalInterface
interface SchemaPolicy {
  /** They stay as they are. */
  SchemaPolicy KEEP = (protocol, metadata, source, names) -> new Evolution(protocol, metadata);

  /** New ones are added, and types become wider where the table allows it. */
  SchemaPolicy MERGE = Evolution::merging;

  /** The table for rows of {@code source}. */
  Evolution apply(Protocol protocol, Metadata metadata, StructType source, Supplier<UUID> names);
}
