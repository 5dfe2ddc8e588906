package dev.lakehouse.types;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class StructTypeTest {
  @Test
  void namesResolveInTheirOwnCaseFirstThenInAny() {
    StructType schema =
        StructType.of(
            StructField.optional("Id", DataType.LONG), StructField.optional("ID", DataType.INT));
    assertEquals(1, schema.indexOf("ID"));
    assertEquals(0, schema.indexOf("id"));
    assertEquals(-1, schema.indexOf("ids"));
  }

  @Test
  void turkishLocaleDoesNotChangeNames() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("tr-TR"));
    try {
      assertEquals(
          0, StructType.of(StructField.optional("TITLE", DataType.STRING)).indexOf("title"));
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void duplicateNamesAreFoundAtEveryLevel() {
    DataType inner =
        DataType.array(
            DataType.struct(
                StructField.optional("a", DataType.INT), StructField.optional("A", DataType.INT)));
    StructType schema = StructType.of(StructField.optional("x", inner));
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, schema::requireUniqueNames);
    assertTrue(refused.getMessage().contains("'A'"));
  }

  @Test
  void columnPathsAreReadAsTheyArePrinted() {
    for (List<String> names :
        List.of(
            List.of("a"),
            List.of("a", "b_1", "C"),
            List.of("a b", "1x", "z.z", "naïve", "数量", "`", "a`b`"))) {
      ColumnPath path = new ColumnPath(names);
      assertEquals(path, ColumnPath.parse(path.toString()));
    }
    assertEquals(List.of("a b", "c"), ColumnPath.parse("a b.c").names());
  }

  @Test
  void brokenColumnPathsAreRefused() {
    for (String text : new String[] {"", ".", "a.", ".a", "a..b", "`a", "`a`b", "``"}) {
      assertThrows(IllegalArgumentException.class, () -> ColumnPath.parse(text), text);
    }
  }
}
