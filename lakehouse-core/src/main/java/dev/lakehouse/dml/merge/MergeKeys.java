package dev.lakehouse.dml.merge;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.expr.Call;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.expr.Operator;
import dev.lakehouse.expr.bind.Bound;
import dev.lakehouse.expr.eval.BoundExpression;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the condition of a merge says of single sides: equalities between an expression of the
 * target and one of the source, by which rows are hashed, and conditions on the target alone.
 * Immutable.
 */
final class MergeKeys {
  private final List<Key> keys;
  private final List<Expression> targetConditions;

  private MergeKeys(List<Key> keys, List<Expression> targetConditions) {
    this.keys = List.copyOf(keys);
    this.targetConditions = List.copyOf(targetConditions);
  }

  /**
   * One equality, both sides as values of one type.
   *
   * @param column the column of the table that the target's side is; empty if it is computed
   */
  private record Key(BoundExpression target, BoundExpression source, Optional<ColumnPath> column) {}

  /**
   * The keys of a condition.
   *
   * @param on with qualified names
   * @param pair the columns of a pair
   */
  static MergeKeys of(Expression on, StructType pair, ExpressionContext context) {
    List<Key> keys = new ArrayList<>();
    List<Expression> targetConditions = new ArrayList<>();
    for (Expression conjunct : Expressions.splitConjuncts(on)) {
      if (MergeNames.readsOnly(conjunct, MergeNames.TARGET)) {
        targetConditions.add(MergeNames.ofTable(conjunct));
      } else {
        key(conjunct, pair, context).ifPresent(keys::add);
      }
    }
    return new MergeKeys(keys, targetConditions);
  }

  private static Optional<Key> key(
      Expression conjunct, StructType pair, ExpressionContext context) {
    if (!(conjunct instanceof Call call) || call.operator() != Operator.EQUAL) {
      return Optional.empty();
    }
    boolean straight =
        MergeNames.readsOnly(call.argument(0), MergeNames.TARGET)
            && MergeNames.readsOnly(call.argument(1), MergeNames.SOURCE);
    boolean crossed =
        MergeNames.readsOnly(call.argument(0), MergeNames.SOURCE)
            && MergeNames.readsOnly(call.argument(1), MergeNames.TARGET);
    Bound bound = BoundExpression.bindPredicate(call, pair, context);
    if ((!straight && !crossed)
        || !(bound instanceof Bound.Application equality)
        || !KeyHashes.isHashable(equality.argument(0).type())) {
      return Optional.empty();
    }
    Bound target = equality.argument(straight ? 0 : 1);
    Bound source = equality.argument(straight ? 1 : 0);
    Optional<ColumnPath> column =
        target instanceof Bound.ColumnRead read
            ? Optional.of(
                new ColumnPath(read.path().names().subList(1, read.path().names().size())))
            : Optional.empty();
    return Optional.of(
        new Key(BoundExpression.of(target, context), BoundExpression.of(source, context), column));
  }

  /** False if every row of the source has to be compared with every row of the target. */
  boolean isEmpty() {
    return keys.isEmpty();
  }

  /** The keys of rows of the target. */
  List<Column> ofTarget(Batch target) {
    return keys.stream().map(key -> key.target().evaluate(target)).toList();
  }

  /** The keys of rows of the source. */
  List<Column> ofSource(Batch source) {
    return keys.stream().map(key -> key.source().evaluate(source)).toList();
  }

  /** The conditions that rows of the table satisfy if they match any row at all. */
  List<Expression> targetConditions() {
    return targetConditions;
  }

  /** The conditions that also follow from the values of {@code sourceKeys}. */
  List<Expression> conditions(List<Column> sourceKeys) {
    List<Expression> conditions = new ArrayList<>(targetConditions);
    for (int i = 0; i < keys.size(); i++) {
      Column values = sourceKeys.get(i);
      keys.get(i)
          .column()
          .flatMap(column -> KeyRanges.of(column, values))
          .ifPresent(conditions::add);
    }
    return conditions;
  }
}
