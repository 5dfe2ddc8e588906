package dev.lakehouse.expr.eval;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.expr.kernel.Booleans;
import dev.lakehouse.expr.kernel.Choices;
import dev.lakehouse.expr.kernel.Comparisons;
import dev.lakehouse.expr.kernel.Nulls;
import dev.lakehouse.expr.kernel.Relation;
import dev.lakehouse.types.DataType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The kinds of {@link Node} that choose among values; a value is computed only for its rows. */
final class ChoiceNodes {
  private ChoiceNodes() {}

  /** CASE: the value of the first condition that is TRUE; there is one value more, the ELSE. */
  record Case(List<Node> conditions, List<Node> values, DataType type) implements Node {
    @Override
    public Column evaluate(Rows rows) {
      int[] chosen = new int[rows.size()];
      Arrays.fill(chosen, conditions.size());
      Rows open = rows;
      for (int i = 0; i < conditions.size(); i++) {
        Node condition = conditions.get(i);
        BooleanColumn met = Booleans.of(condition.evaluate(condition.canFail() ? open : rows));
        take(chosen, i, met);
        open = rows.narrowed(where(chosen, conditions.size()));
      }
      List<Column> sources = new ArrayList<>();
      for (int i = 0; i < values.size(); i++) {
        sources.add(value(values.get(i), chosen, i, rows));
      }
      return Choices.choose(sources, chosen, rows.size());
    }

    private void take(int[] chosen, int index, BooleanColumn met) {
      boolean[] values = met.values();
      for (int i = 0; i < chosen.length; i++) {
        boolean taken = chosen[i] == conditions.size() && values[i] && !met.isNull(i);
        chosen[i] = taken ? index : chosen[i];
      }
    }

    private Column value(Node node, int[] chosen, int index, Rows rows) {
      if (!node.canFail()) {
        return node.evaluate(rows);
      }
      Validity own = where(chosen, index);
      boolean none = own != null && own.nullCount(rows.size()) == rows.size();
      return none ? Nulls.column(type, rows.size()) : node.evaluate(rows.narrowed(own));
    }

    @Override
    public boolean canFail() {
      return conditions.stream().anyMatch(Node::canFail) || values.stream().anyMatch(Node::canFail);
    }
  }

  /** The rows at which {@code chosen} is {@code index}; null if all are. */
  private static @Nullable Validity where(int[] chosen, int index) {
    boolean[] rows = new boolean[chosen.length];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = chosen[i] == index;
    }
    return Validity.ofBooleans(rows, rows.length);
  }

  /** coalesce: the first value that is not null. */
  record FirstValid(List<Node> values) implements Node {
    @Override
    public Column evaluate(Rows rows) {
      int last = values.size() - 1;
      int[] chosen = new int[rows.size()];
      Arrays.fill(chosen, last);
      List<Column> sources = new ArrayList<>();
      Rows open = rows;
      for (int i = 0; i <= last; i++) {
        Node value = values.get(i);
        Column column = value.evaluate(value.canFail() ? open : rows);
        if (i == 0 && column.validity() == null) {
          return column;
        }
        sources.add(column);
        for (int row = 0; row < chosen.length && i < last; row++) {
          boolean taken = chosen[row] == last && !column.isNull(row);
          chosen[row] = taken ? i : chosen[row];
        }
        open = rows.narrowed(where(chosen, last));
      }
      return Choices.choose(sources, chosen, rows.size());
    }

    @Override
    public boolean canFail() {
      return values.stream().anyMatch(Node::canFail);
    }
  }

  /** nullif: the value, or null where it equals the other. */
  record NullIf(Node value, Node equality) implements Node {
    @Override
    public Column evaluate(Rows rows) {
      Column column = value.evaluate(rows);
      BooleanColumn equal = Booleans.of(equality.evaluate(rows));
      return Nulls.masked(column, Booleans.undecided(equal, true));
    }

    @Override
    public boolean canFail() {
      return value.canFail() || equality.canFail();
    }
  }

  /** greatest and least: of equal values the first; nulls are left out. */
  record Extreme(Relation better, List<Node> values) implements Node {
    @Override
    public Column evaluate(Rows rows) {
      Column best = values.get(0).evaluate(rows);
      for (Node value : values.subList(1, values.size())) {
        Column next = value.evaluate(rows);
        BooleanColumn wins = Comparisons.compare(better, next, best);
        int[] chosen = new int[rows.size()];
        for (int i = 0; i < chosen.length; i++) {
          boolean taken = best.isNull(i) || (wins.values()[i] && !next.isNull(i));
          chosen[i] = taken ? 1 : 0;
        }
        best = Choices.choose(List.of(best, next), chosen, rows.size());
      }
      return best;
    }

    @Override
    public boolean canFail() {
      return values.stream().anyMatch(Node::canFail);
    }
  }
}
