package dev.lakehouse.log.protocol;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as the properties of tables spell them: {@code interval 1 hour 30 minutes}. */
final class Intervals {
  private static final Pattern PART =
      Pattern.compile(
          "\\s*(\\d{1,18})\\s+(week|day|hour|minute|second|millisecond|microsecond)s?\\b",
          Pattern.CASE_INSENSITIVE);

  private Intervals() {}

  /**
   * The duration that {@code text} spells.
   *
   * @throws IllegalArgumentException if it spells none, or uses months, years, fractions
   */
  static Duration parse(String text) {
    String rest = text.strip();
    if (rest.toLowerCase(Locale.ROOT).startsWith("interval ")) {
      rest = rest.substring("interval ".length());
    }
    Matcher part = PART.matcher(rest);
    Duration total = Duration.ZERO;
    int end = 0;
    while (end < rest.length() && part.find(end) && part.start() == end) {
      total = total.plus(unit(part.group(2)).multipliedBy(Long.parseLong(part.group(1))));
      end = part.end();
    }
    if (end == 0 || end != rest.length()) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is no duration: write for example 'interval 30 days' or '1 hour 30 minutes'");
    }
    return total;
  }

  private static Duration unit(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "week" -> Duration.ofDays(7);
      case "day" -> Duration.ofDays(1);
      case "hour" -> Duration.ofHours(1);
      case "minute" -> Duration.ofMinutes(1);
      case "second" -> Duration.ofSeconds(1);
      case "millisecond" -> Duration.ofMillis(1);
      default -> Duration.ofNanos(1000);
    };
  }
}
