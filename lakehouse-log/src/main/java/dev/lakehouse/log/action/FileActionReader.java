package dev.lakehouse.log.action;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The actions about files, from the JSON at which the parser stands. */
final class FileActionReader {
  private final JsonFields fields;

  FileActionReader(JsonFields fields) {
    this.fields = fields;
  }

  AddFile add() throws IOException {
    String path = null;
    Map<String, @Nullable String> partitionValues = Map.of();
    Long size = null;
    Long modificationTime = null;
    Boolean dataChange = null;
    String stats = null;
    Map<String, @Nullable String> tags = Map.of();
    DeletionVectorDescriptor vector = null;
    Long baseRowId = null;
    Long defaultRowCommitVersion = null;
    String clusteringProvider = null;
    fields.requireObject("add");
    while (fields.hasNext()) {
      switch (fields.enterField()) {
        case "path" -> path = fields.text();
        case "partitionValues" -> partitionValues = fields.map();
        case "size" -> size = fields.integer();
        case "modificationTime" -> modificationTime = fields.integer();
        case "dataChange" -> dataChange = fields.bool();
        case "stats" -> stats = fields.text();
        case "tags" -> tags = fields.map();
        case "deletionVector" -> vector = vector();
        case "baseRowId" -> baseRowId = fields.integer();
        case "defaultRowCommitVersion" -> defaultRowCommitVersion = fields.integer();
        case "clusteringProvider" -> clusteringProvider = fields.text();
        default -> fields.skip();
      }
    }
    return new AddFile(
        fields.require(path, "add.path"),
        partitionValues,
        fields.require(size, "add.size"),
        modificationTime == null ? 0 : modificationTime,
        dataChange == null || dataChange,
        stats,
        tags,
        vector,
        baseRowId,
        defaultRowCommitVersion,
        clusteringProvider);
  }

  RemoveFile remove() throws IOException {
    String path = null;
    Long deletionTimestamp = null;
    Boolean dataChange = null;
    Boolean extended = null;
    Map<String, @Nullable String> partitionValues = null;
    Long size = null;
    String stats = null;
    Map<String, @Nullable String> tags = Map.of();
    DeletionVectorDescriptor vector = null;
    Long baseRowId = null;
    Long defaultRowCommitVersion = null;
    fields.requireObject("remove");
    while (fields.hasNext()) {
      switch (fields.enterField()) {
        case "path" -> path = fields.text();
        case "deletionTimestamp" -> deletionTimestamp = fields.integer();
        case "dataChange" -> dataChange = fields.bool();
        case "extendedFileMetadata" -> extended = fields.bool();
        case "partitionValues" -> partitionValues = fields.isNull() ? null : fields.map();
        case "size" -> size = fields.integer();
        case "stats" -> stats = fields.text();
        case "tags" -> tags = fields.map();
        case "deletionVector" -> vector = vector();
        case "baseRowId" -> baseRowId = fields.integer();
        case "defaultRowCommitVersion" -> defaultRowCommitVersion = fields.integer();
        default -> fields.skip();
      }
    }
    return new RemoveFile(
        fields.require(path, "remove.path"),
        deletionTimestamp,
        dataChange == null || dataChange,
        extended,
        partitionValues,
        size,
        stats,
        tags,
        vector,
        baseRowId,
        defaultRowCommitVersion);
  }

  CdcFile cdc() throws IOException {
    String path = null;
    Map<String, @Nullable String> partitionValues = Map.of();
    Long size = null;
    Map<String, @Nullable String> tags = Map.of();
    fields.requireObject("cdc");
    while (fields.hasNext()) {
      switch (fields.enterField()) {
        case "path" -> path = fields.text();
        case "partitionValues" -> partitionValues = fields.map();
        case "size" -> size = fields.integer();
        case "tags" -> tags = fields.map();
        default -> fields.skip();
      }
    }
    return new CdcFile(
        fields.require(path, "cdc.path"), partitionValues, fields.require(size, "cdc.size"), tags);
  }

  private @Nullable DeletionVectorDescriptor vector() throws IOException {
    if (fields.isNull()) {
      return null;
    }
    String storageType = null;
    String pathOrInlineDv = null;
    Long offset = null;
    Long sizeInBytes = null;
    Long cardinality = null;
    fields.requireObject("deletionVector");
    while (fields.hasNext()) {
      switch (fields.enterField()) {
        case "storageType" -> storageType = fields.text();
        case "pathOrInlineDv" -> pathOrInlineDv = fields.text();
        case "offset" -> offset = fields.integer();
        case "sizeInBytes" -> sizeInBytes = fields.integer();
        case "cardinality" -> cardinality = fields.integer();
        default -> fields.skip();
      }
    }
    return new DeletionVectorDescriptor(
        fields.require(storageType, "deletionVector.storageType"),
        fields.require(pathOrInlineDv, "deletionVector.pathOrInlineDv"),
        offset == null ? null : fields.int32(offset, "deletionVector.offset"),
        fields.int32(
            fields.require(sizeInBytes, "deletionVector.sizeInBytes"),
            "deletionVector.sizeInBytes"),
        fields.require(cardinality, "deletionVector.cardinality"));
  }
}
