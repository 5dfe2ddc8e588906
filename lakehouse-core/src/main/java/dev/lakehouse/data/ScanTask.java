package dev.lakehouse.data;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.OptionalLong;

/**
 * One data file to be read for a scan, by {@code Lakehouse.read} on any machine that reaches the
 * table. Immutable.
 *
 * @param table where the table is
 * @param version which version of it is read
 * @param file where the file is, as the table's log has it: relative to the table, or absolute
 * @param bytes the file's length
 * @param rowCount how many rows it has that are not deleted, before the filter; empty if the log
 *     does not say
 * @param reading how the file is read, as JSON: made by this library, for this library
 */
public record ScanTask(
    String table, long version, String file, long bytes, OptionalLong rowCount, String reading) {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** The task as JSON text, for {@link #fromJson}. */
  public String toJson() {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("table", table);
    json.put("version", version);
    json.put("file", file);
    json.put("bytes", bytes);
    rowCount.ifPresent(rows -> json.put("rowCount", rows));
    json.set("reading", parse(reading));
    return json.toString();
  }

  /**
   * The task that {@link #toJson} wrote.
   *
   * @throws IllegalArgumentException if the text is none
   */
  public static ScanTask fromJson(String text) {
    JsonNode json = parse(text);
    return new ScanTask(
        required(json, "table").asText(),
        required(json, "version").asLong(),
        required(json, "file").asText(),
        required(json, "bytes").asLong(),
        json.hasNonNull("rowCount")
            ? OptionalLong.of(json.get("rowCount").asLong())
            : OptionalLong.empty(),
        required(json, "reading").toString());
  }

  private static JsonNode required(JsonNode json, String key) {
    if (!json.hasNonNull(key)) {
      throw new IllegalArgumentException("A scan task needs '" + key + "', but has " + json);
    }
    return json.get(key);
  }

  private static JsonNode parse(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("A scan task is no JSON: " + e.getOriginalMessage(), e);
    }
  }
}
