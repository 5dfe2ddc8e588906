package dev.lakehouse.log.commit;

import static dev.lakehouse.expr.Expressions.col;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.files.FileFilter;
import dev.lakehouse.log.files.FileSchema;
import dev.lakehouse.log.protocol.ColumnMapping;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * All pairs and triples of small statements on small tables, each planned on the same version:
 * where the rules let them pass, the table has the rows that it has after running one after the
 * other in the order of the log.
 */
class SerialOrderTest {
  private static final FileSchema FILES =
      new FileSchema(
          Requests.SCHEMA,
          List.of(),
          ColumnMapping.of(Requests.PROTOCOL, Requests.metadata(Map.of()), Requests.SCHEMA));
  private static final ExpressionContext UTC = new ExpressionContext(ZoneOffset.UTC, Instant.EPOCH);

  /** How rows lie in files. */
  private static final List<List<List<Long>>> TABLES =
      List.of(
          List.of(),
          List.of(List.of(1L)),
          List.of(List.of(1L, 3L)),
          List.of(List.of(1L), List.of(2L)),
          List.of(List.of(1L, 2L), List.of(3L, 4L)),
          List.of(List.of(1L, 4L), List.of(2L, 3L)),
          List.of(List.of(1L), List.of(2L), List.of(3L), List.of(4L)),
          List.of(List.of(2L), List.of(2L, 2L)));

  private static final List<Statement> STATEMENTS =
      List.of(
          append(2),
          append(9),
          change("delete 1", 1, 1, LongStream.of()),
          change("delete 2 to 3", 2, 3, LongStream.of()),
          change("delete 9", 9, 9, LongStream.of()),
          change("delete all", Long.MIN_VALUE, Long.MAX_VALUE, LongStream.of()),
          change("overwrite by 3", Long.MIN_VALUE, Long.MAX_VALUE, LongStream.of(3)),
          change("replace 3 to 4 by 4", 3, 4, LongStream.of(4)),
          update("2 becomes 3", 2, 2, id -> 3),
          update("1 to 2 become 9", 1, 2, id -> 9),
          insertSelect("copy 1 to 2", 1, 2),
          insertSelect("copy all", Long.MIN_VALUE, Long.MAX_VALUE),
          new Optimize());

  /** Rows of the files of a table. */
  private record State(Map<String, List<Long>> files) {
    State with(Plan plan) {
      Map<String, List<Long>> next = new TreeMap<>(files);
      for (Action action : plan.actions) {
        if (action instanceof RemoveFile remove) {
          assertTrue(next.remove(remove.path()) != null, "removed twice: " + remove.path());
        } else if (action instanceof AddFile add) {
          next.put(add.path(), plan.contents.get(add.path()));
        }
      }
      return new State(next);
    }

    List<Long> rows() {
      return files.values().stream().flatMap(List::stream).sorted().toList();
    }
  }

  /** What a statement would commit. */
  private record Plan(ReadSet reads, List<Action> actions, Map<String, List<Long>> contents) {
    CommitRequest request() {
      return Requests.request(reads, actions.toArray(new Action[0]));
    }

    Winner winner(long version, CommitRequest mine, ConflictRules rules) {
      List<Action> all = new ArrayList<>();
      all.add(Requests.info("other", request().isBlindAppend()));
      all.addAll(actions);
      return Winner.of(version, all.iterator(), mine, rules);
    }
  }

  private interface Statement {
    Plan plan(State state, String name);
  }

  private static final class Planning {
    final String name;
    final List<Action> actions = new ArrayList<>();
    final Map<String, List<Long>> contents = new HashMap<>();

    Planning(String name) {
      this.name = name;
    }

    void add(List<Long> rows, boolean changesData) {
      if (!rows.isEmpty()) {
        String path = name + contents.size();
        contents.put(path, rows);
        actions.add(file(path, rows).withDataChange(changesData));
      }
    }

    void remove(String path, List<Long> rows, boolean changesData) {
      actions.add(file(path, rows).toRemove(1, changesData));
    }

    Plan reading(ReadSet reads) {
      return new Plan(reads, actions, contents);
    }
  }

  private static AddFile file(String path, List<Long> rows) {
    TreeSet<Long> sorted = new TreeSet<>(rows);
    return AddFile.of(
        path,
        Map.of(),
        10,
        1,
        "{\"numRecords\":"
            + rows.size()
            + ",\"minValues\":{\"id\":"
            + sorted.first()
            + "},\"maxValues\":{\"id\":"
            + sorted.last()
            + "},\"nullCount\":{\"id\":0}}");
  }

  private static boolean isIn(long id, long low, long high) {
    return id >= low && id <= high;
  }

  /** The files that may hold ids in a range, and the range. */
  private static ReadSet reads(State state, long low, long high) {
    if (low == Long.MIN_VALUE) {
      return new ReadSet(List.of(), state.files.keySet(), ReadSet.Scope.TABLE, Set.of());
    }
    Expression predicate = col("id").between(low, high);
    Set<String> read =
        state.files.entrySet().stream()
            .filter(
                file ->
                    new TreeSet<>(file.getValue()).first() <= high
                        && new TreeSet<>(file.getValue()).last() >= low)
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    return new ReadSet(
        List.of(FileFilter.bind(predicate, FILES, UTC)), read, ReadSet.Scope.FILTERED, Set.of());
  }

