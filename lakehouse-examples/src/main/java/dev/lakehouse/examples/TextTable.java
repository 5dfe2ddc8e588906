package dev.lakehouse.examples;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Prints rows in columns as wide as their widest cell; numbers stand to the right. */
final class TextTable {
  private final List<String[]> rows = new ArrayList<>();

  TextTable(String... header) {
    rows.add(header);
  }

  TextTable row(@Nullable Object... cells) {
    String[] texts = new String[cells.length];
    for (int i = 0; i < cells.length; i++) {
      texts[i] =
          cells[i] instanceof Long number
              ? String.format(Locale.ROOT, "%,d", number)
              : "" + cells[i];
    }
    rows.add(texts);
    return this;
  }

  void print() {
    int[] widths = new int[rows.get(0).length];
    for (String[] row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    for (int at = 0; at < rows.size(); at++) {
      System.out.println("    " + line(rows.get(at), widths));
      if (at == 0) {
        int width = 2 * widths.length - 2;
        for (int w : widths) {
          width += w;
        }
        System.out.println("    " + "-".repeat(width));
      }
    }
  }

  private static String line(String[] row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.length; i++) {
      boolean isNumber = row[i].matches("[-0-9.,:]+( [A-Za-z]+)?");
      line.append(
          String.format(
              Locale.ROOT, isNumber ? "%" + widths[i] + "s  " : "%-" + widths[i] + "s  ", row[i]));
    }
    return line.toString().stripTrailing();
  }
}
