package dev.lakehouse.log.stats;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.NumberOutput;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lakehouse.types.ColumnPath;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of files as the JSON text of {@code add.stats}.
 *
 * <p>What JSON or the protocol cannot say is left out, which a reader takes for "not known": bounds
 * that are infinite or no number, of booleans, binaries and nested values. Times are cut to
 * milliseconds, which readers allow for. Source: Delta protocol, "Per-file Statistics".
 */
public final class StatsJson {
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private StatsJson() {}

  /** Whether the text says that the bounds are tight: only where vectors may make them wide. */
  public enum TightBounds {
    /** It says that they are. */
    SAID,
    /** It says nothing, which means that they are. */
    IMPLIED,
    /** It says that they are not. */
    DENIED
  }

  /**
   * The text for a file of {@code numRecords} rows.
   *
   * @param leaves in schema order, so that fields of one struct stand together
   */
  public static String write(long numRecords, List<LeafStats> leaves, TightBounds tightBounds) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.writeStartObject();
      json.writeNumberField("numRecords", numRecords);
      tree(json, "minValues", leaves, leaf -> lowerBound(leaf.min()));
      tree(json, "maxValues", leaves, leaf -> upperBound(leaf.max()));
      tree(json, "nullCount", leaves, LeafStats::nullCount);
      if (tightBounds != TightBounds.IMPLIED) {
        json.writeBooleanField("tightBounds", tightBounds == TightBounds.SAID);
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /**
   * Statistics of a file some of whose rows are deleted from now on: the bounds still hold, but
   * need not be met.
   *
   * @param stats the text so far; null if there is none
   * @param numRecords how many rows the file has, deleted ones included
   */
  public static String withWideBounds(@Nullable String stats, long numRecords) {
    try {
      JsonNode read = stats == null ? null : MAPPER.readTree(stats);
      ObjectNode json = read instanceof ObjectNode object ? object : MAPPER.createObjectNode();
      json.put("numRecords", numRecords);
      json.put("tightBounds", false);
      return MAPPER.writeValueAsString(json);
    } catch (JsonProcessingException e) {
      // Others wrote them; what cannot be read is not known.
      return write(numRecords, List.of(), TightBounds.DENIED);
    }
  }

  /**
   * Of the two zeros, which count as equal, the one that bounds both for those who tell them apart.
   */
  private static @Nullable Object lowerBound(@Nullable Object min) {
    if (min instanceof Double number && number == 0.0) {
      return -0.0;
    }
    return min instanceof Float number && number == 0.0f ? (Object) (-0.0f) : min;
  }

  private static @Nullable Object upperBound(@Nullable Object max) {
    if (max instanceof Double number && number == 0.0) {
      return 0.0;
    }
    return max instanceof Float number && number == 0.0f ? (Object) 0.0f : max;
  }

  private static void tree(
      JsonGenerator json,
      String name,
      List<LeafStats> leaves,
      Function<LeafStats, @Nullable Object> value)
      throws IOException {
    List<String> open = new ArrayList<>();
    boolean any = false;
    for (LeafStats leaf : leaves) {
      String text = text(value.apply(leaf));
      if (text == null) {
        continue;
      }
      if (!any) {
        json.writeObjectFieldStart(name);
        any = true;
      }
      enter(json, open, leaf.path());
      json.writeFieldName(leaf.path().names().get(leaf.path().names().size() - 1));
      json.writeRawValue(text);
    }
    if (any) {
      leave(json, open, 0);
      json.writeEndObject();
    }
  }

  /** Closes the objects that do not hold {@code path}, and opens those that do. */
  private static void enter(JsonGenerator json, List<String> open, ColumnPath path)
      throws IOException {
    List<String> parents = path.names().subList(0, path.names().size() - 1);
    int common = 0;
    while (common < open.size()
        && common < parents.size()
        && open.get(common).equals(parents.get(common))) {
      common++;
    }
    leave(json, open, common);
    for (String parent : parents.subList(common, parents.size())) {
      json.writeObjectFieldStart(parent);
      open.add(parent);
    }
  }

  private static void leave(JsonGenerator json, List<String> open, int depth) throws IOException {
    while (open.size() > depth) {
      json.writeEndObject();
      open.remove(open.size() - 1);
    }
  }

  private static @Nullable String text(@Nullable Object value) throws IOException {
    if (value instanceof Double number) {
      return Double.isFinite(number) ? NumberOutput.toString(number, true) : null;
    } else if (value instanceof Float number) {
      return Float.isFinite(number) ? NumberOutput.toString(number, true) : null;
    } else if (value instanceof BigDecimal number) {
      return number.toPlainString();
    } else if (value instanceof Number number) {
      return number.toString();
    } else if (value instanceof LocalDate date) {
      return quoted(date.toString());
    } else if (value instanceof Instant instant) {
      return quoted(millis(LocalDateTime.ofInstant(instant, ZoneOffset.UTC)) + "Z");
    } else if (value instanceof LocalDateTime time) {
      return quoted(millis(time));
    }
    return value instanceof String string ? quoted(string) : null;
  }

  /** Rounded down: the nanoseconds of a time count up from its second, also before 1970. */
  private static String millis(LocalDateTime time) {
    String clock = time.toLocalTime().withNano(0).toString();
    String seconds = clock.length() == 5 ? clock + ":00" : clock;
    String digits = Integer.toString(time.getNano() / 1_000_000);
    return time.toLocalDate() + "T" + seconds + "." + "0".repeat(3 - digits.length()) + digits;
  }

  private static String quoted(String text) throws IOException {
    StringWriter quoted = new StringWriter(text.length() + 8);
    try (JsonGenerator json = FACTORY.createGenerator(quoted)) {
      json.writeString(text);
    }
    return quoted.toString();
  }
}
