package dev.lakehouse.expr.skip;

import static dev.lakehouse.expr.Expressions.and;
import static dev.lakehouse.expr.Expressions.col;
import static dev.lakehouse.expr.Expressions.lit;
import static dev.lakehouse.expr.Expressions.not;
import static dev.lakehouse.expr.Expressions.or;
import static dev.lakehouse.types.StructField.optional;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ColumnBuilder;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.Selection;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.eval.Filter;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructType;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StatisticsFilterTest {
  private static final ExpressionContext UTC = ExpressionContext.utc(Instant.EPOCH);

  /** Statistics as a test states them. */
  private static final class Stated implements StatisticsBatch {
    private final int size;
    private final Map<ColumnPath, Column> min = new HashMap<>();
    private final Map<ColumnPath, Column> max = new HashMap<>();
    private final Map<ColumnPath, LongColumn> nulls = new HashMap<>();
    private final Map<ColumnPath, LongColumn> nans = new HashMap<>();
    private @Nullable LongColumn rows;

    private Stated(int size) {
      this.size = size;
    }

    private Stated bounds(String path, DataType type, List<?> least, List<?> greatest) {
      min.put(ColumnPath.parse(path), ColumnBuilder.column(type, least));
      max.put(ColumnPath.parse(path), ColumnBuilder.column(type, greatest));
      return this;
    }

    private Stated nulls(String path, @Nullable Long... counts) {
      nulls.put(ColumnPath.parse(path), longs(counts));
      return this;
    }

    private Stated nans(String path, @Nullable Long... counts) {
      nans.put(ColumnPath.parse(path), longs(counts));
      return this;
    }

    private Stated rows(@Nullable Long... counts) {
      rows = longs(counts);
      return this;
    }

    private static LongColumn longs(@Nullable Long... counts) {
      return (LongColumn) ColumnBuilder.column(DataType.LONG, Arrays.asList(counts));
    }

    @Override
    public int size() {
      return size;
    }

    @Override
    public @Nullable Column min(ColumnPath path) {
      return min.get(path);
    }

    @Override
    public @Nullable Column max(ColumnPath path) {
      return max.get(path);
    }

    @Override
    public @Nullable LongColumn nullCount(ColumnPath path) {
      return nulls.get(path);
    }

    @Override
    public @Nullable LongColumn nanCount(ColumnPath path) {
      return nans.get(path);
    }

    @Override
    public @Nullable LongColumn rowCount() {
      return rows;
    }
  }

  private static final StructType SCHEMA =
      StructType.of(
          optional("i", DataType.INT),
          optional("d", DataType.DOUBLE),
          optional("s", DataType.STRING),
          optional("day", DataType.DATE),
          optional("b", DataType.BOOLEAN));

  private static void assertMay(Stated statistics, Expression predicate, boolean... expected) {
    assertArrayEquals(
        expected,
        StatisticsFilter.bind(predicate, SCHEMA, UTC).mayMatch(statistics),
        predicate::toString);
  }

  private static void assertMust(Stated statistics, Expression predicate, boolean... expected) {
    assertArrayEquals(
        expected,
        StatisticsFilter.bind(predicate, SCHEMA, UTC).mustMatch(statistics),
        predicate::toString);
  }

  private static Stated ints() {
    return new Stated(4)
        .bounds("i", DataType.INT, Arrays.asList(1, 5, null, 7), Arrays.asList(3, 9, null, 7))
        .nulls("i", 0L, 1L, 10L, 0L)
        .rows(10L, 10L, 10L, 10L);
  }

  @Test
  void comparisonsKeepWhatTheBoundsAllow() {
    assertMay(ints(), col("i").eq(3), true, false, false, false);
    assertMay(ints(), col("i").ne(7), true, true, false, false);
    assertMay(ints(), col("i").lt(5), true, false, false, false);
    assertMay(ints(), col("i").le(5), true, true, false, false);
    assertMay(ints(), col("i").gt(7L), false, true, false, false);
    assertMay(ints(), lit(7).le(col("i")), false, true, false, true);
    assertMay(ints(), col("i").in(4, 8, 20), false, true, false, false);
    assertMay(ints(), col("i").eq(null), false, false, false, false);
  }

  @Test
  void mustMatchNeedsEveryRowTrue() {
    assertMust(ints(), col("i").lt(10), true, false, false, true);
    assertMust(ints(), col("i").eq(7), false, false, false, true);
    assertMust(ints(), or(col("i").lt(10), col("i").isNull()), true, false, true, true);
    assertMust(ints(), col("i").isNull(), false, false, true, false);
    assertMust(ints(), col("i").isNotNull(), true, false, false, true);
  }

  @Test
  void nullTestsUseCounts() {
    assertMay(ints(), col("i").isNull(), false, true, true, false);
    assertMay(ints(), col("i").isNotNull(), true, true, false, true);
    assertMay(ints(), col("i").eqNullSafe(null), false, true, true, false);
    assertMay(ints(), col("i").eqNullSafe(3), true, false, false, false);
  }

  @Test
  void negationIsPushedToTheOutcomesNotAppliedToTheDecision() {
    assertMay(ints(), not(col("i").lt(4)), false, true, false, true);
    assertMay(ints(), not(and(col("i").ge(1), col("i").le(3))), false, true, false, true);
    assertMay(ints(), not(col("i").isNull()), true, true, false, true);
  }

  @Test
  void missingStatisticsKeep() {
    Stated nothing = new Stated(1);
    for (Expression predicate :
        List.of(
            col("i").eq(1), col("i").isNull(), col("i").isNotNull(), not(col("s").like("a%")))) {
      assertMay(nothing, predicate, true);
      assertMust(nothing, predicate, false);
    }
    Stated half =
        new Stated(2)
            .bounds("i", DataType.INT, Arrays.asList(5, null), Arrays.asList(null, 5))
            .rows(null, 3L);
    assertMay(half, col("i").eq(4), false, true);
    assertMay(half, col("i").eq(6), true, false);
  }

  @Test
  void whatDoesNotBindKeeps() {
    assertMay(ints(), col("nowhere").eq(1), true, true, true, true);
    assertMay(ints(), col("day").eq(1), true, true, true, true);
    assertMust(ints(), col("nowhere").eq(1), false, false, false, false);
  }

  @Test
  void aFiniteMaximumDoesNotExcludeNan() {
    Stated statistics =
        new Stated(1).bounds("d", DataType.DOUBLE, List.of(1.0), List.of(3.0)).nulls("d", 0L);
    assertMay(statistics, col("d").gt(10.0), true);
    assertMay(statistics, col("d").eq(Double.NaN), true);
    assertMay(statistics, col("d").ne(Double.NaN), true);
    assertMay(statistics, col("d").eq(10.0), false);
    assertMay(statistics, col("d").lt(1.0), false);
    assertMust(statistics, col("d").lt(10.0), false);
    assertMust(statistics, col("d").ge(1.0), true);
    statistics.nans("d", 0L);
    assertMay(statistics, col("d").gt(10.0), false);
    assertMay(statistics, col("d").eq(Double.NaN), false);
    assertMust(statistics, col("d").lt(10.0), true);
  }

  @Test
  void aNanBoundIsNoBound() {
    Stated statistics =
        new Stated(2)
            .bounds("d", DataType.DOUBLE, List.of(Double.NaN, 1.0), List.of(5.0, Double.NaN));
    assertMay(statistics, col("d").lt(2.0), true, true);
    assertMay(statistics, col("d").eq(7.0), false, true);
  }

  @Test
  void zerosOfBothSignsAreOneValue() {
    Stated statistics =
        new Stated(2).bounds("d", DataType.DOUBLE, List.of(0.0, -0.0), List.of(0.0, -0.0));
    assertMay(statistics, col("d").eq(-0.0), true, true);
    assertMay(statistics, col("d").eq(0.0), true, true);
    assertMay(statistics, col("d").lt(0.0), false, false);
  }

  @Test
  void likeUsesItsPrefix() {
    Stated statistics =
        new Stated(3)
            .bounds("s", DataType.STRING, List.of("aa", "abc", "b"), List.of("ab", "abz", "c"))
            .nulls("s", 0L, 0L, 1L);
    assertMay(statistics, col("s").like("ab%"), true, true, false);
    assertMay(statistics, col("s").like("ab%x_"), true, true, false);
    assertMay(statistics, col("s").like("%"), true, true, true);
    assertMay(statistics, not(col("s").like("ab%")), true, false, true);
    assertMay(statistics, not(col("s").like("%")), false, false, false);
    assertMay(statistics, col("s").like("abd"), false, true, false);
    assertMust(statistics, col("s").like("ab%"), false, true, false);
  }

  @Test
  void datesAndTextsAndBooleansAreBounded() {
    LocalDate day = LocalDate.of(2024, 5, 1);
    Stated statistics =
        new Stated(2)
            .bounds("day", DataType.DATE, List.of(day, day), List.of(day, day.plusDays(3)))
            .bounds("b", DataType.BOOLEAN, List.of(true, false), List.of(true, true));
    Instant noon = Instant.parse("2024-05-02T12:00:00Z");
    assertMay(statistics, col("day").gt(noon), false, true);
    assertMay(statistics, col("b"), true, true);
    assertMay(statistics, not(col("b")), false, true);
  }

  /** Random rows in files, true bounds of them (some widened, some lost), random predicates. */
  @Test
  void skippingNeverDropsAMatchingRowAndMustNeverTakesAnother() {
    int dropped = 0;
    int taken = 0;
    for (int seed = 0; seed < 400; seed++) {
      Random random = new Random(seed);
      List<Batch> files = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        files.add(RandomTable.file(random));
      }
      StatisticsBatch statistics = RandomTable.statistics(files, random);
      for (int i = 0; i < 10; i++) {
        Expression predicate = RandomTable.predicate(random, 3);
        StatisticsFilter filter = StatisticsFilter.bind(predicate, RandomTable.SCHEMA, UTC);
        boolean[] may = filter.mayMatch(statistics);
        boolean[] must = filter.mustMatch(statistics);
        Filter exact = Filter.bind(predicate, RandomTable.SCHEMA, UTC);
        for (int file = 0; file < files.size(); file++) {
          Selection selection = exact.select(files.get(file));
          String what = "seed " + seed + ": " + predicate + " over file " + file;
          assertTrue(may[file] || selection.isEmpty(), what);
          assertTrue(!must[file] || selection.isAll(files.get(file).rowCount()), what);
          dropped += may[file] ? 0 : 1;
          taken += must[file] ? 1 : 0;
        }
      }
    }
    // The test would prove nothing if statistics never decided.
    assertTrue(dropped > 1000 && taken > 100, dropped + " dropped, " + taken + " taken");
  }
}
