package dev.lakehouse.log.stats;

import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.types.ColumnPath;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the statistics of many files from their JSON, of the columns asked for only.
 *
 * <p>What is missing, torn or of another type is not known, cell by cell; nothing is an error.
 * Source: Delta protocol, "Per-file Statistics".
 */
public final class JsonStatistics {
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

  private final JsonCursor json = new JsonCursor();
  private final Node root = new Node("");
  private final List<Cells> all = new ArrayList<>();
  private final List<Target> targets = new ArrayList<>();
  private final Cells.OfLongs numRecords;
  private final Node tightBounds;
  private boolean wide;

  private JsonStatistics(int size, Collection<StatisticsColumn> columns) {
    this.numRecords = Cells.counts(size);
    this.tightBounds = root.child("tightBounds");
    root.child("numRecords").cells = numRecords;
    all.add(numRecords);
    for (StatisticsColumn column : columns) {
      Target target =
          new Target(
              column,
              Cells.of(column, Cells.Bound.MIN, size),
              Cells.of(column, Cells.Bound.MAX, size),
              Cells.counts(size));
      targets.add(target);
      root.child("minValues").descendant(column.path()).cells = target.min;
      root.child("maxValues").descendant(column.path()).cells = target.max;
      root.child("nullCount").descendant(column.path()).cells = target.nullCount;
      all.add(target.min);
      all.add(target.max);
      all.add(target.nullCount);
    }
  }

  private record Target(StatisticsColumn column, Cells min, Cells max, Cells.OfLongs nullCount) {}

  /** A name in the tree of statistics; its cells take the value if it is one that is wanted. */
  private static final class Node {
    private final byte[] name;
    private final List<Node> children = new ArrayList<>();
    private @Nullable Cells cells;
    private int next;

    Node(String name) {
      this.name = name.getBytes(StandardCharsets.UTF_8);
    }

    Node child(String childName) {
      byte[] bytes = childName.getBytes(StandardCharsets.UTF_8);
      for (Node child : children) {
        if (Arrays.equals(child.name, bytes)) {
          return child;
        }
      }
      Node child = new Node(childName);
      children.add(child);
      return child;
    }

    Node descendant(ColumnPath path) {
      Node node = this;
      for (String pathName : path.names()) {
        node = node.child(pathName);
      }
      return node;
    }

    /** The child of the name just taken. The names of most files come in one order. */
    @Nullable Node named(JsonCursor json) {
      int count = children.size();
      for (int i = 0; i < count; i++) {
        int at = next + i < count ? next + i : next + i - count;
        Node child = children.get(at);
        if (json.valueIs(child.name)) {
          next = at + 1 == count ? 0 : at + 1;
          return child;
        }
      }
      return null;
    }
  }

  /** The statistics of {@code texts}, one JSON text a file, of {@code columns} only. */
  public static FileStatistics read(BytesColumn texts, Collection<StatisticsColumn> columns) {
    JsonStatistics statistics = new JsonStatistics(texts.size(), columns);
    for (int row = 0; row < texts.size(); row++) {
      if (!texts.isNull(row) && texts.length(row) > 0) {
        statistics.row(row, texts.data(), texts.offsets()[row], texts.offsets()[row + 1]);
      }
    }
    return statistics.build(texts.size());
  }

  private void row(int row, byte[] data, int from, int to) {
    json.reset(data, from, to);
    wide = false;
    if (!object(root, row)) {
      all.forEach(cells -> cells.clear(row));
    } else if (wide) {
      targets.forEach(target -> forgetUncertainCount(target.nullCount, row));
    }
  }

  /** Where vectors made bounds wide, a count of nulls holds only if none or all rows are null. */
  private void forgetUncertainCount(Cells.OfLongs nullCount, int row) {
    boolean holds =
        nullCount.value(row) == 0
            || (numRecords.isKnown(row) && nullCount.value(row) == numRecords.value(row));
    if (!holds) {
      nullCount.clear(row);
    }
  }

  private boolean object(Node node, int row) {
    if (!json.take('{')) {
      return false;
    }
    if (json.take('}')) {
      return true;
    }
    do {
      if (!json.takeText()) {
        return false;
      }
      Node child = node.named(json);
      if (!json.take(':') || !(child == null ? json.skip() : value(child, row))) {
        return false;
      }
    } while (json.take(','));
    return json.take('}');
  }

  private boolean value(Node node, int row) {
    Cells cells = node.cells;
    switch (json.kind()) {
      case OBJECT -> {
        return node.children.isEmpty() ? json.skip() : object(node, row);
      }
      case TEXT -> {
        if (!json.takeText()) {
          return false;
        }
        if (cells != null) {
          cells.set(row, json, true);
        }
        return true;
      }
      case NUMBER, WORD -> {
        if (!json.takeScalar()) {
          return false;
        }
        if (node == tightBounds) {
          wide = json.valueIs(FALSE);
        } else if (cells != null && !json.valueIs(NULL)) {
          cells.set(row, json, false);
        }
        return true;
      }
      default -> {
        return json.skip();
      }
    }
  }

  private FileStatistics build(int size) {
    LongColumn rows = numRecords.build(size);
    Map<StatisticsColumn, ColumnBounds> columns = new HashMap<>();
    for (Target target : targets) {
      columns.put(
          target.column,
          new ColumnBounds(
              target.min.build(size), target.max.build(size), target.nullCount.build(size)));
    }
    return new FileStatistics(rows, columns);
  }
}
