package dev.lakehouse.log.stats;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.lakehouse.log.action.ActionJson;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.PrimitiveType;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of files from the JSON text of {@code add.stats} to the values of a {@link
 * StatsSchema}.
 *
 * <p>What is missing, of another type, or does not parse is null, each value by itself: statistics
 * may come from any writer, and what is not known skips nothing.
 */
public final class StatsValues {
  /** Some writers cut the seconds off a historic offset: true bounds lie that much further out. */
  private static final long CUT_OFFSET_SECONDS = 59;

  private final JsonParser json;

  private StatsValues(JsonParser json) {
    this.json = json;
  }

  /**
   * The values of the fields of {@code schema}, each of the class that {@link
   * dev.lakehouse.columnar.Values} names; null if the text is no JSON object.
   */
  public static @Nullable List<@Nullable Object> parse(@Nullable String stats, StructType schema) {
    if (stats == null || stats.isBlank()) {
      return null;
    }
    try (JsonParser json = ActionJson.parser(stats.getBytes(StandardCharsets.UTF_8))) {
      return json.nextToken() == JsonToken.START_OBJECT
          ? new StatsValues(json).struct(schema, Bound.NONE)
          : null;
    } catch (IOException e) {
      return null;
    }
  }

  private enum Bound {
    NONE,
    LOWER,
    UPPER
  }

  private List<@Nullable Object> struct(StructType schema, Bound bound) throws IOException {
    List<@Nullable Object> values = new ArrayList<>(Collections.nCopies(schema.size(), null));
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      int index = exactIndex(schema, name);
      if (index < 0) {
        json.skipChildren();
      } else {
        values.set(index, value(schema.field(index).type(), bound(name, bound)));
      }
    }
    return values;
  }

  private static int exactIndex(StructType schema, String name) {
    int index = schema.indexOf(name);
    return index >= 0 && schema.field(index).name().equals(name) ? index : -1;
  }

  private static Bound bound(String name, Bound inherited) {
    if (inherited != Bound.NONE) {
      return inherited;
    }
    return switch (name) {
      case StatsSchema.MIN_VALUES -> Bound.LOWER;
      case StatsSchema.MAX_VALUES -> Bound.UPPER;
      default -> Bound.NONE;
    };
  }

  private @Nullable Object value(DataType type, Bound bound) throws IOException {
    if (type instanceof StructType struct) {
      if (json.currentToken() == JsonToken.START_OBJECT) {
        return struct(struct, bound);
      }
      json.skipChildren();
      return null;
    }
    if (json.currentToken().isStructStart()) {
      json.skipChildren();
      return null;
    }
    try {
      return json.currentToken() == JsonToken.VALUE_NULL ? null : scalar(type, bound);
    } catch (ArithmeticException | NumberFormatException | DateTimeException e) {
      return null;
    }
  }

  private @Nullable Object scalar(DataType type, Bound bound) throws IOException {
    String text = json.getText();
    if (type instanceof DecimalType decimal) {
      BigDecimal number = new BigDecimal(text).setScale(decimal.scale(), RoundingMode.UNNECESSARY);
      return number.precision() <= decimal.precision() ? number : null;
    }
    return switch ((PrimitiveType) type) {
      case BOOLEAN -> json.currentToken().isBoolean() ? json.getBooleanValue() : null;
      case BYTE -> Byte.valueOf(text);
      case SHORT -> Short.valueOf(text);
      case INT -> Integer.valueOf(text);
      case LONG -> Long.valueOf(text);
      case FLOAT -> Float.isNaN(Float.parseFloat(text)) ? null : Float.valueOf(text);
      case DOUBLE -> Double.isNaN(Double.parseDouble(text)) ? null : Double.valueOf(text);
      case DATE -> LocalDate.parse(text);
      case TIMESTAMP -> timestamp(text, bound);
      case TIMESTAMP_NTZ -> localTimestamp(text);
      case STRING -> json.currentToken() == JsonToken.VALUE_STRING ? text : null;
      case BINARY, VARIANT, VOID -> null;
    };
  }

  /** The statistics of a column that was a date before it was widened still say dates. */
  private static LocalDateTime localTimestamp(String text) {
    return text.indexOf(':') < 0
        ? LocalDate.parse(text).atStartOfDay()
        : LocalDateTime.parse(text.replace(' ', 'T'));
  }

  private static Instant timestamp(String text, Bound bound) {
    OffsetDateTime time = OffsetDateTime.parse(text.replace(' ', 'T'));
    Instant instant = time.toInstant();
    if (time.getOffset().equals(ZoneOffset.UTC) || bound == Bound.NONE) {
      return instant;
    }
    return bound == Bound.LOWER
        ? instant.minusSeconds(CUT_OFFSET_SECONDS)
        : instant.plusSeconds(CUT_OFFSET_SECONDS);
  }
}
