package dev.lakehouse.types;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The names that lead from a schema's root to a column or a nested field, outermost first.
 *
 * <p>As text the names are joined by dots; a name that is no plain identifier stands in back-ticks,
 * a back-tick in it doubled: {@code address.`zip code`}.
 *
 * @param names at least one name
 */
public record ColumnPath(List<String> names) {
  /** Checks that there is a name. */
  public ColumnPath {
    names = List.copyOf(names);
    if (names.isEmpty()) {
      throw new IllegalArgumentException("A column path needs at least one name");
    }
  }

  /** The path of {@code names}, each taken as it is, dots included. */
  public static ColumnPath of(String... names) {
    return new ColumnPath(List.of(names));
  }

  /**
   * The path that {@code text} spells.
   *
   * @throws IllegalArgumentException if a name is empty or a back-tick is not closed
   */
  public static ColumnPath parse(String text) {
    List<String> names = new ArrayList<>();
    int at = 0;
    while (true) {
      StringBuilder name = new StringBuilder();
      at = text.startsWith("`", at) ? readQuoted(text, at, name) : readPlain(text, at, name);
      if (name.length() == 0) {
        throw new IllegalArgumentException("Column path '" + text + "' has an empty name");
      }
      names.add(name.toString());
      if (at == text.length()) {
        return new ColumnPath(names);
      }
      if (text.charAt(at) != '.') {
        throw new IllegalArgumentException(
            "Column path '" + text + "' must have a dot after a quoted name");
      }
      at++;
    }
  }

  private static int readPlain(String text, int from, StringBuilder name) {
    int end = text.indexOf('.', from);
    int stop = end < 0 ? text.length() : end;
    name.append(text, from, stop);
    return stop;
  }

  private static int readQuoted(String text, int from, StringBuilder name) {
    int at = from + 1;
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c != '`') {
        name.append(c);
      } else if (text.startsWith("`", at)) {
        name.append('`');
        at++;
      } else {
        return at;
      }
    }
    throw new IllegalArgumentException("Column path '" + text + "' has an open back-tick");
  }

  /** The path one level further in. */
  public ColumnPath child(String name) {
    List<String> longer = new ArrayList<>(names);
    longer.add(name);
    return new ColumnPath(longer);
  }

  /** The outermost name. */
  public String root() {
    return names.get(0);
  }

  @Override
  public String toString() {
    return names.stream().map(ColumnPath::quoted).collect(Collectors.joining("."));
  }

  private static String quoted(String name) {
    return name.matches("[A-Za-z_][A-Za-z0-9_]*") ? name : "`" + name.replace("`", "``") + "`";
  }
}
