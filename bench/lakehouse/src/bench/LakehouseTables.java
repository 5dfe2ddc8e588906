package bench;

import static dev.lakehouse.expr.Expressions.col;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.Scan;
import dev.lakehouse.Snapshot;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.data.BatchReader;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.data.ScanTask;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Lakehouse through its public API: batches of arrays and rows in, batches and rows out. */
public final class LakehouseTables extends Contender {
  private static final StructType SCHEMA = schema();

  private static StructType schema() {
    List<StructField> fields = new ArrayList<>();
    for (Gen.Column column : Gen.SCHEMA) {
      fields.add(StructField.optional(column.name(), type(column.type())));
    }
    return new StructType(fields);
  }

  private static DataType type(Gen.Type type) {
    return switch (type) {
      case LONG -> DataType.LONG;
      case INT -> DataType.INT;
      case DECIMAL -> DataType.decimal(15, 2);
      case DOUBLE -> DataType.DOUBLE;
      case DATE -> DataType.DATE;
      case TIMESTAMP -> DataType.TIMESTAMP;
      case STRING -> DataType.STRING;
    };
  }

  private interface Work {
    void run(Lakehouse lake) throws Exception;
  }

  private static void with(Bench b, Work work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(b.threads);
    try (Lakehouse lake = Lakehouse.builder().executor(threads).build()) {
      work.run(lake);
    } finally {
      threads.shutdown();
    }
  }

  private static Table create(Bench b, Lakehouse lake, Path path) {
    return lake.createTable(b.fresh(path).toString(), SCHEMA)
        .property("delta.parquet.compression.codec", b.codec)
        .execute();
  }

  // ---- writing

  /** Rows [from, to) as batches; the arrays of numbers are copied, since a batch is immutable. */
  private static Source batches(Bench b, long from, long to) {
    return Source.batches(SCHEMA, () -> iterator(b, from, to));
  }

  private static Iterator<Batch> iterator(Bench b, long from, long to) {
    Gen.Batch generated = new Gen.Batch(4096);
    return new Iterator<>() {
      long at = from;

      @Override
      public boolean hasNext() {
        return at < to;
      }

      @Override
      public Batch next() {
        generated.fill(at, (int) Math.min(4096, to - at), b.rows);
        at += generated.n;
        return batch(generated);
      }
    };
  }

  private static Batch batch(Gen.Batch generated) {
    List<Column> columns = new ArrayList<>();
    for (int c = 0; c < SCHEMA.size(); c++) {
      columns.add(column(generated, c));
    }
    return new Batch(SCHEMA, columns, generated.n);
  }

  private static Column column(Gen.Batch generated, int c) {
    DataType type = SCHEMA.field(c).type();
    int n = generated.n;
    return switch (Gen.SCHEMA.get(c).type()) {
      case DOUBLE -> new DoubleColumn(type, Arrays.copyOf(generated.doubles[c], n), null, n);
      case STRING -> strings(generated.strings[c], n);
      case INT, DATE -> {
        int[] values = new int[n];
        for (int r = 0; r < n; r++) {
          values[r] = (int) generated.longs[c][r];
        }
        yield new IntColumn(type, values, null, n);
      }
      default -> new LongColumn(type, Arrays.copyOf(generated.longs[c], n), null, n);
    };
  }

  private static BytesColumn strings(String[] values, int n) {
    int[] offsets = new int[n + 1];
    byte[] data = new byte[n * 16];
    for (int r = 0; r < n; r++) {
      byte[] utf8 = values[r].getBytes(StandardCharsets.UTF_8);
      if (offsets[r] + utf8.length > data.length) {
        data = Arrays.copyOf(data, 2 * data.length + utf8.length);
      }
      System.arraycopy(utf8, 0, data, offsets[r], utf8.length);
      offsets[r + 1] = offsets[r] + utf8.length;
    }
    return new BytesColumn(DataType.STRING, offsets, data, null, n);
  }

  /** The same rows as boxed values, the way a service holds them. */
  private static Source rows(Bench b, long from, long to) {
    return Source.rows(SCHEMA, (Iterable<Row>) () -> boxed(b, from, to));
  }

