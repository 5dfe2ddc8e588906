package dev.lakehouse.log.protocol;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The reference of table features says what the code does. */
class FeatureReferenceTest {
  private static String row(TableFeature feature) {
    String reading = feature.kind() == TableFeature.Kind.UNREADABLE ? "refuse" : "read";
    String writing =
        switch (feature.writing()) {
          case ALWAYS -> "write";
          case WHILE_INACTIVE -> "write while unused";
          case NEVER -> "refuse";
        };
    return "| `" + feature.featureName() + "` | " + reading + " | " + writing + " |";
  }

  @Test
  void everyFeatureStandsInTheReferenceAsTheCodeTreatsIt() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "reference", "features.md"));
    for (TableFeature feature : TableFeature.values()) {
      assertTrue(
          page.contains(row(feature)), () -> "docs/reference/features.md lacks " + row(feature));
    }
  }
}
