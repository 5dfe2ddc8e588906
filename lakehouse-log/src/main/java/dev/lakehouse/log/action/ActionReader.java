package dev.lakehouse.log.action;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.io.CloseableIterator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** JSON to actions, a token at a time. */
final class ActionReader implements CloseableIterator<Action> {
  private final JsonParser json;
  private final String file;
  private final Predicate<String> kinds;
  private boolean inLine;
  private @Nullable Action next;

  ActionReader(JsonParser json, String file, Predicate<String> kinds) {
    this.json = json;
    this.file = file;
    this.kinds = kinds;
  }

  @Override
  public boolean hasNext() {
    try {
      while (next == null && advance()) {}
      return next != null;
    } catch (JsonProcessingException e) {
      throw torn(e);
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
        throw corrupt("a line is no JSON object");
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
    if (json.currentToken() == JsonToken.VALUE_NULL) {
      return null;
    }
    return switch (kind) {
      case "add" -> addFile();
      case "remove" -> removeFile();
      case "cdc" -> cdcFile();
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

  private AddFile addFile() throws IOException {
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
    requireObject("add");
    while (json.nextToken() != JsonToken.END_OBJECT) {
      switch (enterField()) {
        case "path" -> path = text();
        case "partitionValues" -> partitionValues = map();
        case "size" -> size = integer();
        case "modificationTime" -> modificationTime = integer();
        case "dataChange" -> dataChange = bool();
        case "stats" -> stats = text();
        case "tags" -> tags = map();
        case "deletionVector" -> vector = vector();
        case "baseRowId" -> baseRowId = integer();
        case "defaultRowCommitVersion" -> defaultRowCommitVersion = integer();
        case "clusteringProvider" -> clusteringProvider = text();
        default -> json.skipChildren();
      }
    }
    return new AddFile(
        require(path, "add.path"),
        partitionValues,
        require(size, "add.size"),
        modificationTime == null ? 0 : modificationTime,
        dataChange == null || dataChange,
        stats,
        tags,
        vector,
        baseRowId,
        defaultRowCommitVersion,
        clusteringProvider);
  }

  private RemoveFile removeFile() throws IOException {
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
    requireObject("remove");
    while (json.nextToken() != JsonToken.END_OBJECT) {
      switch (enterField()) {
        case "path" -> path = text();
        case "deletionTimestamp" -> deletionTimestamp = integer();
        case "dataChange" -> dataChange = bool();
        case "extendedFileMetadata" -> extended = bool();
        case "partitionValues" -> partitionValues = isNull() ? null : map();
        case "size" -> size = integer();
        case "stats" -> stats = text();
        case "tags" -> tags = map();
        case "deletionVector" -> vector = vector();
        case "baseRowId" -> baseRowId = integer();
        case "defaultRowCommitVersion" -> defaultRowCommitVersion = integer();
        default -> json.skipChildren();
      }
    }
    return new RemoveFile(
        require(path, "remove.path"),
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

  private CdcFile cdcFile() throws IOException {
    String path = null;
    Map<String, @Nullable String> partitionValues = Map.of();
    Long size = null;
    Map<String, @Nullable String> tags = Map.of();
    requireObject("cdc");
    while (json.nextToken() != JsonToken.END_OBJECT) {
      switch (enterField()) {
        case "path" -> path = text();
        case "partitionValues" -> partitionValues = map();
        case "size" -> size = integer();
        case "tags" -> tags = map();
        default -> json.skipChildren();
      }
    }
    return new CdcFile(require(path, "cdc.path"), partitionValues, require(size, "cdc.size"), tags);
  }

  private @Nullable DeletionVectorDescriptor vector() throws IOException {
    if (isNull()) {
      return null;
    }
    String storageType = null;
    String pathOrInlineDv = null;
    Long offset = null;
    Long sizeInBytes = null;
    Long cardinality = null;
    requireObject("deletionVector");
    while (json.nextToken() != JsonToken.END_OBJECT) {
      switch (enterField()) {
        case "storageType" -> storageType = text();
        case "pathOrInlineDv" -> pathOrInlineDv = text();
        case "offset" -> offset = integer();
        case "sizeInBytes" -> sizeInBytes = integer();
        case "cardinality" -> cardinality = integer();
        default -> json.skipChildren();
      }
    }
    return new DeletionVectorDescriptor(
        require(storageType, "deletionVector.storageType"),
        require(pathOrInlineDv, "deletionVector.pathOrInlineDv"),
        offset == null ? null : int32(offset, "deletionVector.offset"),
        int32(require(sizeInBytes, "deletionVector.sizeInBytes"), "deletionVector.sizeInBytes"),
        require(cardinality, "deletionVector.cardinality"));
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
    requireObject("metaData");
    while (json.nextToken() != JsonToken.END_OBJECT) {
      switch (enterField()) {
        case "id" -> id = text();
        case "name" -> name = text();
        case "description" -> description = text();
        case "format" -> format = format();
        case "schemaString" -> schemaString = text();
        case "partitionColumns" -> partitionColumns = list("metaData.partitionColumns");
        case "configuration" -> configuration = fullMap();
        case "createdTime" -> createdTime = integer();
        default -> json.skipChildren();
      }
    }
    Format known = require(format, "metaData.format");
    return new Metadata(
        require(id, "metaData.id"),
        name,
        description,
        known.provider,
        known.options,
        require(schemaString, "metaData.schemaString"),
        require(partitionColumns, "metaData.partitionColumns"),
        require(configuration, "metaData.configuration"),
        createdTime);
  }

  private record Format(String provider, Map<String, String> options) {}

  private @Nullable Format format() throws IOException {
    if (isNull()) {
      return null;
    }
    String provider = null;
    Map<String, String> options = null;
    requireObject("format");
    while (json.nextToken() != JsonToken.END_OBJECT) {
      switch (enterField()) {
        case "provider" -> provider = text();
        case "options" -> options = fullMap();
        default -> json.skipChildren();
      }
    }
    return new Format(
        require(provider, "metaData.format.provider"), require(options, "metaData.format.options"));
  }

  private Protocol protocol() throws IOException {
    Long reader = null;
    Long writer = null;
    Set<String> readerFeatures = null;
    Set<String> writerFeatures = null;
    requireObject("protocol");
    while (json.nextToken() != JsonToken.END_OBJECT) {
      switch (enterField()) {
        case "minReaderVersion" -> reader = integer();
        case "minWriterVersion" -> writer = integer();
        case "readerFeatures" -> readerFeatures = set("protocol.readerFeatures");
        case "writerFeatures" -> writerFeatures = set("protocol.writerFeatures");
        default -> json.skipChildren();
      }
    }
    return new Protocol(
        int32(require(reader, "protocol.minReaderVersion"), "protocol.minReaderVersion"),
        int32(require(writer, "protocol.minWriterVersion"), "protocol.minWriterVersion"),
        readerFeatures,
        writerFeatures);
  }

  private CommitInfo commitInfo() throws IOException {
    Long inCommitTimestamp = null;
    Map<String, @Nullable String> texts = new LinkedHashMap<>();
    Map<String, @Nullable String> parameters = Map.of();
    Map<String, @Nullable String> metrics = Map.of();
    Map<String, @Nullable String> tags = Map.of();
    requireObject("commitInfo");
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String field = enterField();
      switch (field) {
        case "inCommitTimestamp" -> inCommitTimestamp = integer();
        case "operationParameters" -> parameters = freeMap();
        case "operationMetrics" -> metrics = freeMap();
        case "tags" -> tags = freeMap();
        default -> texts.put(field, jsonOrText());
      }
    }
    return new CommitInfo(
        inCommitTimestamp,
        longOrNull(texts.get("timestamp")),
        texts.get("userId"),
        texts.get("userName"),
        texts.get("operation"),
        parameters,
        longOrNull(texts.get("readVersion")),
        texts.get("isolationLevel"),
        boolOrNull(texts.get("isBlindAppend")),
        nonNull(metrics),
        texts.get("userMetadata"),
        tags,
        texts.get("engineInfo"),
        texts.get("txnId"));
  }

  private Txn txn() throws IOException {
    String appId = null;
    Long version = null;
    Long lastUpdated = null;
    requireObject("txn");
    while (json.nextToken() != JsonToken.END_OBJECT) {
      switch (enterField()) {
        case "appId" -> appId = text();
        case "version" -> version = integer();
        case "lastUpdated" -> lastUpdated = integer();
        default -> json.skipChildren();
      }
    }
    return new Txn(require(appId, "txn.appId"), require(version, "txn.version"), lastUpdated);
  }

  private DomainMetadata domainMetadata() throws IOException {
    String domain = null;
    String configuration = null;
    Boolean removed = null;
    requireObject("domainMetadata");
    while (json.nextToken() != JsonToken.END_OBJECT) {
      switch (enterField()) {
        case "domain" -> domain = text();
        case "configuration" -> configuration = text();
        case "removed" -> removed = bool();
        default -> json.skipChildren();
      }
    }
    return new DomainMetadata(
        require(domain, "domainMetadata.domain"),
        configuration == null ? "" : configuration,
        removed != null && removed);
  }

  private CheckpointMetadata checkpointMetadata() throws IOException {
    Long version = null;
    Map<String, @Nullable String> tags = Map.of();
    requireObject("checkpointMetadata");
    while (json.nextToken() != JsonToken.END_OBJECT) {
      switch (enterField()) {
        case "version" -> version = integer();
        case "tags" -> tags = map();
        default -> json.skipChildren();
      }
    }
    return new CheckpointMetadata(require(version, "checkpointMetadata.version"), tags);
  }

  private SidecarFile sidecar() throws IOException {
    String path = null;
    Long sizeInBytes = null;
    Long modificationTime = null;
    Map<String, @Nullable String> tags = Map.of();
    requireObject("sidecar");
    while (json.nextToken() != JsonToken.END_OBJECT) {
      switch (enterField()) {
        case "path" -> path = text();
        case "sizeInBytes" -> sizeInBytes = integer();
        case "modificationTime" -> modificationTime = integer();
        case "tags" -> tags = map();
        default -> json.skipChildren();
      }
    }
    return new SidecarFile(
        require(path, "sidecar.path"),
        require(sizeInBytes, "sidecar.sizeInBytes"),
        modificationTime == null ? 0 : modificationTime,
        tags);
  }

  /** The name of the field at which the parser stands, the parser moved to its value. */
  private String enterField() throws IOException {
    String name = json.currentName();
    json.nextToken();
    return name;
  }

  private boolean isNull() {
    return json.currentToken() == JsonToken.VALUE_NULL;
  }

  private void requireObject(String what) {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw corrupt(what + " is no JSON object");
    }
  }

  private @Nullable String text() throws IOException {
    if (isNull()) {
      return null;
    }
    if (!json.currentToken().isScalarValue()) {
      throw corrupt(json.currentName() + " must be a text");
    }
    return json.getText();
  }

  private @Nullable Long integer() throws IOException {
    if (isNull()) {
      return null;
    }
    try {
      return json.currentToken() == JsonToken.VALUE_STRING
          ? Long.valueOf(json.getText())
          : (Long) json.getLongValue();
    } catch (JsonProcessingException | NumberFormatException e) {
      throw corrupt(json.currentName() + " must be a whole number, not " + json.getText());
    }
  }

  private @Nullable Boolean bool() throws IOException {
    return switch (json.currentToken()) {
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> throw corrupt(json.currentName() + " must be true or false");
    };
  }

  private @Nullable List<String> list(String what) throws IOException {
    if (isNull()) {
      return null;
    }
    if (json.currentToken() != JsonToken.START_ARRAY) {
      throw corrupt(what + " must be a list");
    }
    List<String> values = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      values.add(require(text(), what + "[]"));
    }
    return values;
  }

  private @Nullable Set<String> set(String what) throws IOException {
    List<String> values = list(what);
    return values == null ? null : new LinkedHashSet<>(values);
  }

  /** A map of texts, empty for a null. */
  private Map<String, @Nullable String> map() throws IOException {
    if (isNull()) {
      return Map.of();
    }
    requireObject(json.currentName());
    Map<String, @Nullable String> values = new LinkedHashMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      values.put(enterField(), text());
    }
    return values;
  }

  /** A map that must be there, of texts that must be there; null values are left out. */
  private @Nullable Map<String, String> fullMap() throws IOException {
    return isNull() ? null : nonNull(map());
  }

  private static Map<String, String> nonNull(Map<String, @Nullable String> values) {
    Map<String, String> full = new LinkedHashMap<>();
    values.forEach(
        (key, value) -> {
          if (value != null) {
            full.put(key, value);
          }
        });
    return full;
  }

  /** A map of anything: texts as they are, the rest as JSON. Empty if it is no object at all. */
  private Map<String, @Nullable String> freeMap() throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      json.skipChildren();
      return Map.of();
    }
    Map<String, @Nullable String> values = new LinkedHashMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      values.put(enterField(), jsonOrText());
    }
    return values;
  }

  private @Nullable String jsonOrText() throws IOException {
    if (isNull()) {
      return null;
    }
    if (json.currentToken().isScalarValue()) {
      return json.getText();
    }
    StringWriter copy = new StringWriter();
    try (JsonGenerator generator = ActionJson.generator(copy)) {
      generator.copyCurrentStructure(json);
    }
    return copy.toString();
  }

  private static @Nullable Long longOrNull(@Nullable String text) {
    return text != null && text.matches("-?\\d{1,18}") ? Long.valueOf(text) : null;
  }

  private static @Nullable Boolean boolOrNull(@Nullable String text) {
    return text == null ? null : Boolean.valueOf(text);
  }

  private int int32(long value, String what) {
    if (value != (int) value) {
      throw corrupt(what + " is out of range: " + value);
    }
    return (int) value;
  }

  private <T> T require(@Nullable T value, String what) {
    if (value == null) {
      throw corrupt(what + " is missing");
    }
    return value;
  }

  private CorruptTableException corrupt(String what) {
    return new CorruptTableException(
        "Cannot read " + file + ", line " + json.currentLocation().getLineNr() + ": " + what);
  }

  private CorruptTableException torn(JsonProcessingException e) {
    return new CorruptTableException(
        "Cannot read "
            + file
            + ", line "
            + e.getLocation().getLineNr()
            + ": the text is torn or no JSON ("
            + e.getOriginalMessage()
            + ")",
        e);
  }
}
