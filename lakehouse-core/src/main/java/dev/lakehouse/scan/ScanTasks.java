package dev.lakehouse.scan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lakehouse.data.BatchReader;
import dev.lakehouse.data.ScanTask;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.io.Environment;
import dev.lakehouse.io.Location;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.action.DeletionVectorDescriptor;
import dev.lakehouse.parquet.read.FieldMatching;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.SchemaJson;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Makes tasks of a scan and reads them. */
public final class ScanTasks {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private ScanTasks() {}

  /** One task a file that {@code query} must read of {@code snapshot}. */
  public static List<ScanTask> of(Snapshot snapshot, ScanQuery query) {
    String shared = write(query).toString();
    List<ScanTask> tasks = new ArrayList<>();
    FilePlan.of(snapshot, query)
        .forEachRemaining(planned -> tasks.add(task(query, shared, planned.file())));
    return tasks;
  }

  private static ScanTask task(ScanQuery query, String shared, ScanFile file) {
    Long live = file.liveRows();
    return new ScanTask(
        query.table().toString(),
        query.version(),
        file.path(),
        file.bytes(),
        live == null ? OptionalLong.empty() : OptionalLong.of(live),
        reading(shared, file));
  }

  /** The members of {@code shared}, a JSON object, and those of a file: written without a tree. */
  private static String reading(String shared, ScanFile file) {
    StringBuilder json = new StringBuilder(shared);
    json.setLength(json.length() - 1);
    json.append(",\"partitionValues\":{");
    String separator = "";
    for (Map.Entry<String, @Nullable String> value : file.partitionValues().entrySet()) {
      quote(value.getKey(), json.append(separator)).append(':');
      quote(value.getValue(), json);
      separator = ",";
    }
    json.append('}');
    if (file.rowCount() != null) {
      json.append(",\"fileRows\":").append((long) file.rowCount());
    }
    if (file.deletionVector() != null) {
      json.append(",\"deletionVector\":").append(write(file.deletionVector()));
    }
    return json.append('}').toString();
  }

  private static StringBuilder quote(@Nullable String text, StringBuilder json) {
    if (text == null) {
      return json.append("null");
    }
    json.append('"');
    JsonStringEncoder.getInstance().quoteAsString(text, json);
    return json.append('"');
  }

  private static ObjectNode write(ScanQuery query) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("schema", SchemaJson.write(query.schema()));
    ArrayNode partitions = json.putArray("partitionColumns");
    query.partitionColumns().forEach(partitions::add);
    json.put("matching", query.matching().name());
    ArrayNode selected = json.putArray("selected");
    query.selected().forEach(path -> selected.add(path.toString()));
    if (query.predicate() != null) {
      json.set("predicate", ExpressionJson.write(query.predicate()));
    }
    json.put("zone", query.context().zone().getId());
    json.put("now", query.context().now().toString());
    return json;
  }

  private static ObjectNode write(DeletionVectorDescriptor vector) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("storageType", vector.storageType());
    json.put("pathOrInlineDv", vector.pathOrInlineDv());
    json.put("offset", vector.offset());
    json.put("sizeInBytes", vector.sizeInBytes());
    json.put("cardinality", vector.cardinality());
    return json;
  }

  /**
   * The rows of one task. The caller closes the reader.
   *
   * @throws IllegalArgumentException if the task is none of {@link #of}
   */
  public static BatchReader read(Environment environment, ScanTask task) {
    JsonNode json = parse(task.reading());
    FileReader reader = FileReader.of(environment, query(task, json));
    return BatchReader.of(reader.schema(), reader.read(file(task, json), environment.executor()));
  }

  private static JsonNode parse(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Not a scan task: " + e.getOriginalMessage(), e);
    }
  }

  private static ScanQuery query(ScanTask task, JsonNode json) {
    return new ScanQuery(
        Location.parse(task.table()),
        task.version(),
        SchemaJson.read(json.path("schema").asText()),
        texts(json.path("partitionColumns")),
        FieldMatching.valueOf(json.path("matching").asText()),
        texts(json.path("selected")).stream().map(ColumnPath::parse).toList(),
        json.has("predicate") ? ExpressionJson.read(json.get("predicate")) : null,
        new ExpressionContext(
            ZoneId.of(json.path("zone").asText()), Instant.parse(json.path("now").asText())));
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  private static ScanFile file(ScanTask task, JsonNode json) {
    Map<String, @Nullable String> partition = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : json.path("partitionValues").properties()) {
      JsonNode text = entry.getValue();
      partition.put(entry.getKey(), text.isNull() ? null : text.asText());
    }
    return new ScanFile(
        task.file(),
        task.bytes(),
        partition,
        json.has("deletionVector") ? vector(json.get("deletionVector")) : null,
        json.has("fileRows") ? (Long) json.get("fileRows").asLong() : null);
  }

  private static DeletionVectorDescriptor vector(JsonNode json) {
    return new DeletionVectorDescriptor(
        json.path("storageType").asText(),
        json.path("pathOrInlineDv").asText(),
        json.hasNonNull("offset") ? (Integer) json.get("offset").asInt() : null,
        json.path("sizeInBytes").asInt(),
        json.path("cardinality").asLong());
  }
}