  private static Iterator<Row> boxed(Bench b, long from, long to) {
    Gen.Batch generated = new Gen.Batch(4096);
    return new Iterator<>() {
      long at = from;
      int next;

      @Override
      public boolean hasNext() {
        return next < generated.n || at < to;
      }

      @Override
      public Row next() {
        if (next == generated.n) {
          generated.fill(at, (int) Math.min(4096, to - at), b.rows);
          at += generated.n;
          next = 0;
        }
        Object[] values = new Object[16];
        for (int c = 0; c < 16; c++) {
          values[c] = value(generated, c, next);
        }
        next++;
        return Row.of(SCHEMA, values);
      }
    };
  }

  private static Object value(Gen.Batch generated, int c, int row) {
    return Gen.SCHEMA.get(c).type() == Gen.Type.TIMESTAMP
        ? dev.lakehouse.columnar.Values.instant(generated.longs[c][row])
        : generated.boxed(c, row);
  }

  @Override
  public void w1(Bench b) throws Exception {
    Path path = b.table("lineitem");
    for (int commits : new int[] {10, 1}) {
      b.repeat(
          "write." + commits + "commit", () -> b.fresh(path), () -> write(b, path, commits, false));
    }
    b.repeat("write.rows.1commit", () -> b.fresh(path), () -> write(b, path, 1, true));
  }

  private static Tally write(Bench b, Path path, int commits, boolean boxed) throws Exception {
    with(
        b,
        lake -> {
          Table table = create(b, lake, path);
          for (int k = 0; k < commits; k++) {
            long from = b.rows * k / commits;
            long to = b.rows * (k + 1) / commits;
            table.append(boxed ? rows(b, from, to) : batches(b, from, to)).execute();
          }
        });
    b.put("bytes", Bench.bytes(path));
    return new Tally(b.rows, 0);
  }

  // ---- reading

  private static Scan select(Scan scan, int[] columns) {
    return scan.select(
        Arrays.stream(columns).mapToObj(c -> Gen.SCHEMA.get(c).name()).toArray(String[]::new));
  }

  private static Tally columns(Scan scan, int[] columns) {
    Tally tally = new Tally();
    try (BatchReader batches = select(scan, columns).batches()) {
      for (Batch batch : batches) {
        tally.rows += batch.rowCount();
        for (int k = 0; k < columns.length; k++) {
          add(tally, batch.column(k), Gen.SCHEMA.get(columns[k]).type());
        }
      }
    }
    return tally;
  }

  private static void add(Tally tally, Column column, Gen.Type type) {
    int n = column.size();
    if (column instanceof DoubleColumn doubles) {
      double[] values = doubles.values();
      for (int r = 0; r < n; r++) {
        tally.add(values[r]);
      }
    } else if (column instanceof IntColumn ints) {
      int[] values = ints.values();
      for (int r = 0; r < n; r++) {
        tally.sum += values[r];
      }
    } else if (column instanceof BytesColumn strings) {
      int[] offsets = strings.offsets();
      for (int r = 0; r < n; r++) {
        tally.sum += offsets[r + 1] - offsets[r];
      }
    } else if (column instanceof DictionaryColumn strings) {
      int[] codes = strings.codes();
      int[] offsets = strings.dictionary().offsets();
      for (int r = 0; r < n; r++) {
        tally.sum += offsets[codes[r] + 1] - offsets[codes[r]];
      }
    } else {
      long[] values = ((LongColumn) column).values();
      if (type == Gen.Type.TIMESTAMP) {
        for (int r = 0; r < n; r++) {
          tally.addMicros(values[r]);
        }
      } else {
        for (int r = 0; r < n; r++) {
          tally.sum += values[r];
        }
      }
    }
  }

  private static Tally rows(Scan scan, int[] columns) {
    Tally tally = new Tally();
    try (RowReader rows = select(scan, columns).rows()) {
      for (Row row : rows) {
        tally.rows++;
        for (int k = 0; k < columns.length; k++) {
          switch (Gen.SCHEMA.get(columns[k]).type()) {
            case DOUBLE -> tally.add(row.getDouble(k));
            case STRING -> tally.add(row.getString(k));
            case DECIMAL -> tally.add(row.getDecimal(k));
            case INT -> tally.add(row.getInt(k));
            case DATE -> tally.add(row.getDate(k).toEpochDay());
            case TIMESTAMP -> tally.addMicros(row.getLong(k));
            default -> tally.add(row.getLong(k));
          }
        }
      }
    }
    return tally;
  }

  private static Tally checked(Bench b, Tally tally) {
    b.checkFull(tally);
    return tally;
  }

