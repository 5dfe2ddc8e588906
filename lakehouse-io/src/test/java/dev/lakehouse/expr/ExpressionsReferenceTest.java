package dev.lakehouse.expr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The reference page names the functions that the parser knows, no more and no less. */
class ExpressionsReferenceTest {
  /** Words before a parenthesis on the page that are no functions. */
  private static final Set<String> OTHERS =
      Set.of("cast", "try_cast", "decimal", "char", "varchar", "max", "min");

  private static String page(String fromSection) throws IOException {
    String page = Files.readString(Path.of("..", "docs", "reference", "expressions.md"));
    return page.substring(page.indexOf("\n## " + fromSection + "\n"));
  }

  private static Set<String> words(String pattern, String text) {
    Set<String> words = new TreeSet<>();
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    while (matcher.find()) {
      words.add(matcher.group(1));
    }
    return words;
  }

  private static boolean isFunction(String name) {
    try {
      return name.equals("struct") || SqlFunctions.call(name, List.of()).isPresent();
    } catch (IllegalArgumentException e) {
      // It is known, but takes arguments.
      return true;
    }
  }

  @Test
  void everyFunctionIsOnThePage() throws IOException {
    Set<String> onPage =
        words("\\b([a-z][a-z_0-9]*)\\b", page("Functions").toLowerCase(Locale.ROOT));
    for (Operator operator : Operator.values()) {
      if (Operator.function(operator.text()).isPresent()) {
        assertTrue(onPage.contains(operator.text()), operator.text());
      }
    }
  }

  @Test
  void everyCallOnThePageIsOfAFunction() throws IOException {
    Set<String> called = words("\\b([a-z][a-z_0-9]+)\\(", page("Types"));
    called.removeIf(ExpressionsReferenceTest::isFunction);
    called.removeAll(OTHERS);
    assertEquals(Set.of(), called);
  }

  @Test
  void theOtherNamesOnThePageAreKnown() throws IOException {
    Set<String> names = words("\\(`([a-z_]+)`", page("Functions"));
    assertTrue(names.size() > 5, names::toString);
    names.removeIf(ExpressionsReferenceTest::isFunction);
    assertEquals(Set.of(), names);
  }
}
