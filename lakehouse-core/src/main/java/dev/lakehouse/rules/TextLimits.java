package dev.lakehouse.rules;

import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the type with lengths that a column was declared with, beside the type it has. */
final class TextLimits {
  private static final Pattern SIZED =
      Pattern.compile("(?:var)?char\\s*\\(\\s*(\\d{1,9})\\s*\\)", Pattern.CASE_INSENSITIVE);
  private static final Pattern LEAF = Pattern.compile("[^,<>()]*(?:\\([^()]*\\))?[^,<>()]*");

  private final String table;
  private final StructField field;
  private final String text;
  private int at;

  private TextLimits(String table, StructField field, String text) {
    this.table = table;
    this.field = field;
    this.text = text;
  }

  /**
   * The limits that {@code declared} says.
   *
   * @throws UnsupportedFeatureException if it is not the declaration of the field's type
   */
  static TextLimit parse(String table, StructField field, String declared) {
    TextLimits parser = new TextLimits(table, field, declared);
    TextLimit limit = parser.read(field.type());
    parser.skipSpace();
    if (parser.at != declared.length()) {
      throw parser.failure();
    }
    return limit;
  }

  private TextLimit read(DataType type) {
    skipSpace();
    if (type instanceof StructType struct) {
      return readStruct(struct);
    } else if (type instanceof ArrayType array) {
      take("array<");
      TextLimit element = read(array.element());
      take(">");
      return element == TextLimit.NONE ? element : new TextLimit.Elements(element);
    } else if (type instanceof MapType map) {
      take("map<");
      TextLimit keys = read(map.key());
      take(",");
      TextLimit values = read(map.value());
      take(">");
      return keys == TextLimit.NONE && values == TextLimit.NONE
          ? TextLimit.NONE
          : new TextLimit.Entries(keys, values);
    }
    return readLeaf(type);
  }

  private TextLimit readStruct(StructType struct) {
    take("struct<");
    List<TextLimit> limits = new ArrayList<>();
    for (int i = 0; i < struct.size(); i++) {
      if (i > 0) {
        take(",");
      }
      takeName(struct.field(i).name());
      take(":");
      limits.add(read(struct.field(i).type()));
    }
    take(">");
    boolean none = limits.stream().allMatch(limit -> limit == TextLimit.NONE);
    return none ? TextLimit.NONE : new TextLimit.Fields(limits);
  }

  private TextLimit readLeaf(DataType type) {
    Matcher leaf = LEAF.matcher(text).region(at, text.length());
    if (!leaf.lookingAt()) {
      throw failure();
    }
    at = leaf.end();
    Matcher sized = SIZED.matcher(leaf.group().strip());
    if (!sized.matches()) {
      return TextLimit.NONE;
    } else if (type != DataType.STRING) {
      throw failure();
    }
    return new TextLimit.Texts(Integer.parseInt(sized.group(1)));
  }

  private void takeName(String name) {
    skipSpace();
    String quoted = "`" + name.replace("`", "``") + "`";
    take(text.startsWith(quoted, at) ? quoted : name);
  }

  private void take(String wanted) {
    skipSpace();
    if (!text.regionMatches(true, at, wanted, 0, wanted.length())) {
      throw failure();
    }
    at += wanted.length();
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private UnsupportedFeatureException failure() {
    return new UnsupportedFeatureException(
        "char/varchar",
        "Cannot write to "
            + table
            + ": column '"
            + field.name()
            + "' of type "
            + field.type()
            + " was declared as '"
            + text
            + "', which this library does not understand at position "
            + at
            + ". Reading the table works.");
  }
}
