package dev.lakehouse;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.lakehouse.data.HistoryEntry;
import dev.lakehouse.data.TableDetail;
import dev.lakehouse.log.action.CommitInfo;
import dev.lakehouse.log.action.DomainMetadata;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.types.ColumnPath;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the log says of a table, in the words of the API. */
final class Descriptions {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private Descriptions() {}

  /** {@code texts} as a JSON array of strings. */
  static String jsonArray(String... texts) {
    try {
      return MAPPER.writeValueAsString(texts);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("No JSON: " + e.getOriginalMessage(), e);
    }
  }

  static List<HistoryEntry> history(List<dev.lakehouse.log.HistoryEntry> entries) {
    return entries.stream().map(Descriptions::historyEntry).toList();
  }

  private static HistoryEntry historyEntry(dev.lakehouse.log.HistoryEntry entry) {
    Optional<CommitInfo> info = entry.info();
    return new HistoryEntry(
        entry.version(),
        entry.time(),
        info.map(CommitInfo::operation),
        info.map(CommitInfo::operationParameters).map(Descriptions::texts).orElse(Map.of()),
        info.map(CommitInfo::operationMetrics).map(Descriptions::texts).orElse(Map.of()),
        info.map(CommitInfo::userName),
        info.map(CommitInfo::engineInfo),
        info.map(CommitInfo::readVersion).map(OptionalLong::of).orElse(OptionalLong.empty()),
        info.map(CommitInfo::isolationLevel),
        info.map(CommitInfo::isBlindAppend),
        info.map(CommitInfo::userMetadata));
  }

  private static Map<String, String> texts(Map<String, ? extends @Nullable String> values) {
    Map<String, String> texts = new LinkedHashMap<>();
    values.forEach(
        (key, value) -> {
          if (value != null) {
            texts.put(key, value);
          }
        });
    return texts;
  }

  static TableDetail detail(Snapshot snapshot) {
    dev.lakehouse.log.Snapshot state = snapshot.state();
    Metadata metadata = state.metadata();
    Protocol protocol = state.protocol();
    TreeSet<String> features = new TreeSet<>();
    TableFeature.supportedBy(protocol).forEach(feature -> features.add(feature.featureName()));
    if (protocol.readerFeatures() != null) {
      features.addAll(protocol.readerFeatures());
    }
    if (protocol.writerFeatures() != null) {
      features.addAll(protocol.writerFeatures());
    }
    return new TableDetail(
        metadata.id(),
        Optional.ofNullable(metadata.name()),
        Optional.ofNullable(metadata.description()),
        state.log().table().toString(),
        state.version(),
        Optional.ofNullable(metadata.createdTime()).map(Instant::ofEpochMilli),
        snapshot.timestamp(),
        snapshot.partitionColumns(),
        clusteringColumns(state),
        snapshot.fileCount(),
        snapshot.bytes(),
        metadata.configuration(),
        protocol.minReaderVersion(),
        protocol.minWriterVersion(),
        List.copyOf(features));
  }

  /** Of the domain's JSON, a list of physical paths; empty if it is none. */
  private static List<String> clusteringColumns(dev.lakehouse.log.Snapshot state) {
    DomainMetadata domain = state.domains().get("delta.clustering");
    List<String> columns = new ArrayList<>();
    if (domain != null) {
      for (JsonNode column : parse(domain.configuration()).path("clusteringColumns")) {
        List<String> names = new ArrayList<>();
        column.forEach(name -> names.add(name.asText()));
        if (!names.isEmpty()) {
          columns.add(logicalPath(state, names));
        }
      }
    }
    return columns;
  }

  private static String logicalPath(dev.lakehouse.log.Snapshot state, List<String> physical) {
    String top = physical.get(0);
    List<String> names = new ArrayList<>(physical);
    state.schema().fields().stream()
        .filter(field -> state.columnMapping().physicalName(field).equals(top))
        .findFirst()
        .ifPresent(field -> names.set(0, field.name()));
    return new ColumnPath(names).toString();
  }

  private static JsonNode parse(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      return MAPPER.createObjectNode();
    }
  }
}
