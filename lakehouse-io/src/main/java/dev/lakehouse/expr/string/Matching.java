package dev.lakehouse.expr.string;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.expr.kernel.Kernel;
import dev.lakehouse.expr.kernel.LiveRows;
import dev.lakehouse.expr.kernel.RowFailure;
import dev.lakehouse.expr.kernel.TextCells;
import dev.lakehouse.types.DataType;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** LIKE and RLIKE. */
public final class Matching {
  private Matching() {}

  /** Whether each text matches {@code pattern}. */
  public static Kernel like(LikePattern pattern) {
    return (arguments, live) -> {
      TextCells cells = TextCells.of(arguments.get(0));
      boolean[] out = new boolean[live.size()];
      for (int i = 0; i < out.length; i++) {
        out[i] = pattern.matches(cells.data(), cells.start(i), cells.end(i));
      }
      return new BooleanColumn(DataType.BOOLEAN, out, live.validity(), out.length);
    };
  }

  /** {@code text LIKE pattern ESCAPE escape}, the pattern another for each row. */
  public static Kernel like(int escape) {
    return (arguments, live) -> {
      TextCells texts = TextCells.of(arguments.get(0));
      TextCells patterns = TextCells.of(arguments.get(1));
      boolean[] out = new boolean[live.size()];
      String known = null;
      LikePattern pattern = null;
      for (int i = 0; i < out.length; i++) {
        if (live.contains(i)) {
          String text = patterns.string(i);
          if (pattern == null || !text.equals(known)) {
            pattern = parsed(text, escape, i);
            known = text;
          }
          out[i] = pattern.matches(texts.data(), texts.start(i), texts.end(i));
        }
      }
      return new BooleanColumn(DataType.BOOLEAN, out, live.validity(), out.length);
    };
  }

  private static LikePattern parsed(String pattern, int escape, int row) {
    try {
      return LikePattern.parse(pattern, escape);
    } catch (IllegalArgumentException e) {
      throw new RowFailure(row, String.valueOf(e.getMessage()));
    }
  }

  /** {@code text RLIKE pattern}: a part of the text matches the regular expression. */
  public static Column rlike(List<Column> arguments, LiveRows live) {
    TextCells texts = TextCells.of(arguments.get(0));
    TextCells patterns = TextCells.of(arguments.get(1));
    boolean[] out = new boolean[live.size()];
    Pattern pattern = null;
    for (int i = 0; i < out.length; i++) {
      if (live.contains(i)) {
        pattern = compiled(patterns.string(i), pattern, i);
        out[i] = pattern.matcher(texts.string(i)).find();
      }
    }
    return new BooleanColumn(DataType.BOOLEAN, out, live.validity(), out.length);
  }

  private static Pattern compiled(String text, @Nullable Pattern last, int row) {
    if (last != null && last.pattern().equals(text)) {
      return last;
    }
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw new RowFailure(row, "'" + text + "' is no regular expression: " + e.getDescription());
    }
  }
}
