package dev.lakehouse.log.action;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.lakehouse.io.CloseableIterator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** JSON to actions, a token at a time. */
final class ActionReader implements CloseableIterator<Action> {
  private final JsonParser json;
  private final JsonFields fields;
  private final FileActionReader files;
  private final Predicate<String> kinds;
  private boolean inLine;
  private @Nullable Action next;

  ActionReader(JsonParser json, String file, Predicate<String> kinds) {
    this.json = json;
    this.fields = new JsonFields(json, file);
    this.files = new FileActionReader(fields);
    this.kinds = kinds;
  }

  @Override
  public boolean hasNext() {
    try {
      while (next == null && advance()) {}
      return next != null;
    } catch (JsonProcessingException e) {
      throw fields.torn(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Action next() {
    if (!hasNext() || next == null) {
      throw new NoSuchElementException();
    }
    Action result = next;
    next = null;
    return result;
  }

  @Override
  public void close() {
    try {
      json.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Moves over one token between actions; false at the end. Sets {@code next} if one began. */
  private boolean advance() throws IOException {
    JsonToken token = json.nextToken();
    if (!inLine) {
      if (token == null) {
        return false;
      }
      if (token != JsonToken.START_OBJECT) {
        throw fields.corrupt("a line is no JSON object");
      }
      inLine = true;
    } else if (token == JsonToken.END_OBJECT) {
      inLine = false;
    } else {
      String kind = json.currentName();
      json.nextToken();
      if (kinds.test(kind)) {
        next = body(kind);
      } else {
        json.skipChildren();
      }
    }
    return true;
  }

  /** The action of the value at which the parser stands; null if it is a null or not known. */
  @Nullable Action body(String kind) throws IOException {
    if (fields.isNull()) {
      return null;
    }
    return switch (kind) {
      case "add" -> files.add();
      case "remove" -> files.remove();
      case "cdc" -> files.cdc();
      case "metaData" -> metadata();
      case "protocol" -> protocol();
      case "commitInfo" -> commitInfo();
      case "txn" -> txn();
      case "domainMetadata" -> domainMetadata();
      case "checkpointMetadata" -> checkpointMetadata();
      case "sidecar" -> sidecar();
      default -> {
        json.skipChildren();
        yield null;
      }
    };
  }

  private Metadata metadata() throws IOException {
    String id = null;
    String name = null;
    String description = null;
    Format format = null;
    String schemaString = null;
    List<String> partitionColumns = null;
    Map<String, String> configuration = null;
    Long createdTime = null;
    fields.requireObject("metaData");
    while (fields.hasNext()) {
      switch (fields.enterField()) {
        case "id" -> id = fields.text();
        case "name" -> name = fields.text();
        case "description" -> description = fields.text();
        case "format" -> format = format();
        case "schemaString" -> schemaString = fields.text();
        case "partitionColumns" -> partitionColumns = fields.list("metaData.partitionColumns");
        case "configuration" -> configuration = fields.fullMap();
        case "createdTime" -> createdTime = fields.integer();
        default -> fields.skip();
      }
    }
    Format known = fields.require(format, "metaData.format");
    return new Metadata(
        fields.require(id, "metaData.id"),
        name,
        description,
        known.provider,
        known.options,
        fields.require(schemaString, "metaData.schemaString"),
        fields.require(partitionColumns, "metaData.partitionColumns"),
        fields.require(configuration, "metaData.configuration"),
        createdTime);
  }

  private record Format(String provider, Map<String, String> options) {}

  private @Nullable Format format() throws IOException {
    if (fields.isNull()) {
      return null;
    }
    String provider = null;
    Map<String, String> options = null;
    fields.requireObject("format");
    while (fields.hasNext()) {
      switch (fields.enterField()) {
        case "provider" -> provider = fields.text();
        case "options" -> options = fields.fullMap();
        default -> fields.skip();
      }
    }
    return new Format(
        fields.require(provider, "metaData.format.provider"),
        fields.require(options, "metaData.format.options"));
  }

  private Protocol protocol() throws IOException {
    Long reader = null;
    Long writer = null;
    Set<String> readerFeatures = null;
    Set<String> writerFeatures = null;
    fields.requireObject("protocol");
    while (fields.hasNext()) {
      switch (fields.enterField()) {
        case "minReaderVersion" -> reader = fields.integer();
        case "minWriterVersion" -> writer = fields.integer();
        case "readerFeatures" -> readerFeatures = fields.set("protocol.readerFeatures");
        case "writerFeatures" -> writerFeatures = fields.set("protocol.writerFeatures");
        default -> fields.skip();
      }
    }
    return new Protocol(
        fields.int32(
            fields.require(reader, "protocol.minReaderVersion"), "protocol.minReaderVersion"),
        fields.int32(
            fields.require(writer, "protocol.minWriterVersion"), "protocol.minWriterVersion"),
        readerFeatures,
        writerFeatures);
  }

  private CommitInfo commitInfo() throws IOException {
    Long inCommitTimestamp = null;
    Map<String, @Nullable String> texts = new LinkedHashMap<>();
    Map<String, @Nullable String> parameters = Map.of();
    Map<String, @Nullable String> metrics = Map.of();
    Map<String, @Nullable String> tags = Map.of();
    fields.requireObject("commitInfo");
    while (fields.hasNext()) {
      String field = fields.enterField();
      switch (field) {
        case "inCommitTimestamp" -> inCommitTimestamp = fields.integer();
        case "operationParameters" -> parameters = fields.freeMap();
        case "operationMetrics" -> metrics = fields.freeMap();
        case "tags" -> tags = fields.freeMap();
        default -> texts.put(field, fields.jsonOrText());
      }
    }
    return new CommitInfo(
        inCommitTimestamp,
        JsonFields.longOrNull(texts.get("timestamp")),
        texts.get("userId"),
        texts.get("userName"),
        texts.get("operation"),
        parameters,
        JsonFields.longOrNull(texts.get("readVersion")),
        texts.get("isolationLevel"),
        JsonFields.boolOrNull(texts.get("isBlindAppend")),
        JsonFields.nonNull(metrics),
        texts.get("userMetadata"),
        tags,
        texts.get("engineInfo"),
        texts.get("txnId"));
  }

  private Txn txn() throws IOException {
    String appId = null;
    Long version = null;
    Long lastUpdated = null;
    fields.requireObject("txn");
    while (fields.hasNext()) {
      switch (fields.enterField()) {
        case "appId" -> appId = fields.text();
        case "version" -> version = fields.integer();
        case "lastUpdated" -> lastUpdated = fields.integer();
        default -> fields.skip();
      }
    }
    return new Txn(
        fields.require(appId, "txn.appId"), fields.require(version, "txn.version"), lastUpdated);
  }

  private DomainMetadata domainMetadata() throws IOException {
    String domain = null;
    String configuration = null;
    Boolean removed = null;
    fields.requireObject("domainMetadata");
    while (fields.hasNext()) {
      switch (fields.enterField()) {
        case "domain" -> domain = fields.text();
        case "configuration" -> configuration = fields.text();
        case "removed" -> removed = fields.bool();
        default -> fields.skip();
      }
    }
    return new DomainMetadata(
        fields.require(domain, "domainMetadata.domain"),
        configuration == null ? "" : configuration,
        removed != null && removed);
  }

  private CheckpointMetadata checkpointMetadata() throws IOException {
    Long version = null;
    Map<String, @Nullable String> tags = Map.of();
    fields.requireObject("checkpointMetadata");
    while (fields.hasNext()) {
      switch (fields.enterField()) {
        case "version" -> version = fields.integer();
        case "tags" -> tags = fields.map();
        default -> fields.skip();
      }
    }
    return new CheckpointMetadata(fields.require(version, "checkpointMetadata.version"), tags);
  }

  private SidecarFile sidecar() throws IOException {
    String path = null;
    Long sizeInBytes = null;
    Long modificationTime = null;
    Map<String, @Nullable String> tags = Map.of();
    fields.requireObject("sidecar");
    while (fields.hasNext()) {
      switch (fields.enterField()) {
        case "path" -> path = fields.text();
        case "sizeInBytes" -> sizeInBytes = fields.integer();
        case "modificationTime" -> modificationTime = fields.integer();
        case "tags" -> tags = fields.map();
        default -> fields.skip();
      }
    }
    return new SidecarFile(
        fields.require(path, "sidecar.path"),
        fields.require(sizeInBytes, "sidecar.sizeInBytes"),
        modificationTime == null ? 0 : modificationTime,
        tags);
  }
}
