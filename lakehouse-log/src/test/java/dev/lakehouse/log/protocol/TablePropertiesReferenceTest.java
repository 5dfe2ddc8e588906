package dev.lakehouse.log.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The reference of table properties has those that the code knows, and their defaults. */
class TablePropertiesReferenceTest {
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([^`]+)` \\| ([^|]*) \\| [^|]{10,} \\|$");

  @Test
  void everyPropertyStandsInTheReferenceWithItsDefaultAndNoOther() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "reference", "table-properties.md"));
    String section = page.substring(page.indexOf("## Properties"), page.indexOf("## Commands"));
    Map<String, String> documented = new TreeMap<>();
    Matcher row = ROW.matcher(section);
    while (row.find()) {
      documented.put(row.group(1), row.group(2));
    }
    Map<String, String> known = new TreeMap<>();
    for (TableProperty<?> property : TableProperty.all()) {
      known.put(property.key(), text(property.defaultValue()));
    }
    assertEquals(known, documented);
  }

  private static String text(Object value) {
    if (value instanceof Duration duration) {
      return duration.toDays() + " days";
    } else if (value instanceof Optional<?> optional) {
      return optional.isEmpty() ? "none" : text(optional.get());
    } else if (value instanceof MappingMode mode) {
      return mode.name().toLowerCase(Locale.ROOT);
    }
    return value.toString();
  }
}
