package dev.lakehouse;

import static dev.lakehouse.types.DataType.DATE;
import static dev.lakehouse.types.DataType.INT;
import static dev.lakehouse.types.DataType.STRING;
import static dev.lakehouse.types.DataType.TIMESTAMP;
import static dev.lakehouse.types.StructField.optional;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Conditions on a column leave out the partitions that are generated of it, and no row. */
class GeneratedPartitionsTest {
  @TempDir private Path folder;

  private static final StructField AT = optional("at", TIMESTAMP);
  private static final StructField DAY = optional("d", DATE);
  private static final StructField TEXT = optional("s", STRING);

  private static StructField generated(String name, DataType type, String expression) {
    return optional(name, type).generatedAs(expression);
  }

  static Stream<Arguments> tables() {
    return Stream.of(
        Arguments.of(AT, List.of(generated("p", DATE, "CAST(at AS DATE)"))),
        Arguments.of(AT, List.of(generated("p", DATE, "to_date(at)"))),
        Arguments.of(AT, List.of(generated("p", INT, "year(at)"))),
        Arguments.of(
            AT, List.of(generated("y", INT, "year(at)"), generated("m", INT, "month(at)"))),
        Arguments.of(
            AT,
            List.of(
                generated("y", INT, "YEAR(at)"),
                generated("m", INT, "MONTH(AT)"),
                generated("dd", INT, "day(at)"),
                generated("h", INT, "hour(at)"))),
        Arguments.of(AT, List.of(generated("p", STRING, "date_format(at, 'yyyy-MM')"))),
        Arguments.of(AT, List.of(generated("p", STRING, "date_format(at, 'yyyy-MM-dd-HH')"))),
        Arguments.of(AT, List.of(generated("p", TIMESTAMP, "date_trunc('MONTH', at)"))),
        Arguments.of(DAY, List.of(generated("p", DATE, "trunc(d, 'quarter')"))),
        Arguments.of(DAY, List.of(generated("p", INT, "year(d)"))),
        Arguments.of(DAY, List.of(generated("p", INT, "month(d)"))),
        Arguments.of(TEXT, List.of(generated("p", STRING, "substring(s, 1, 2)"))),
        Arguments.of(TEXT, List.of(generated("p", STRING, "left(s, 1)"))),
        Arguments.of(TEXT, List.of(generated("p", STRING, "upper(s)"))),
        Arguments.of(TEXT, List.of(generated("p", INT, "length(s)"))));
  }

  private static Object value(DataType type, Random random) {
    if (type == STRING) {
      List<String> parts = List.of("a", "b", "é", "😀", "￿", "Z", "");
      return parts.get(random.nextInt(7)) + parts.get(random.nextInt(7)) + random.nextInt(3);
    }
    LocalDate day = LocalDate.of(2019, 1, 1).plusDays(random.nextInt(1200));
    if (random.nextInt(12) == 0) {
      day = day.withYear(random.nextBoolean() ? 12_019 : -43);
    }
    return type == DATE
        ? day
        : day.atStartOfDay(ZoneId.of("UTC")).toInstant().plusSeconds(random.nextInt(86_400));
  }

  private static String sql(Object value) {
    if (value instanceof Instant instant) {
      return "TIMESTAMP '" + instant + "'";
    }
    return value instanceof LocalDate ? "DATE '" + value + "'" : "'" + value + "'";
  }

  private static List<String> read(Scan scan) {
    List<String> lines = new ArrayList<>();
    try (RowReader rows = scan.rows()) {
      rows.forEach(row -> lines.add(row.toString()));
    }
    lines.sort(null);
    return lines;
  }