  private static Statement append(long id) {
    return named(
        "append " + id,
        (state, name) -> {
          Planning planning = new Planning(name);
          planning.add(List.of(id), true);
          return planning.reading(ReadSet.NOTHING);
        });
  }

  /** Removes ids in a range and adds {@code others}: delete, overwrite, replaceWhere. */
  private static Statement change(String text, long low, long high, LongStream others) {
    List<Long> rows = others.boxed().toList();
    return named(
        text,
        (state, name) -> {
          Planning planning = new Planning(name);
          rewrite(planning, state, low, high);
          planning.add(rows, true);
          return planning.reading(reads(state, low, high));
        });
  }

  private static List<Long> rewrite(Planning planning, State state, long low, long high) {
    List<Long> taken = new ArrayList<>();
    state.files.forEach(
        (path, rows) -> {
          List<Long> left = rows.stream().filter(id -> !isIn(id, low, high)).toList();
          if (left.size() < rows.size()) {
            planning.remove(path, rows, true);
            planning.add(left, true);
            rows.stream().filter(id -> isIn(id, low, high)).forEach(taken::add);
          }
        });
    return taken;
  }

  private static Statement update(String text, long low, long high, LongUnaryOperator change) {
    return named(
        text,
        (state, name) -> {
          Planning planning = new Planning(name);
          List<Long> taken = rewrite(planning, state, low, high);
          planning.add(taken.stream().map(change::applyAsLong).toList(), true);
          return planning.reading(reads(state, low, high));
        });
  }

  private static Statement insertSelect(String text, long low, long high) {
    return named(
        text,
        (state, name) -> {
          Planning planning = new Planning(name);
          planning.add(state.rows().stream().filter(id -> isIn(id, low, high)).toList(), true);
          return planning.reading(reads(state, low, high));
        });
  }

  private static final class Optimize implements Statement {
    @Override
    public Plan plan(State state, String name) {
      Planning planning = new Planning(name);
      if (state.files.size() > 1) {
        state.files.forEach((path, rows) -> planning.remove(path, rows, false));
        planning.add(state.rows(), false);
      }
      return planning.reading(
          new ReadSet(List.of(), state.files.keySet(), ReadSet.Scope.FILTERED, Set.of()));
    }

    @Override
    public String toString() {
      return "optimize";
    }
  }

  private static Statement named(String text, Statement statement) {
    return new Statement() {
      @Override
      public Plan plan(State state, String name) {
        return statement.plan(state, name);
      }

      @Override
      public String toString() {
        return text;
      }
    };
  }

  /** True if all of {@code plans} may be committed in their order. */
  private static boolean pass(List<Plan> plans, ConflictRules rules) {
    for (int i = 1; i < plans.size(); i++) {
      CommitRequest mine = plans.get(i).request();
      for (int j = 0; j < i; j++) {
        Winner winner = plans.get(j).winner(5 + j, mine, rules);
        if (!(ConflictChecker.check(mine, winner, rules) instanceof Verdict.Compatible)) {
          return false;
        }
      }
    }
    return true;
  }

  private static void compare(State table, List<Statement> statements, int[] passed) {
    List<Plan> plans = new ArrayList<>();
    for (int i = 0; i < statements.size(); i++) {
      plans.add(statements.get(i).plan(table, "w" + i + "."));
    }
    if (plans.stream().anyMatch(plan -> plan.actions.isEmpty())) {
      // Writes no version: it ran before the others.
      return;
    }
    boolean spark = pass(plans, ConflictRules.SPARK);
    boolean precise = pass(plans, ConflictRules.PRECISE);
    assertTrue(precise || !spark, () -> table + " " + statements);
    passed[0] += spark ? 1 : 0;
    passed[1] += precise ? 1 : 0;
    if (precise) {
      State concurrent = table;
      State serial = table;
      for (int i = 0; i < statements.size(); i++) {
        concurrent = concurrent.with(plans.get(i));
        serial = serial.with(statements.get(i).plan(serial, "s" + i + "."));
      }
      assertEquals(serial.rows(), concurrent.rows(), () -> table + " " + statements);
    }
  }

  private static State table(List<List<Long>> files) {
    Map<String, List<Long>> named = new TreeMap<>();
    for (int i = 0; i < files.size(); i++) {
      named.put("f" + i, files.get(i));
    }
    return new State(named);
  }

  @Test
  void pairsThatPassAreTheSameOneAfterTheOther() {
    int[] passed = new int[2];
    for (List<List<Long>> files : TABLES) {
      for (Statement first : STATEMENTS) {
        for (Statement second : STATEMENTS) {
          compare(table(files), List.of(first, second), passed);
        }
      }
    }
    assertTrue(passed[1] > passed[0] * 3 / 2, () -> passed[0] + " and " + passed[1]);
  }

  @Test
  void triplesThatPassAreTheSameOneAfterTheOther() {
    int[] passed = new int[2];
    for (List<List<Long>> files : TABLES) {
      for (Statement first : STATEMENTS) {
        for (Statement second : STATEMENTS) {
          for (Statement third : STATEMENTS) {
            compare(table(files), List.of(first, second, third), passed);
          }
        }
      }
    }
    assertTrue(passed[1] > passed[0] * 3 / 2, () -> passed[0] + " and " + passed[1]);
  }
}