  @Override
  public void w2(Bench b) throws Exception {
    with(
        b,
        lake -> {
          Table table = lake.table(b.lineitem().toString());
          b.repeat("full.row", () -> checked(b, rows(table.scan(), ALL)));
          b.repeat("full.col", () -> checked(b, columns(table.scan(), ALL)));
          b.repeat("proj3.col", () -> columns(table.scan(), PROJ3));
        });
  }

  @Override
  public void w3(Bench b) throws Exception {
    int day = Gen.FIRST_DAY + Gen.DAYS / 2;
    Expression range =
        col("l_shipdate")
            .between(LocalDate.ofEpochDay(day), LocalDate.ofEpochDay(day + Gen.DAYS / 100));
    int[] some = {5, 10, 14};
    long[] key = {b.rows / 4};
    with(
        b,
        lake -> {
          Table table = lake.table(b.lineitem().toString());
          b.repeat("range", () -> columns(table.scan().where(range), some));
          b.repeat(
              "point",
              () -> key[0] += 1000,
              () -> rows(table.scan().where(col("l_orderkey").eq(key[0])), ALL));
        });
  }

  // ---- the log

  @Override
  public void w7(Bench b) throws Exception {
    Path path = b.table("kernel", "log-" + SyntheticLog.files(b));
    Expression[] filter = {
      null,
      col("part").eq(SyntheticLog.PARTITION),
      col("id").ge(SyntheticLog.id(b, 0)).and(col("id").lt(SyntheticLog.id(b, 10)))
    };
    String[] name = {"plan.all", "plan.partition", "plan.stats"};
    long before = Bench.liveHeapMb();
    Lakehouse[] lake = new Lakehouse[1];
    Snapshot[] snapshot = new Snapshot[1];
    b.repeat(
        "load",
        () -> {
          if (lake[0] != null) {
            lake[0].close();
          }
          lake[0] = Lakehouse.create();
        },
        () -> {
          snapshot[0] = lake[0].table(path.toString()).snapshot();
          snapshot[0].schema();
          return new Tally(snapshot[0].version(), 0);
        });
    for (int i = 0; i < filter.length; i++) {
      Expression where = filter[i];
      b.repeat(name[i], () -> plan(snapshot[0].scan(), where));
    }
    b.repeat(
        "load+plan.stats",
        () -> {
          try (Lakehouse cold = Lakehouse.create()) {
            return plan(cold.table(path.toString()).scan(), filter[2]);
          }
        });
    b.record("heap", Map.of("live_mb", Bench.liveHeapMb() - before));
    lake[0].close();
  }

  private static Tally plan(Scan scan, Expression where) {
    Tally tally = new Tally();
    for (ScanTask task : (where == null ? scan : scan.where(where)).tasks()) {
      tally.rows++;
      tally.sum += task.file().length();
    }
    return tally;
  }

  @Override
  public void w8(Bench b) throws Exception {
    Path path = b.table("commits");
    int n = (int) b.number("commits", 100);
    int concurrent = n * 8 / 10;
    try (Lakehouse lake = Lakehouse.create()) {
      Table table = create(b, lake, path);
      b.step(
          "sequential",
          () -> Bench.parallel(n, 1, i -> append(b, table, new ConcurrentHashMap<>())));
    }
    Map<Long, Long> acknowledged = new ConcurrentHashMap<>();
    try (Lakehouse lake = Lakehouse.create()) {
      Table table = create(b, lake, path);
      Callable<Tally> body =
          () -> Bench.parallel(concurrent, 8, i -> append(b, table, acknowledged));
      b.step("concurrent", body);
      long rows = table.scan().count();
      b.record(
          "concurrent.check",
          Map.of(
              "acknowledged",
              acknowledged.size(),
              "lost",
              concurrent - rows / 10,
              "failed_commits_retried",
              0,
              "expected",
              concurrent));
    }
  }

  private static Tally append(Bench b, Table table, Map<Long, Long> acknowledged) {
    long version = table.append(batches(b, 0, 10)).execute().version();
    acknowledged.merge(version, 1L, Long::sum);
    return new Tally(10, 0);
  }

  @Override
  public void w9(Bench b) throws Exception {
    Path path = b.table("kernel", "tiny");
    if (!Files.exists(path)) {
      b.skip("no table: run kernel first");
      return;
    }
    try (Lakehouse lake = Lakehouse.create();
        RowReader rows = lake.table(path.toString()).scan().rows()) {
      rows.next().getLong(0);
      b.firstRow();
    }
  }
}
