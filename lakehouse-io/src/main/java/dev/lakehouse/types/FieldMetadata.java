package dev.lakehouse.types;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The metadata of a field: a JSON object whose keys and values this library keeps as they are, also
 * those it does not know. Immutable.
 */
public final class FieldMetadata {
  /** No metadata. */
  public static final FieldMetadata EMPTY =
      new FieldMetadata(JsonNodeFactory.instance.objectNode());

  /** Key of the comment. */
  public static final String COMMENT = "comment";

  /** Key of the SQL text of a column's default. */
  public static final String DEFAULT = "CURRENT_DEFAULT";

  /** Key of the SQL text that a generated column is computed of. */
  public static final String GENERATION_EXPRESSION = "delta.generationExpression";

  /** Key of an identity column's first number. */
  public static final String IDENTITY_START = "delta.identity.start";

  /** Key of the distance between an identity column's numbers. */
  public static final String IDENTITY_STEP = "delta.identity.step";

  /** Key of the last number that an identity column gave out. */
  public static final String IDENTITY_MARK = "delta.identity.highWaterMark";

  /** Key of whether rows may give an identity column's number themselves. */
  public static final String IDENTITY_ALLOW_EXPLICIT = "delta.identity.allowExplicitInsert";

  private final ObjectNode json;

  private FieldMetadata(ObjectNode json) {
    this.json = json;
  }

  static FieldMetadata ofJson(ObjectNode json) {
    return json.isEmpty() ? EMPTY : new FieldMetadata(json.deepCopy());
  }

  ObjectNode toJson() {
    return json.deepCopy();
  }

  /** True if there is no key at all. */
  public boolean isEmpty() {
    return json.isEmpty();
  }

  /** True if {@code key} is there, be it with a null. */
  public boolean has(String key) {
    return json.has(key);
  }

  /** The keys, in the order of the schema. */
  public List<String> keys() {
    List<String> keys = new ArrayList<>();
    json.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  /** The text under {@code key}; empty if it is missing or no text. */
  public Optional<String> string(String key) {
    JsonNode value = json.get(key);
    return value != null && value.isTextual() ? Optional.of(value.textValue()) : Optional.empty();
  }

  /** The whole number under {@code key}; empty if it is missing or no whole number. */
  public OptionalLong integer(String key) {
    JsonNode value = json.get(key);
    return value != null && value.isIntegralNumber() && value.canConvertToLong()
        ? OptionalLong.of(value.longValue())
        : OptionalLong.empty();
  }

  /** The boolean under {@code key}; empty if it is missing or no boolean. */
  public Optional<Boolean> bool(String key) {
    JsonNode value = json.get(key);
    return value != null && value.isBoolean()
        ? Optional.of(value.booleanValue())
        : Optional.empty();
  }

  /** The value under {@code key} as JSON text. */
  public Optional<String> jsonText(String key) {
    return Optional.ofNullable(json.get(key)).map(JsonNode::toString);
  }

  /** This metadata with {@code key} set to a text. */
  public FieldMetadata with(String key, String value) {
    return with(key, JsonNodeFactory.instance.textNode(value));
  }

  /** This metadata with {@code key} set to a whole number. */
  public FieldMetadata with(String key, long value) {
    return with(key, JsonNodeFactory.instance.numberNode(value));
  }

  /** This metadata with {@code key} set to a boolean. */
  public FieldMetadata with(String key, boolean value) {
    return with(key, JsonNodeFactory.instance.booleanNode(value));
  }

  /** This metadata with {@code key} set to the value of a JSON text. */
  public FieldMetadata withJson(String key, String jsonText) {
    return with(key, SchemaJson.readTree(jsonText));
  }

  private FieldMetadata with(String key, JsonNode value) {
    ObjectNode copy = json.deepCopy();
    copy.set(key, value);
    return new FieldMetadata(copy);
  }

  /** This metadata without {@code key}. */
  public FieldMetadata without(String key) {
    ObjectNode copy = json.deepCopy();
    copy.remove(key);
    return ofJson(copy);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FieldMetadata metadata && metadata.json.equals(json);
  }

  @Override
  public int hashCode() {
    return json.hashCode();
  }

  /** The metadata as JSON text. */
  @Override
  public String toString() {
    return json.toString();
  }
}
