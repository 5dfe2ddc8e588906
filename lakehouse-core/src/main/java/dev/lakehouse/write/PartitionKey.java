package dev.lakehouse.write;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The partition that rows belong to.
 *
 * @param texts the text of each partition column's value, in the order of the columns
 */
record PartitionKey(List<@Nullable String> texts) implements Comparable<PartitionKey> {
  /** The only partition of a table without partition columns. */
  static final PartitionKey NONE = new PartitionKey(List.of());

  PartitionKey {
    texts = Collections.unmodifiableList(new ArrayList<>(texts));
  }

  /** Nulls first; else the order of the texts, which means nothing but is one. */
  @Override
  public int compareTo(PartitionKey other) {
    for (int i = 0; i < texts.size(); i++) {
      String left = texts.get(i);
      String right = other.texts.get(i);
      int order =
          left == null || right == null
              ? Boolean.compare(left != null, right != null)
              : left.compareTo(right);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }
}