  @ParameterizedTest
  @MethodSource("tables")
  void noRowIsLostWhateverZoneItsWriterHad(StructField base, List<StructField> partitions) {
    Random random = new Random(7);
    List<StructField> fields = new ArrayList<>(List.of(base, optional("n", INT)));
    fields.addAll(partitions);
    StructType given = StructType.of(base, optional("n", INT));
    String[] names = partitions.stream().map(StructField::name).toArray(String[]::new);
    try (Lakehouse east = Lakehouse.builder().zone(ZoneId.of("Pacific/Kiritimati")).build();
        Lakehouse west = Lakehouse.builder().zone(ZoneId.of("Etc/GMT+12")).build()) {
      String location = folder.resolve("table").toString();
      Table written =
          east.createTable(location, new StructType(fields)).partitionedBy(names).execute();
      List<Row> rows = new ArrayList<>();
      rows.add(Row.of(given, null, -1));
      for (int i = 0; i < 60; i++) {
        rows.add(Row.of(given, value(base.type(), random), i));
      }
      written.append(Source.rows(given, rows)).execute();
      Table table = west.table(location);
      List<Batch> all = new ArrayList<>();
      try (var batches = table.scan().batches()) {
        batches.forEachRemaining(all::add);
      }
      Table plain =
          west.createTable(location + "-plain", new StructType(fieldsOf(all.get(0).schema())))
              .as(Source.batches(all.get(0).schema(), all))
              .execute();
      List<String> operators = List.of("=", "<", "<=", ">", ">=", "<=>", "<>");
      for (int i = 0; i < 60; i++) {
        String left = base.name() + " " + operators.get(random.nextInt(7)) + " ";
        String condition = left + sql(value(base.type(), random));
        if (i % 5 == 0) {
          condition = sql(value(base.type(), random)) + " <= " + base.name() + " AND " + condition;
        } else if (i % 5 == 1) {
          condition =
              base.name()
                  + " IN ("
                  + sql(value(base.type(), random))
                  + ", "
                  + sql(value(base.type(), random))
                  + ")";
        }
        assertEquals(
            read(plain.scan().where(condition)), read(table.scan().where(condition)), condition);
      }
    }
  }

  /** The fields as plain columns. */
  private static List<StructField> fieldsOf(StructType schema) {
    return schema.fields().stream().map(f -> optional(f.name(), f.type())).toList();
  }

  private static void reads(Table table, int files, String condition) {
    assertEquals(files, table.scan().where(condition).tasks().size(), condition);
  }

  @Test
  void partitionsThatCannotMatchAreLeftOut() {
    try (Lakehouse lake = Lakehouse.create()) {
      StructType schema =
          StructType.of(AT, generated("day", DATE, "CAST(at AS DATE)"), optional("n", INT));
      Table table =
          lake.createTable("memory://lake/days", schema)
              .partitionedBy("day")
              .property("delta.dataSkippingNumIndexedCols", "0")
              .execute();
      List<Row> rows = new ArrayList<>();
      StructType given = StructType.of(AT);
      for (int i = 1; i <= 20; i++) {
        rows.add(Row.of(given, Instant.parse(String.format("2026-03-%02dT12:00:00Z", i))));
      }
      table.append(Source.rows(given, rows)).execute();
      assertEquals(20, table.scan().tasks().size());
      // 26 hours to either side: who wrote a row may have had any zone.
      reads(table, 3, "at = TIMESTAMP '2026-03-10T12:00:00Z'");
      reads(table, 4, "at >= TIMESTAMP '2026-03-18T12:00:00Z'");
      reads(table, 3, "at < TIMESTAMP '2026-03-02T00:00:00Z'");
      reads(table, 20, "at <> TIMESTAMP '2026-03-10T12:00:00Z'");
      reads(table, 20, "at >= TIMESTAMP '2026-03-18T12:00:00Z' OR n = 1");
      reads(table, 20, "date_trunc('DAY', at) = TIMESTAMP '2026-03-10T12:00:00Z'");
      assertTrue(table.scan().where("day = DATE '2026-03-10'").tasks().size() == 1);
    }
  }

  @Test
  void textsAreLeftOutByTheirBeginning() {
    try (Lakehouse lake = Lakehouse.create()) {
      StructType schema = StructType.of(TEXT, generated("p", STRING, "left(s, 1)"));
      Table table =
          lake.createTable("memory://lake/texts", schema)
              .partitionedBy("p")
              .property("delta.dataSkippingNumIndexedCols", "0")
              .execute();
      StructType given = StructType.of(TEXT);
      table
          .append(
              Source.rows(
                  given, Stream.of("ab", "bb", "cb", null).map(s -> Row.of(given, s)).toList()))
          .execute();
      assertEquals(4, table.scan().tasks().size());
      reads(table, 2, "s = 'bx'");
      reads(table, 3, "s >= 'bz'");
      reads(table, 3, "s IN ('a', 'c')");
    }
  }
}
