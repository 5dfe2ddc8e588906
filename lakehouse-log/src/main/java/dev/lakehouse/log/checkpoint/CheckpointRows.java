package dev.lakehouse.log.checkpoint;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ColumnBuilder;
import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.DeletionVectorDescriptor;
import dev.lakehouse.log.action.DomainMetadata;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.action.Txn;
import dev.lakehouse.log.stats.PartitionParser;
import dev.lakehouse.log.stats.StatsValues;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects actions as the rows of a checkpoint: one struct column a kind, one of them set. */
final class CheckpointRows {
  private final CheckpointSchema schema;
  private final List<ColumnBuilder> columns = new ArrayList<>();
  private final PartitionParser partitions = new PartitionParser(ZoneOffset.UTC);
  private int size;

  CheckpointRows(CheckpointSchema schema) {
    this.schema = schema;
    for (StructField field : schema.columns()) {
      columns.add(ColumnBuilder.of(field.type()));
    }
  }

  int size() {
    return size;
  }

  /** Appends the row of {@code action}, which must be of a kind that checkpoints hold. */
  void append(Action action) {
    if (action instanceof AddFile add) {
      append("add", row(add));
    } else if (action instanceof RemoveFile remove) {
      append("remove", row(remove));
    } else if (action instanceof Txn txn) {
      append("txn", row(txn.appId(), txn.version(), txn.lastUpdated()));
    } else if (action instanceof DomainMetadata domain) {
      append("domainMetadata", row(domain.domain(), domain.configuration(), domain.removed()));
    } else if (action instanceof Metadata metadata) {
      append("metaData", row(metadata));
    } else if (action instanceof Protocol protocol) {
      append("protocol", row(protocol));
    } else {
      throw new IllegalArgumentException("Checkpoints do not hold " + action);
    }
  }

  private void append(String kind, List<@Nullable Object> row) {
    StructType kinds = schema.columns();
    for (int i = 0; i < columns.size(); i++) {
      columns.get(i).append(kinds.field(i).name().equals(kind) ? row : null);
    }
    size++;
  }

  private List<@Nullable Object> row(AddFile add) {
    List<@Nullable Object> row =
        new ArrayList<>(
            row(
                add.path(),
                add.partitionValues(),
                add.size(),
                add.modificationTime(),
                false,
                orNull(add.tags()),
                vector(add.deletionVector()),
                add.baseRowId(),
                add.defaultRowCommitVersion(),
                add.clusteringProvider(),
                schema.statsAsJson() ? add.stats() : null));
    schema.stats().ifPresent(type -> row.add(StatsValues.parse(add.stats(), type)));
    schema.partitionValues().ifPresent(type -> row.add(partition(add.partitionValues(), type)));
    return row;
  }

  /** A text that does not parse is null here, and still there as text. */
  private List<@Nullable Object> partition(
      Map<String, ? extends @Nullable String> texts, StructType type) {
    List<@Nullable Object> values = new ArrayList<>(type.size());
    for (StructField field : type) {
      values.add(typed(field, texts.get(field.name())));
    }
    return values;
  }

  private @Nullable Object typed(StructField field, @Nullable String text) {
    try {
      return text == null || text.isEmpty()
          ? null
          : partitions.parse(field.type(), text, field.name());
    } catch (CorruptTableException e) {
      return null;
    }
  }

  /** PROTOCOL "Checkpoint Format": tombstones lose their statistics and tags. */
  private static List<@Nullable Object> row(RemoveFile remove) {
    return row(
        remove.path(),
        remove.deletionTimestamp(),
        false,
        remove.extendedFileMetadata(),
        remove.partitionValues(),
        remove.size(),
        vector(remove.deletionVector()),
        remove.baseRowId(),
        remove.defaultRowCommitVersion());
  }

  private static List<@Nullable Object> row(Metadata metadata) {
    return row(
        metadata.id(),
        metadata.name(),
        metadata.description(),
        row(metadata.formatProvider(), metadata.formatOptions()),
        metadata.schemaString(),
        metadata.partitionColumns(),
        metadata.configuration(),
        metadata.createdTime());
  }

  private static List<@Nullable Object> row(Protocol protocol) {
    return row(
        protocol.minReaderVersion(),
        protocol.minWriterVersion(),
        names(protocol.readerFeatures()),
        names(protocol.writerFeatures()));
  }

  private static @Nullable List<String> names(@Nullable Collection<String> names) {
    return names == null ? null : List.copyOf(names);
  }

  private static @Nullable Object vector(@Nullable DeletionVectorDescriptor vector) {
    return vector == null
        ? null
        : row(
            vector.storageType(),
            vector.pathOrInlineDv(),
            vector.offset(),
            vector.sizeInBytes(),
            vector.cardinality());
  }

  private static @Nullable Object orNull(Map<String, ? extends @Nullable String> map) {
    return map.isEmpty() ? null : map;
  }

  private static List<@Nullable Object> row(@Nullable Object... values) {
    return Arrays.asList(values);
  }

  /** The rows collected. */
  Batch build() {
    List<Column> built = columns.stream().map(ColumnBuilder::build).toList();
    return new Batch(schema.columns(), built, size);
  }
}
