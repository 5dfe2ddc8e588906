package dev.lakehouse.log.action;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.lakehouse.error.CorruptTableException;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an action's JSON, each read as the type that it must have, or an error naming file,
 * line and field.
 */
final class JsonFields {
  private final JsonParser json;
  private final String file;

  JsonFields(JsonParser json, String file) {
    this.json = json;
    this.file = file;
  }

  /** Moves to the next field of the object in which the parser is; false at its end. */
  boolean hasNext() throws IOException {
    return json.nextToken() != JsonToken.END_OBJECT;
  }

  /** The name of the field at which the parser stands, the parser moved to its value. */
  String enterField() throws IOException {
    String name = json.currentName();
    json.nextToken();
    return name;
  }

  /** Leaves out the value at which the parser stands. */
  void skip() throws IOException {
    json.skipChildren();
  }

  boolean isNull() {
    return json.currentToken() == JsonToken.VALUE_NULL;
  }

  void requireObject(String what) {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw corrupt(what + " is no JSON object");
    }
  }

  @Nullable String text() throws IOException {
    if (isNull()) {
      return null;
    }
    if (!json.currentToken().isScalarValue()) {
      throw corrupt(json.currentName() + " must be a text");
    }
    return json.getText();
  }

  @Nullable Long integer() throws IOException {
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

  @Nullable Boolean bool() throws IOException {
    return switch (json.currentToken()) {
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> throw corrupt(json.currentName() + " must be true or false");
    };
  }

  @Nullable List<String> list(String what) throws IOException {
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

  @Nullable Set<String> set(String what) throws IOException {
    List<String> values = list(what);
    return values == null ? null : new LinkedHashSet<>(values);
  }

  /** A map of texts, empty for a null. */
  Map<String, @Nullable String> map() throws IOException {
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
  @Nullable Map<String, String> fullMap() throws IOException {
    return isNull() ? null : nonNull(map());
  }

  static Map<String, String> nonNull(Map<String, @Nullable String> values) {
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
  Map<String, @Nullable String> freeMap() throws IOException {
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

  @Nullable String jsonOrText() throws IOException {
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

  static @Nullable Long longOrNull(@Nullable String text) {
    return text != null && text.matches("-?\\d{1,18}") ? Long.valueOf(text) : null;
  }

  static @Nullable Boolean boolOrNull(@Nullable String text) {
    return text == null ? null : Boolean.valueOf(text);
  }

  int int32(long value, String what) {
    if (value != (int) value) {
      throw corrupt(what + " is out of range: " + value);
    }
    return (int) value;
  }

  <T> T require(@Nullable T value, String what) {
    if (value == null) {
      throw corrupt(what + " is missing");
    }
    return value;
  }

  CorruptTableException corrupt(String what) {
    return new CorruptTableException(
        "Cannot read " + file + ", line " + json.currentLocation().getLineNr() + ": " + what);
  }

  CorruptTableException torn(JsonProcessingException e) {
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
