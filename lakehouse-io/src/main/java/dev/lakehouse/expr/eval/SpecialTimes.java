package dev.lakehouse.expr.eval;

import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.bind.Bound;
import dev.lakehouse.expr.text.TimestampReader;
import dev.lakehouse.types.DataType;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of dates and times that a cast of a constant text knows: {@code epoch}, {@code now}, {@code
 * today}, {@code tomorrow}, {@code yesterday}, with a zone after them or not.
 */
final class SpecialTimes {
  private static final Pattern NAME =
      Pattern.compile(
          "(epoch|now|today|tomorrow|yesterday)\\p{Blank}*(.*)", Pattern.CASE_INSENSITIVE);

  private SpecialTimes() {}

  /** The value of a cast of a constant text to a date or time, if the text is such a name. */
  static Optional<Object> value(Bound.Conversion conversion, ExpressionContext context) {
    boolean time =
        conversion.type() == DataType.DATE
            || conversion.type() == DataType.TIMESTAMP
            || conversion.type() == DataType.TIMESTAMP_NTZ;
    if (!time
        || !(conversion.operand() instanceof Bound.Constant constant)
        || !(constant.value() instanceof String text)) {
      return Optional.empty();
    }
    Matcher matcher = NAME.matcher(text.trim());
    return matcher.matches() && isZone(matcher.group(1), matcher.group(2))
        ? Optional.of(named(matcher.group(1).toLowerCase(Locale.ROOT), conversion.type(), context))
        : Optional.empty();
  }

  private static boolean isZone(String name, String zone) {
    if (zone.isEmpty()) {
      return true;
    } else if (name.equalsIgnoreCase("now")) {
      return false;
    }
    try {
      TimestampReader.zone(zone);
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static Object named(String name, DataType type, ExpressionContext context) {
    ZoneId zone = context.zone();
    LocalDate today = context.now().atZone(zone).toLocalDate();
    LocalDateTime local =
        switch (name) {
          case "epoch" -> LocalDate.EPOCH.atStartOfDay();
          case "now" -> context.now().truncatedTo(ChronoUnit.MICROS).atZone(zone).toLocalDateTime();
          case "today" -> today.atStartOfDay();
          case "tomorrow" -> today.plusDays(1).atStartOfDay();
          default -> today.minusDays(1).atStartOfDay();
        };
    if (type == DataType.DATE) {
      return local.toLocalDate();
    } else if (type == DataType.TIMESTAMP_NTZ) {
      return local;
    }
    return name.equals("epoch") ? (Object) Instant.EPOCH : instant(name, local, context);
  }

  private static Instant instant(String name, LocalDateTime local, ExpressionContext context) {
    return name.equals("now")
        ? context.now().truncatedTo(ChronoUnit.MICROS)
        : local.atZone(context.zone()).toInstant();
  }
}
