package dev.lakehouse.log.replay;

import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.MapColumn;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.DeletionVectorDescriptor;
import dev.lakehouse.log.action.DomainMetadata;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.action.SidecarFile;
import dev.lakehouse.log.action.Txn;
import dev.lakehouse.log.files.FileBlockBuilder;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rows of a checkpoint's columns as actions, or as rows of a block. */
final class CheckpointRows {
  private final String file;

  /**
   * @param file what is read, for messages
   */
  CheckpointRows(String file) {
    this.file = file;
  }

  /** Appends the files in {@code adds}, as {@link CheckpointColumns#ADDS} asks for them. */
  void appendAdds(StructColumn adds, FileBlockBuilder builder, TupleCodes tuples) {
    Column paths = child(adds, "path");
    MapColumn partitionValues = (MapColumn) child(adds, "partitionValues");
    LongColumn sizes = (LongColumn) child(adds, "size");
    LongColumn times = (LongColumn) child(adds, "modificationTime");
    LongColumn rowIds = (LongColumn) child(adds, "baseRowId");
    LongColumn rowVersions = (LongColumn) child(adds, "defaultRowCommitVersion");
    StructColumn vectors = (StructColumn) child(adds, "deletionVector");
    BytesColumn texts =
        paths instanceof DictionaryColumn dictionary
            ? dictionary.dictionary()
            : (BytesColumn) paths;
    int[] codes = paths instanceof DictionaryColumn dictionary ? dictionary.codes() : null;
    for (int row = 0; row < adds.size(); row++) {
      if (adds.isNull(row)) {
        continue;
      }
      require(!paths.isNull(row), "add.path");
      require(!sizes.isNull(row), "add.size");
      int text = codes == null ? row : codes[row];
      builder.append(
          texts.data(),
          texts.offsets()[text],
          texts.length(text),
          sizes.values()[row],
          times.isNull(row) ? 0 : times.values()[row],
          tuples.code(partitionValues, row),
          vector(vectors, row),
          rowIds.isNull(row) ? null : (Long) rowIds.values()[row],
          rowVersions.isNull(row) ? null : (Long) rowVersions.values()[row]);
    }
  }

  /** The tombstone at {@code row}, as {@link CheckpointColumns#REMOVES} asks for it. */
  RemoveFile remove(StructColumn removes, int row) {
    Map<String, @Nullable String> values = map(removes, "partitionValues", row);
    Long size = number(removes, "size", row);
    return new RemoveFile(
        text(removes, "path", row),
        number(removes, "deletionTimestamp", row),
        false,
        (values != null && size != null) ? Boolean.TRUE : null,
        values,
        size,
        null,
        Map.of(),
        vector((StructColumn) child(removes, "deletionVector"), row),
        number(removes, "baseRowId", row),
        number(removes, "defaultRowCommitVersion", row));
  }

  private @Nullable DeletionVectorDescriptor vector(StructColumn vectors, int row) {
    if (vectors.isNull(row)) {
      return null;
    }
    Object offset = Values.get(child(vectors, "offset"), row);
    return new DeletionVectorDescriptor(
        text(vectors, "storageType", row),
        text(vectors, "pathOrInlineDv", row),
        (Integer) offset,
        (Integer) require(Values.get(child(vectors, "sizeInBytes"), row), "sizeInBytes"),
        require(number(vectors, "cardinality", row), "cardinality"));
  }

  /** The action of the column {@code kind} at {@code row}, which is not null there. */
  Action header(String kind, StructColumn column, int row) {
    return switch (kind) {
      case "protocol" ->
          new Protocol(
              (Integer) require(Values.get(child(column, "minReaderVersion"), row), kind),
              (Integer) require(Values.get(child(column, "minWriterVersion"), row), kind),
              names(column, "readerFeatures", row),
              names(column, "writerFeatures", row));
      case "metaData" -> metadata(column, row);
      case "txn" ->
          new Txn(
              text(column, "appId", row),
              require(number(column, "version", row), "txn.version"),
              number(column, "lastUpdated", row));
      case "domainMetadata" ->
          new DomainMetadata(
              text(column, "domain", row),
              text(column, "configuration", row),
              Boolean.TRUE.equals(Values.get(child(column, "removed"), row)));
      case "sidecar" ->
          new SidecarFile(
              text(column, "path", row),
              require(number(column, "sizeInBytes", row), "sidecar.sizeInBytes"),
              0,
              Map.of());
      default -> throw new IllegalArgumentException(kind);
    };
  }

  private Metadata metadata(StructColumn column, int row) {
    StructColumn format = (StructColumn) child(column, "format");
    Map<String, String> options = new LinkedHashMap<>();
    Map<String, @Nullable String> optionTexts = map(format, "options", row);
    if (optionTexts != null) {
      optionTexts.forEach((key, value) -> put(options, key, value));
    }
    Map<String, String> configuration = new LinkedHashMap<>();
    require(map(column, "configuration", row), "metaData.configuration")
        .forEach((key, value) -> put(configuration, key, value));
    Object columns =
        require(Values.get(child(column, "partitionColumns"), row), "partitionColumns");
    return new Metadata(
        text(column, "id", row),
        (String) Values.get(child(column, "name"), row),
        (String) Values.get(child(column, "description"), row),
        text(format, "provider", row),
        options,
        text(column, "schemaString", row),
        ((List<?>) columns).stream().map(String.class::cast).toList(),
        configuration,
        number(column, "createdTime", row));
  }

  private static void put(Map<String, String> target, String key, @Nullable String value) {
    if (value != null) {
      target.put(key, value);
    }
  }

  private static @Nullable Set<String> names(StructColumn column, String field, int row) {
    Object names = Values.get(child(column, field), row);
    if (names == null) {
      return null;
    }
    Set<String> set = new LinkedHashSet<>();
    ((List<?>) names).forEach(name -> set.add((String) name));
    return set;
  }

  private static @Nullable Map<String, @Nullable String> map(
      StructColumn column, String field, int row) {
    Object map = Values.get(child(column, field), row);
    if (map == null) {
      return null;
    }
    Map<String, @Nullable String> texts = new LinkedHashMap<>();
    ((Map<?, ?>) map).forEach((key, value) -> texts.put((String) key, (String) value));
    return texts;
  }

  /** The tags at {@code row}; empty for none. */
  static Map<String, @Nullable String> tags(StructColumn adds, int row) {
    Map<String, @Nullable String> tags = map(adds, "tags", row);
    return tags == null ? Map.of() : tags;
  }

  private String text(StructColumn column, String field, int row) {
    return (String) require(Values.get(child(column, field), row), field);
  }

  private static @Nullable Long number(StructColumn column, String field, int row) {
    return (Long) Values.get(child(column, field), row);
  }

  static Column child(StructColumn column, String name) {
    return column.child(column.type().indexOf(name));
  }

  private void require(boolean there, String what) {
    if (!there) {
      throw missing(what);
    }
  }

  private <T> T require(@Nullable T value, String what) {
    if (value == null) {
      throw missing(what);
    }
    return value;
  }

  private CorruptTableException missing(String what) {
    return new CorruptTableException("Cannot read " + file + ": " + what + " is missing in a row");
  }
}
