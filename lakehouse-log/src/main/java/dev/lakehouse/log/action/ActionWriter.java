package dev.lakehouse.log.action;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Actions to JSON. What is null, and maps that may be missing and are empty, are left out. */
final class ActionWriter {
  private final JsonGenerator json;

  ActionWriter(JsonGenerator json) {
    this.json = json;
  }

  void write(Action action) throws IOException {
    json.writeStartObject();
    if (action instanceof AddFile add) {
      write(add);
    } else if (action instanceof RemoveFile remove) {
      write(remove);
    } else if (action instanceof CdcFile cdc) {
      write(cdc);
    } else if (action instanceof Metadata metadata) {
      write(metadata);
    } else if (action instanceof Protocol protocol) {
      write(protocol);
    } else if (action instanceof CommitInfo info) {
      write(info);
    } else if (action instanceof Txn txn) {
      write(txn);
    } else if (action instanceof DomainMetadata domain) {
      write(domain);
    } else if (action instanceof CheckpointMetadata checkpoint) {
      write(checkpoint);
    } else if (action instanceof SidecarFile sidecar) {
      write(sidecar);
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private void write(AddFile add) throws IOException {
    json.writeObjectFieldStart("add");
    json.writeStringField("path", add.path());
    map("partitionValues", add.partitionValues());
    json.writeNumberField("size", add.size());
    json.writeNumberField("modificationTime", add.modificationTime());
    json.writeBooleanField("dataChange", add.dataChange());
    optional("stats", add.stats());
    mapUnlessEmpty("tags", add.tags());
    vector(add.deletionVector());
    optional("baseRowId", add.baseRowId());
    optional("defaultRowCommitVersion", add.defaultRowCommitVersion());
    optional("clusteringProvider", add.clusteringProvider());
  }

  private void write(RemoveFile remove) throws IOException {
    json.writeObjectFieldStart("remove");
    json.writeStringField("path", remove.path());
    optional("deletionTimestamp", remove.deletionTimestamp());
    json.writeBooleanField("dataChange", remove.dataChange());
    optional("extendedFileMetadata", remove.extendedFileMetadata());
    Map<String, @Nullable String> values = remove.partitionValues();
    if (values != null) {
      map("partitionValues", values);
    }
    optional("size", remove.size());
    optional("stats", remove.stats());
    mapUnlessEmpty("tags", remove.tags());
    vector(remove.deletionVector());
    optional("baseRowId", remove.baseRowId());
    optional("defaultRowCommitVersion", remove.defaultRowCommitVersion());
  }

  private void write(CdcFile cdc) throws IOException {
    json.writeObjectFieldStart("cdc");
    json.writeStringField("path", cdc.path());
    map("partitionValues", cdc.partitionValues());
    json.writeNumberField("size", cdc.size());
    json.writeBooleanField("dataChange", false);
    mapUnlessEmpty("tags", cdc.tags());
  }

  private void write(Metadata metadata) throws IOException {
    json.writeObjectFieldStart("metaData");
    json.writeStringField("id", metadata.id());
    optional("name", metadata.name());
    optional("description", metadata.description());
    json.writeObjectFieldStart("format");
    json.writeStringField("provider", metadata.formatProvider());
    map("options", metadata.formatOptions());
    json.writeEndObject();
    json.writeStringField("schemaString", metadata.schemaString());
    list("partitionColumns", metadata.partitionColumns());
    map("configuration", metadata.configuration());
    optional("createdTime", metadata.createdTime());
  }

  private void write(Protocol protocol) throws IOException {
    json.writeObjectFieldStart("protocol");
    json.writeNumberField("minReaderVersion", protocol.minReaderVersion());
    json.writeNumberField("minWriterVersion", protocol.minWriterVersion());
    list("readerFeatures", protocol.readerFeatures());
    list("writerFeatures", protocol.writerFeatures());
  }

  private void write(CommitInfo info) throws IOException {
    json.writeObjectFieldStart("commitInfo");
    optional("inCommitTimestamp", info.inCommitTimestamp());
    optional("timestamp", info.timestamp());
    optional("userId", info.userId());
    optional("userName", info.userName());
    optional("operation", info.operation());
    map("operationParameters", info.operationParameters());
    optional("readVersion", info.readVersion());
    optional("isolationLevel", info.isolationLevel());
    optional("isBlindAppend", info.isBlindAppend());
    map("operationMetrics", info.operationMetrics());
    optional("userMetadata", info.userMetadata());
    mapUnlessEmpty("tags", info.tags());
    optional("engineInfo", info.engineInfo());
    optional("txnId", info.txnId());
  }

  private void write(Txn txn) throws IOException {
    json.writeObjectFieldStart("txn");
    json.writeStringField("appId", txn.appId());
    json.writeNumberField("version", txn.version());
    optional("lastUpdated", txn.lastUpdated());
  }

  private void write(DomainMetadata domain) throws IOException {
    json.writeObjectFieldStart("domainMetadata");
    json.writeStringField("domain", domain.domain());
    json.writeStringField("configuration", domain.configuration());
    json.writeBooleanField("removed", domain.removed());
  }

  private void write(CheckpointMetadata checkpoint) throws IOException {
    json.writeObjectFieldStart("checkpointMetadata");
    json.writeNumberField("version", checkpoint.version());
    mapUnlessEmpty("tags", checkpoint.tags());
  }

  private void write(SidecarFile sidecar) throws IOException {
    json.writeObjectFieldStart("sidecar");
    json.writeStringField("path", sidecar.path());
    json.writeNumberField("sizeInBytes", sidecar.sizeInBytes());
    json.writeNumberField("modificationTime", sidecar.modificationTime());
    mapUnlessEmpty("tags", sidecar.tags());
  }

  private void vector(@Nullable DeletionVectorDescriptor vector) throws IOException {
    if (vector == null) {
      return;
    }
    json.writeObjectFieldStart("deletionVector");
    json.writeStringField("storageType", vector.storageType());
    json.writeStringField("pathOrInlineDv", vector.pathOrInlineDv());
    Integer offset = vector.offset();
    if (offset != null) {
      json.writeNumberField("offset", offset);
    }
    json.writeNumberField("sizeInBytes", vector.sizeInBytes());
    json.writeNumberField("cardinality", vector.cardinality());
    json.writeEndObject();
  }

  private void optional(String name, @Nullable String value) throws IOException {
    if (value != null) {
      json.writeStringField(name, value);
    }
  }

  private void optional(String name, @Nullable Long value) throws IOException {
    if (value != null) {
      json.writeNumberField(name, value);
    }
  }

  private void optional(String name, @Nullable Boolean value) throws IOException {
    if (value != null) {
      json.writeBooleanField(name, value);
    }
  }

  private void list(String name, @Nullable Collection<String> values) throws IOException {
    if (values != null) {
      json.writeArrayFieldStart(name);
      for (String value : values) {
        json.writeString(value);
      }
      json.writeEndArray();
    }
  }

  private void mapUnlessEmpty(String name, Map<String, @Nullable String> values)
      throws IOException {
    if (!values.isEmpty()) {
      map(name, values);
    }
  }

  private void map(String name, Map<String, ? extends @Nullable String> values) throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, ? extends @Nullable String> entry : values.entrySet()) {
      json.writeStringField(entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
  }
}
