package dev.lakehouse.data;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Rows as text and their equality, by schema and values. */
final class RowText {
  private RowText() {}

  /** {@code {order_id=1, tags=[a, b], raw=0x00ff}}. */
  static String text(Row row) {
    StringJoiner text = new StringJoiner(", ", "{", "}");
    for (int i = 0; i < row.schema().size(); i++) {
      text.add(row.schema().field(i).name() + "=" + text(row.get(i)));
    }
    return text.toString();
  }

  private static String text(@Nullable Object value) {
    if (value instanceof byte[] bytes) {
      return "0x" + HexFormat.of().formatHex(bytes);
    } else if (value instanceof List<?> list) {
      StringJoiner text = new StringJoiner(", ", "[", "]");
      list.forEach(element -> text.add(text(element)));
      return text.toString();
    } else if (value instanceof Map<?, ?> map) {
      StringJoiner text = new StringJoiner(", ", "{", "}");
      map.forEach((key, element) -> text.add(text(key) + ": " + text(element)));
      return text.toString();
    }
    return String.valueOf(value);
  }

  static boolean equal(Row row, @Nullable Object other) {
    if (!(other instanceof Row that) || !row.schema().equals(that.schema())) {
      return false;
    }
    for (int i = 0; i < row.schema().size(); i++) {
      if (!equalValues(row.get(i), that.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean equalValues(@Nullable Object left, @Nullable Object right) {
    if (left instanceof byte[] bytes) {
      return right instanceof byte[] others && Arrays.equals(bytes, others);
    } else if (left instanceof List<?> list && right instanceof List<?> others) {
      return equalLists(list, others);
    }
    return left == null ? right == null : left.equals(right);
  }

  private static boolean equalLists(List<?> left, List<?> right) {
    boolean equal = left.size() == right.size();
    for (int i = 0; equal && i < left.size(); i++) {
      equal = equalValues(left.get(i), right.get(i));
    }
    return equal;
  }

  static int hash(Row row) {
    int hash = row.schema().size();
    for (int i = 0; i < row.schema().size(); i++) {
      hash = 31 * hash + hashOf(row.get(i));
    }
    return hash;
  }

  private static int hashOf(@Nullable Object value) {
    if (value instanceof byte[] bytes) {
      return Arrays.hashCode(bytes);
    } else if (value instanceof List<?> list) {
      return list.stream().mapToInt(RowText::hashOf).reduce(1, (hash, next) -> 31 * hash + next);
    }
    return value == null ? 0 : value.hashCode();
  }
}
