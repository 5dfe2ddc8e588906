package dev.lakehouse.expr.text;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Names as SQL spells them. */
public final class Identifiers {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private static final Set<String> RESERVED =
      Set.of(
          "AND",
          "AS",
          "BETWEEN",
          "CASE",
          "CAST",
          "CURRENT_DATE",
          "CURRENT_TIMESTAMP",
          "DISTINCT",
          "DIV",
          "ELSE",
          "END",
          "ESCAPE",
          "EXISTS",
          "FALSE",
          "FROM",
          "ILIKE",
          "IN",
          "INTERVAL",
          "IS",
          "LIKE",
          "NOT",
          "NULL",
          "OR",
          "REGEXP",
          "RLIKE",
          "SELECT",
          "THEN",
          "TRUE",
          "TRY_CAST",
          "WHEN");

  private Identifiers() {}

  /**
   * {@code name}, in back-ticks if it is no plain identifier or a word with a meaning of its own.
   */
  public static String quoted(String name) {
    return PLAIN.matcher(name).matches() && !isReserved(name)
        ? name
        : "`" + name.replace("`", "``") + "`";
  }

  /** True if {@code name} must stand in back-ticks to name a column. */
  public static boolean isReserved(String name) {
    return RESERVED.contains(name.toUpperCase(Locale.ROOT));
  }
}
