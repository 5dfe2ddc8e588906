package dev.lakehouse.acceptance;

import static dev.lakehouse.types.DataType.INT;
import static dev.lakehouse.types.DataType.LONG;
import static dev.lakehouse.types.DataType.STRING;
import static dev.lakehouse.types.StructField.optional;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.lakehouse.CreateTable;
import dev.lakehouse.Lakehouse;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.data.MergeResult;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.types.StructType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random deletes, updates, merges and overwrites of random tables, with and without deletion
 * vectors, change feed, partitions, column mapping and row tracking, beside a plain list of rows.
 */
class RowChangesModelTest {
  private static final StructType SCHEMA =
      StructType.of(optional("k", LONG), optional("v", INT), optional("p", STRING));
  private static final int STEPS = 8;
  @TempDir Path folder;

  /** A row; equal values are equal rows. */
  record Line(@Nullable Long k, @Nullable Integer v, @Nullable String p) {
    Row row() {
      return Row.of(SCHEMA, k, v, p);
    }
  }

  /** A change of the feed. */
  record Change(String type, Line line) {}

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})
  void aChainOfChangesLeavesWhatTheModelHas(int seed) {
    Random random = new Random(seed);
    try (Lakehouse lake = Lakehouse.create()) {
      Table table = create(lake, seed);
      List<Line> model = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        List<Line> lines = lines(random, 40);
        table.append(source(lines)).execute();
        model.addAll(lines);
      }
      for (int step = 0; step < STEPS; step++) {
        long before = table.version();
        List<Change> changes = new ArrayList<>();
        String what = change(table, model, random, changes);
        String where = "seed " + seed + ", step " + step + ": " + what;
        assertEquals(sorted(model), sorted(read(table)), where);
        assertEquals(model.size(), table.scan().count(), where);
        if (seed % 4 >= 2 && table.version() > before) {
          assertEquals(sorted(changes), sorted(feed(table)), where);
        }
      }
      assertEquals(List.of(), table.verify().findings());
      assertEquals(List.of(), table.verify().orphans());
    }
  }

  /** Bits of the seed: vectors, feed, partitions; then mapping, row tracking. */
  private Table create(Lakehouse lake, int seed) {
    CreateTable create = lake.createTable(folder.resolve("t" + seed).toString(), SCHEMA);
    create.property("delta.enableDeletionVectors", Boolean.toString((seed & 1) != 0));
    create.property("delta.enableChangeDataFeed", Boolean.toString((seed & 2) != 0));
    if ((seed & 4) != 0) {
      create.partitionedBy("p");
    }
    if (seed >= 8) {
      create.property("delta.columnMapping.mode", "name");
      create.property("delta.enableRowTracking", "true");
    }
    return create.execute();
  }

  private static String change(Table table, List<Line> model, Random random, List<Change> changes) {
    int bound = random.nextInt(20);
    switch (random.nextInt(6)) {
      case 0 -> {
        OptionalLong deleted = table.delete().where("v < ?", bound).execute().deleted();
        List<Line> gone = model.stream().filter(line -> line.v != null && line.v < bound).toList();
        gone.forEach(line -> changes.add(new Change("delete", line)));
        model.removeIf(line -> line.v != null && line.v < bound);
        assertEquals(OptionalLong.of(gone.size()), deleted);
        return "delete v < " + bound;
      }
      case 1 -> {
        String p = "p" + random.nextInt(3);
        table.delete().where("p = ? and k > ?", p, bound).execute();
        Predicate<Line> matches = line -> p.equals(line.p) && line.k != null && line.k > bound;
        model.stream().filter(matches).forEach(l -> changes.add(new Change("delete", l)));
        model.removeIf(matches);
        return "delete p = " + p + " and k > " + bound;
      }
      case 2 -> {
        String p = "p" + random.nextInt(3);
        table.update().set("v", "v + 1").set("p", "?", p).where("k = ?", bound).execute();
        for (int i = 0; i < model.size(); i++) {
          Line old = model.get(i);
          if (old.k != null && old.k == bound) {
            Line line = new Line(old.k, old.v == null ? null : old.v + 1, p);
            model.set(i, line);
            changes.add(new Change("update_preimage", old));
            changes.add(new Change("update_postimage", line));
          }
        }
        return "update k = " + bound + " to " + p;
      }
      case 3 -> {
        List<Line> lines =
            lines(random, 10).stream().map(line -> new Line(line.k, bound, line.p)).toList();
        table.overwrite(source(lines)).where("v = ?", bound).execute();
        Predicate<Line> matches = line -> line.v != null && line.v == bound;
        model.stream().filter(matches).forEach(l -> changes.add(new Change("delete", l)));
        model.removeIf(matches);
        model.addAll(lines);
        lines.forEach(line -> changes.add(new Change("insert", line)));
        return "overwrite v = " + bound;
      }
      case 4 -> {
        return merge(table, model, random, changes);
      }
      default -> {
        return mergeBySource(table, model, random, changes);
      }
    }
  }

  private static String merge(Table table, List<Line> model, Random random, List<Change> changes) {
    List<Line> source = distinctKeys(lines(random, 15));
    MergeResult result =
        table
            .merge(source(source))
            .on("target.k = source.k")
            .whenMatched("source.v < 5")
            .delete()
            .whenMatched("target.p = source.p or source.p is null")
            .updateAll()
            .whenNotMatched("source.v >= 0")
            .insertAll()
            .execute();
    List<Line> inserted = new ArrayList<>();
    for (Line line : source) {
      boolean matched = line.k != null && model.stream().anyMatch(l -> line.k.equals(l.k));
      if (!matched && line.v != null) {
        inserted.add(line);
      }
    }
    long updated = 0;
    long deleted = 0;
    for (int i = model.size() - 1; i >= 0; i--) {
      Line old = model.get(i);
      Line with = match(source, old);
      if (with != null && with.v != null && with.v < 5) {
        model.remove(i);
        changes.add(new Change("delete", old));
        deleted++;
      } else if (with != null && (with.p == null || with.p.equals(old.p))) {
        model.set(i, with);
        changes.add(new Change("update_preimage", old));
        changes.add(new Change("update_postimage", with));
        updated++;
      }
    }
    model.addAll(inserted);
    inserted.forEach(line -> changes.add(new Change("insert", line)));
    if (result.committed()) {
      assertEquals(inserted.size(), result.inserted());
      assertEquals(updated, result.updated());
      assertEquals(deleted, result.deleted());
    }
    return "merge " + source;
  }

  private static @Nullable Line match(List<Line> source, Line line) {
    return source.stream()
        .filter(other -> other.k != null && other.k.equals(line.k))
        .findFirst()
        .orElse(null);
  }

  private static String mergeBySource(
      Table table, List<Line> model, Random random, List<Change> changes) {
    List<Line> source = distinctKeys(lines(random, 25));
    table
        .merge(source(source))
        .on("source.k = target.k and target.v > 3")
        .whenMatched()
        .update(Map.of("v", "source.v"))
        .whenNotMatchedBySource("v > 15")
        .delete()
        .whenNotMatchedBySource("p = 'p1'")
        .update(Map.of("v", "v - 1", "p", "'p2'"))
        .execute();
    for (int i = model.size() - 1; i >= 0; i--) {
      Line old = model.get(i);
      Line with = old.v != null && old.v > 3 ? match(source, old) : null;
      if (with != null) {
        update(model, i, new Line(old.k, with.v, old.p), changes);
      } else if (old.v != null && old.v > 15) {
        model.remove(i);
        changes.add(new Change("delete", old));
      } else if ("p1".equals(old.p)) {
        update(model, i, new Line(old.k, old.v == null ? null : old.v - 1, "p2"), changes);
      }
    }
    return "merge by source " + source;
  }

  private static void update(List<Line> model, int at, Line line, List<Change> changes) {
    changes.add(new Change("update_preimage", model.get(at)));
    changes.add(new Change("update_postimage", line));
    model.set(at, line);
  }

  private static List<Line> distinctKeys(List<Line> lines) {
    List<Line> distinct = new ArrayList<>();
    for (Line line : lines) {
      if (distinct.stream().noneMatch(other -> Objects.equals(other.k, line.k))) {
        distinct.add(line);
      }
    }
    return distinct;
  }

  private static List<Line> lines(Random random, int most) {
    List<Line> lines = new ArrayList<>();
    int count = random.nextInt(most) + 1;
    for (int i = 0; i < count; i++) {
      Long k = random.nextInt(10) == 0 ? null : (Long) (long) random.nextInt(40);
      Integer v = random.nextInt(8) == 0 ? null : (Integer) random.nextInt(20);
      String p = random.nextInt(6) == 0 ? null : "p" + random.nextInt(3);
      lines.add(new Line(k, v, p));
    }
    return lines;
  }

  private static Source source(List<Line> lines) {
    return Source.rows(SCHEMA, lines.stream().map(Line::row).toList());
  }

  private static List<Line> read(Table table) {
    List<Line> lines = new ArrayList<>();
    try (RowReader rows = table.scan().rows()) {
      for (Row row : rows) {
        lines.add(line(row));
      }
    }
    return lines;
  }

  private static List<Change> feed(Table table) {
    List<Change> changes = new ArrayList<>();
    try (RowReader rows = table.changes().from(table.version()).to(table.version()).rows()) {
      for (Row row : rows) {
        changes.add(new Change(row.getString("_change_type"), line(row)));
      }
    }
    return changes;
  }

  private static Line line(Row row) {
    return new Line((Long) row.get("k"), (Integer) row.get("v"), (String) row.get("p"));
  }

  private static List<String> sorted(List<?> values) {
    return values.stream().map(Object::toString).sorted().toList();
  }
}
