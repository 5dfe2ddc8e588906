package dev.lakehouse.expr.time;

import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;

/**
 * Patterns of {@code date_format}, {@code to_date} and {@code to_timestamp}: those of {@link
 * DateTimeFormatter} in English, without the letters and lengths that Spark refuses because older
 * versions of it gave them another meaning.
 */
final class Patterns {
  private static final String REFUSED = "YWwuecABnNp";
  private static final String REFUSED_FOR_READING = "EFqQ";
  private static final List<String> TOO_LONG =
      List.of("GGGGG", "MMMMM", "LLLLL", "EEEEE", "QQQQQ", "qqqqq", "yyyyyyy");

  private Patterns() {}

  /**
   * The formatter that prints by {@code pattern}.
   *
   * @throws IllegalArgumentException if it is no pattern
   */
  static DateTimeFormatter printing(String pattern) {
    return finished(new DateTimeFormatterBuilder().appendPattern(converted(pattern, "")));
  }

  /** The formatter that reads by {@code pattern}. Errors as {@link #printing}. */
  static DateTimeFormatter reading(String pattern) {
    String converted = converted(pattern, REFUSED_FOR_READING);
    DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder().parseCaseInsensitive();
    int from = converted.indexOf('S');
    int to = from;
    while (to >= 0 && to < converted.length() && converted.charAt(to) == 'S') {
      to++;
    }
    if (from < 0 || isQuoted(converted, from)) {
      builder.appendPattern(converted);
    } else {
      // A fraction may be shorter than the pattern says.
      builder.appendPattern(converted.substring(0, from));
      builder.appendFraction(ChronoField.NANO_OF_SECOND, 1, Math.min(9, to - from), false);
      builder.appendPattern(converted.substring(to));
    }
    return finished(builder);
  }

  private static DateTimeFormatter finished(DateTimeFormatterBuilder builder) {
    return builder
        .parseDefaulting(ChronoField.ERA, 1)
        .parseDefaulting(ChronoField.MONTH_OF_YEAR, 1)
        .parseDefaulting(ChronoField.DAY_OF_MONTH, 1)
        .parseDefaulting(ChronoField.MINUTE_OF_HOUR, 0)
        .parseDefaulting(ChronoField.SECOND_OF_MINUTE, 0)
        .toFormatter(Locale.US)
        .withChronology(IsoChronology.INSTANCE)
        .withResolverStyle(ResolverStyle.STRICT);
  }

  private static boolean isQuoted(String pattern, int index) {
    return pattern.substring(0, index).chars().filter(c -> c == '\'').count() % 2 != 0;
  }

  /** Without an era years count on below 1, which Java writes as {@code u}. */
  private static String converted(String pattern, String alsoRefused) {
    String[] parts = pattern.split("'", -1);
    boolean era = false;
    for (int i = 0; i < parts.length; i += 2) {
      requireKnown(parts[i], alsoRefused, pattern);
      era |= parts[i].indexOf('G') >= 0;
    }
    for (int i = 0; i < parts.length && !era; i += 2) {
      parts[i] = parts[i].replace('y', 'u');
    }
    return String.join("'", parts);
  }

  private static void requireKnown(String part, String alsoRefused, String pattern) {
    for (int i = 0; i < part.length(); i++) {
      char c = part.charAt(i);
      if (REFUSED.indexOf(c) >= 0 || alsoRefused.indexOf(c) >= 0) {
        throw new IllegalArgumentException(
            "the letter '" + c + "' of the pattern '" + pattern + "' is not supported");
      }
    }
    for (String letters : TOO_LONG) {
      if (part.contains(letters)) {
        throw new IllegalArgumentException(
            "'" + letters + "' in the pattern '" + pattern + "' is not supported");
      }
    }
  }
}
