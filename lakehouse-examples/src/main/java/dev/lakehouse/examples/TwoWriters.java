package dev.lakehouse.examples;

import static dev.lakehouse.expr.Expressions.col;
import static dev.lakehouse.types.DataType.LONG;
import static dev.lakehouse.types.DataType.STRING;
import static dev.lakehouse.types.StructField.optional;
import static dev.lakehouse.types.StructField.required;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.WriteResult;
import dev.lakehouse.error.ConflictException;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Two writers on one table: what commutes goes through, what does not is a typed conflict. */
public final class TwoWriters {
  private static final StructType SCHEMA =
      StructType.of(required("id", LONG), optional("city", STRING));

  private TwoWriters() {}

  /** Runs it, in the folder that is the first argument or a new one. */
  public static void main(String... arguments) throws IOException {
    Path folder =
        arguments.length > 0 ? Path.of(arguments[0]) : Files.createTempDirectory("lakehouse-two");
    String location = folder.resolve("visits").toString();
    try (Lakehouse first = Lakehouse.create();
        Lakehouse second = Lakehouse.create()) {
      Table ours = first.createTable(location, SCHEMA).execute();
      Table theirs = second.table(location);
      theirs.append(Source.rows(SCHEMA, List.of(row(1)))).execute();

      WriteResult both = ours.append(meanwhile(2, () -> append(theirs, 3))).execute();
      System.out.println(
          "append and append: version " + both.version() + " at attempt " + both.attempts());

      try {
        ours.overwrite(meanwhile(4, () -> append(theirs, 5))).execute();
      } catch (ConflictException e) {
        System.out.println("overwrite and append: " + e.kind() + " with version " + e.winner());
        System.out.println("  " + e.getMessage());
      }

      WriteResult again =
          ours.overwrite(meanwhile(6, once(() -> append(theirs, 7)))).retryOnConflict(3).execute();
      System.out.println(
          "overwrite, once more: version " + again.version() + ", rows " + ours.scan().count());
      System.out.println("of the others: " + ours.scan().where(col("id").eq(7)).count());
    }
  }

  private static Row row(long id) {
    return Row.of(SCHEMA, id, "Oslo");
  }

  private static long append(Table table, long id) {
    return table.append(Source.rows(SCHEMA, List.of(row(id)))).execute().version();
  }

  /** A row that is not there before the other writer has done his work. */
  private static Source meanwhile(long id, Supplier<Long> other) {
    Iterable<Row> rows =
        () -> {
          System.out.println("the other writer made version " + other.get());
          return List.of(row(id)).iterator();
        };
    return Source.rows(SCHEMA, rows);
  }

  private static Supplier<Long> once(Supplier<Long> work) {
    List<Long> done = new ArrayList<>();
    return () -> {
      if (done.isEmpty()) {
        done.add(work.get());
      }
      return done.get(0);
    };
  }
}
