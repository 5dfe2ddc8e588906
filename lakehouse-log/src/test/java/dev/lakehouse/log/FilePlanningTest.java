package dev.lakehouse.log;

import static dev.lakehouse.expr.Expressions.and;
import static dev.lakehouse.expr.Expressions.col;
import static dev.lakehouse.expr.Expressions.not;
import static dev.lakehouse.expr.Expressions.or;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.log.action.ActionJson;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.files.FileBatch;
import dev.lakehouse.log.files.FileFilter;
import dev.lakehouse.log.protocol.ColumnMapping;
import dev.lakehouse.log.testing.TableLog;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.FieldMetadata;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which files a predicate leaves, by partition values and statistics. */
class FilePlanningTest {
  private static final ExpressionContext UTC = new ExpressionContext(ZoneOffset.UTC, Instant.EPOCH);

  /** A table of one file, {@code f}, with these statistics for column {@code c}. */
  private static Snapshot one(DataType type, String stats) {
    return table(StructType.of(StructField.optional("c", type)), List.of(), file("f", stats));
  }

  private static AddFile file(String path, String stats) {
    return AddFile.of(path, Map.of(), 1, 1, stats);
  }

  private static Snapshot table(
      StructType schema, List<String> partitionColumns, AddFile... files) {
    return log(schema, partitionColumns, Map.of(), files).open().snapshot();
  }

  private static TableLog log(
      StructType schema,
      List<String> partitionColumns,
      Map<String, String> properties,
      AddFile... files) {
    Metadata metadata = Metadata.of("id", null, null, schema, partitionColumns, properties, 1);
    List<String> adds = new ArrayList<>();
    for (AddFile file : files) {
      adds.add(ActionJson.write(file));
    }
    return new TableLog()
        .commit(
            0,
            "{\"protocol\":{\"minReaderVersion\":2,\"minWriterVersion\":5}}",
            ActionJson.write(metadata))
        .commit(1, adds.toArray(String[]::new));
  }

  private static List<String> left(Snapshot snapshot, Expression predicate) {
    return left(snapshot, predicate, UTC);
  }

  private static List<String> left(
      Snapshot snapshot, Expression predicate, ExpressionContext context) {
    TreeSet<String> paths = new TreeSet<>();
    for (Iterator<FileBatch> batches = snapshot.files(predicate, context); batches.hasNext(); ) {
      FileBatch batch = batches.next();
      for (int i = 0; i < batch.size(); i++) {
        paths.add(batch.path(i));
      }
    }
    return List.copyOf(paths);
  }

  private static void assertKept(Snapshot snapshot, Expression predicate) {
    assertEquals(List.of("f"), left(snapshot, predicate), predicate::toString);
  }

  private static void assertLeftOut(Snapshot snapshot, Expression predicate) {
    assertEquals(List.of(), left(snapshot, predicate), predicate::toString);
  }

  private static String stats(String min, String max) {
    return "{\"numRecords\":3,\"minValues\":{\"c\":"
        + min
        + "},\"maxValues\":{\"c\":"
        + max
        + "},\"nullCount\":{\"c\":0}}";
  }

  // ---- statistics

  @Test
  void numbersOfEveryWidthLeaveFilesOut() {
    for (DataType type :
        List.of(
            DataType.BYTE,
            DataType.SHORT,
            DataType.INT,
            DataType.LONG,
            DataType.decimal(9, 0),
            DataType.decimal(30, 0))) {
      Snapshot snapshot = one(type, stats("-5", "7"));
      assertKept(snapshot, col("c").eq(7));
      assertLeftOut(snapshot, col("c").gt(7));
      assertLeftOut(snapshot, col("c").lt(-5));
    }
  }

  @Test
  void decimalsKeepTheirDigits() {
    Snapshot snapshot =
        one(
            DataType.decimal(38, 2),
            stats(
                "123456789012345678901234567890123456.78",
                "123456789012345678901234567890123456.8"));
    assertLeftOut(
        snapshot, col("c").lt(new java.math.BigDecimal("123456789012345678901234567890123456.78")));
    assertKept(
        snapshot, col("c").le(new java.math.BigDecimal("123456789012345678901234567890123456.78")));
  }

  @Test
  void textsAndDatesLeaveFilesOut() {
    Snapshot texts = one(DataType.STRING, stats("\"b\\u0041\\\"\"", "\"d\uD83D\uDE00\""));
    assertKept(texts, col("c").eq("bA\""));
    assertLeftOut(texts, col("c").lt("bA\""));
    assertLeftOut(texts, col("c").gt("d\uD83D\uDE00"));
    Snapshot dates = one(DataType.DATE, stats("\"2020-01-01\"", "\"+10000-01-01\""));
    assertLeftOut(dates, col("c").lt(LocalDate.parse("2020-01-01")));
    assertKept(dates, col("c").eq(LocalDate.of(9999, 1, 1)));
  }

  @Test
  void theMaximumOfTimesIsWidenedByTheMillisecondThatWritersCut() {
    String cut = "\"2024-01-01T12:00:00.000Z\"";
    Snapshot snapshot = one(DataType.TIMESTAMP, stats(cut, cut));
    assertKept(snapshot, col("c").gt(Instant.parse("2024-01-01T12:00:00.000100Z")));
    assertLeftOut(snapshot, col("c").gt(Instant.parse("2024-01-01T12:00:00.001Z")));
    assertLeftOut(snapshot, col("c").lt(Instant.parse("2024-01-01T12:00:00Z")));
  }

  @Test
  void theWideningOfTheLastTimesDoesNotOverflow() {
    String last = "\"+294247-01-10T04:00:54.775Z\"";
    Snapshot snapshot = one(DataType.TIMESTAMP, stats("\"2020-01-01T00:00:00.000Z\"", last));
    assertKept(snapshot, col("c").gt(Instant.parse("2024-01-01T12:00:00Z")));
    assertLeftOut(snapshot, col("c").lt(Instant.parse("2019-01-01T00:00:00Z")));
  }

  @Test
  void offsetsOfMinutesMayHaveLostTheirSeconds() {
    // Spark cut the offset of Stockholm in 1850, +01:12:12, to +01:12.
    String text = "\"1850-01-01T01:01:01.000+01:12\"";
    Snapshot snapshot = one(DataType.TIMESTAMP, stats(text, text));
    assertKept(snapshot, col("c").eq(Instant.parse("1849-12-31T23:48:49Z")));
    Snapshot exact =
        one(
            DataType.TIMESTAMP,
            stats("\"1850-01-01T01:01:01.000+01:12:12\"", "\"1850-01-01T01:01:01.000+01:12:12\""));
    assertKept(exact, col("c").eq(Instant.parse("1849-12-31T23:48:49Z")));
    assertLeftOut(exact, col("c").eq(Instant.parse("1849-12-31T23:48:51Z")));
  }

  @Test
  void localTimesHaveNoZoneAndOldKernelsWroteOne() {
    for (String zone : List.of("", "Z")) {
      String text = "\"2024-01-01T12:00:00.000" + zone + "\"";
      Snapshot snapshot = one(DataType.TIMESTAMP_NTZ, stats(text, text));
      assertKept(snapshot, col("c").eq(LocalDateTime.parse("2024-01-01T12:00:00")));
      assertLeftOut(snapshot, col("c").gt(LocalDateTime.parse("2024-01-01T12:00:01")));
    }
  }

  @Test
  void aDateInTheStatisticsOfAWidenedColumnIsItsMidnight() {
    Snapshot snapshot = one(DataType.TIMESTAMP_NTZ, stats("\"2020-01-01\"", "\"2020-01-02\""));
    assertKept(snapshot, col("c").eq(LocalDateTime.parse("2020-01-02T00:00:00")));
    assertLeftOut(snapshot, col("c").lt(LocalDateTime.parse("2020-01-01T00:00:00")));
  }

  @Test
  void floatingBoundsDoNotProveTheAbsenceOfNaN() {
    Snapshot snapshot = one(DataType.DOUBLE, stats("1.5", "2.5"));
    assertKept(snapshot, col("c").gt(100.0));
    assertLeftOut(snapshot, col("c").lt(1.0));
    Snapshot nan = one(DataType.DOUBLE, stats("\"NaN\"", "\"NaN\""));
    assertKept(nan, col("c").lt(1.0));
  }

  @Test
  void aColumnWidenedFromFloatIsBoundedByEitherReadingOfItsText() {
    StructField field =
        new StructField(
            "c",
            DataType.DOUBLE,
            true,
            FieldMetadata.EMPTY.withJson(
                "delta.typeChanges", "[{\"fromType\":\"float\",\"toType\":\"double\"}]"));
    Snapshot snapshot = table(StructType.of(field), List.of(), file("f", stats("0.1", "0.1")));
    assertKept(snapshot, col("c").eq((double) 0.1f));
    assertKept(snapshot, col("c").eq(0.1));
  }

  @Test
  void oneCellThatDoesNotParseLeavesTheOthersKnown() {
    StructType schema =
        StructType.of(
            StructField.optional("c", DataType.TIMESTAMP),
            StructField.optional("d", DataType.LONG));
    String bad =
        "{\"numRecords\":1,\"minValues\":{\"c\":\"+48690-13-02T\",\"d\":1},"
            + "\"maxValues\":{\"c\":17,\"d\":1},\"nullCount\":{\"c\":0,\"d\":0}}";
    String good =
        "{\"numRecords\":1,\"minValues\":{\"c\":\"2024-01-01T00:00:00.000Z\",\"d\":5},"
            + "\"maxValues\":{\"c\":\"2024-01-01T00:00:00.000Z\",\"d\":5},\"nullCount\":{\"c\":0,\"d\":0}}";
    Snapshot snapshot = table(schema, List.of(), file("bad", bad), file("good", good));
    Expression late = col("c").gt(Instant.parse("2030-01-01T00:00:00Z"));
    assertEquals(List.of("bad"), left(snapshot, late));
    assertEquals(List.of(), left(snapshot, and(late, col("d").gt(1))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "{",
        "nonsense",
        "[1]",
        "{\"numRecords\":3}",
        "{\"numRecords\":\"x\",\"minValues\":[],\"maxValues\":7,\"nullCount\":null}",
        "{\"numRecords\":3,\"minValues\":{\"c\":null},\"maxValues\":{\"c\":{\"x\":1}},\"nullCount\":{\"c\":\"0\"}}",
        "{\"numRecords\":3,\"minValues\":{\"c\":1},\"maxValues\":{\"c\":1",
        "{\"numRecords\":3,\"minValues\":{\"c\":1.5e99},\"maxValues\":{\"c\":99999999999999999999}}",
        "{\"numRecords\":3,\"minValues\":{\"d\":1},\"maxValues\":{\"d\":1}}"
      })
  void statisticsThatSayNothingKeepTheFile(String stats) {
    Snapshot snapshot = one(DataType.LONG, stats);
    assertKept(snapshot, col("c").eq(5));
    assertKept(snapshot, col("c").isNull());
    assertKept(snapshot, col("c").isNotNull());
  }

  @Test
  void countsOfNullsLeaveFilesOut() {
    Snapshot some = one(DataType.BOOLEAN, "{\"numRecords\":3,\"nullCount\":{\"c\":2}}");
    assertKept(some, col("c").isNull());
    assertKept(some, col("c").isNotNull());
    Snapshot none = one(DataType.BINARY, "{\"numRecords\":3,\"nullCount\":{\"c\":0}}");
    assertLeftOut(none, col("c").isNull());
    Snapshot all = one(DataType.LONG, "{\"numRecords\":3,\"nullCount\":{\"c\":3}}");
    assertLeftOut(all, col("c").isNotNull());
    assertLeftOut(all, col("c").eq(1));
  }

  @Test
  void afterADeleteByVectorCountsOfNullsHoldOnlyIfNoneOrAllAreNull() {
    String wide = ",\"tightBounds\":false}";
    assertKept(
        one(DataType.LONG, "{\"numRecords\":3,\"nullCount\":{\"c\":1}" + wide), col("c").isNull());
    assertLeftOut(
        one(DataType.LONG, "{\"numRecords\":3,\"nullCount\":{\"c\":0}" + wide), col("c").isNull());
    assertLeftOut(
        one(DataType.LONG, "{\"tightBounds\":false,\"nullCount\":{\"c\":3},\"numRecords\":3}"),
        col("c").isNotNull());
    Snapshot bounds = one(DataType.LONG, stats("1", "9").replace("}}", "}") + wide);
    assertLeftOut(bounds, col("c").gt(9));
    assertKept(bounds, col("c").eq(9));
  }

  @Test
  void whatIsFalseForEveryRowIsNotTheNegationOfWhatMayBeTrue() {
    Snapshot snapshot = one(DataType.LONG, stats("1", "9"));
    assertKept(snapshot, not(col("c").eq(5)));
    assertKept(snapshot, not(or(col("c").lt(2), col("c").gt(8))));
    assertLeftOut(snapshot, not(col("c").ge(1)));
    assertLeftOut(one(DataType.LONG, stats("5", "5")), not(col("c").eq(5)));
  }

  @Test
  void fieldsOfStructsHaveStatisticsOfTheirOwn() {
    StructType inner = StructType.of(StructField.optional("y", DataType.INT));
    Snapshot snapshot =
        table(
            StructType.of(StructField.optional("x", inner)),
            List.of(),
            file(
                "f",
                "{\"numRecords\":2,\"minValues\":{\"x\":{\"y\":3}},\"maxValues\":{\"x\":{\"y\":4}},"
                    + "\"nullCount\":{\"x\":{\"y\":0}}}"));
    assertKept(snapshot, col("x.y").eq(3));
    assertLeftOut(snapshot, col("x.y").eq(5));
    assertLeftOut(snapshot, col("x.y").isNull());
    assertKept(snapshot, col("x").isNull());
  }

  @Test
  void aColumnThatFilesLackIsUnknown() {
    Snapshot snapshot =
        table(
            StructType.of(
                StructField.optional("c", DataType.LONG),
                StructField.optional("added", DataType.INT)),
            List.of(),
            file("f", stats("1", "2")));
    assertKept(snapshot, col("added").isNull());
    assertKept(snapshot, col("added").eq(5));
  }

  @Test
  void statisticsAndPartitionsGoByPhysicalNames() {
    StructField a = mapped("a", "col-1", 1, DataType.LONG);
    StructField p = mapped("p", "a", 2, DataType.STRING);
    AddFile file =
        AddFile.of(
            "f",
            Map.of("a", "x"),
            1,
            1,
            "{\"numRecords\":1,\"minValues\":{\"col-1\":5},\"maxValues\":{\"col-1\":5},"
                + "\"nullCount\":{\"col-1\":0}}");
    Snapshot snapshot =
        log(StructType.of(a, p), List.of("p"), Map.of("delta.columnMapping.mode", "name"), file)
            .open()
            .snapshot();
    assertKept(snapshot, and(col("a").eq(5), col("p").eq("x")));
    assertLeftOut(snapshot, col("a").eq(6));
    assertLeftOut(snapshot, col("p").eq("y"));
  }

  private static StructField mapped(String name, String physical, long id, DataType type) {
    return new StructField(
        name,
        type,
        true,
        FieldMetadata.EMPTY.with(ColumnMapping.ID, id).with(ColumnMapping.PHYSICAL_NAME, physical));
  }

  @Test
  void aCheckpointSaysTheSameAsTheCommits() {
    StructType schema =
        StructType.of(
            StructField.optional("c", DataType.LONG),
            StructField.optional("t", DataType.TIMESTAMP),
            StructField.optional("s", DataType.STRING),
            StructField.optional("d", DataType.decimal(30, 2)));
    AddFile[] files = new AddFile[40];
    for (int i = 0; i < files.length; i++) {
      String stats =
          i % 7 == 0
              ? null
              : "{\"numRecords\":2,\"minValues\":{\"c\":%d,\"t\":\"2024-01-01T00:00:%02d.000Z\",\"s\":\"a%02d\",\"d\":%d.5},"
                      .formatted(i, i, i, i)
                  + "\"maxValues\":{\"c\":%d,\"t\":\"2024-01-01T00:00:%02d.000Z\",\"s\":\"a%02d\",\"d\":%d.75},"
                      .formatted(i, i, i, i)
                  + "\"nullCount\":{\"c\":0,\"t\":%d,\"s\":0,\"d\":0}}".formatted(i % 3);
      files[i] = file("f%02d".formatted(i), stats);
    }
    List<Expression> predicates =
        List.of(
            col("c").eq(17),
            col("t").gt(Instant.parse("2024-01-01T00:00:30.000500Z")),
            col("t").isNull(),
            col("s").eq("a05"),
            col("d").gt(new java.math.BigDecimal("20.6")),
            and(col("c").gt(10), col("s").lt("a20")));
    for (Map<String, String> properties :
        List.of(
            Map.<String, String>of(),
            Map.of("delta.checkpoint.writeStatsAsStruct", "false"),
            Map.of("delta.checkpoint.writeStatsAsJson", "false"))) {
      TableLog log = log(schema, List.of(), properties, files);
      Snapshot commits = log.open().snapshot();
      log.checkpoint(1);
      Snapshot checkpoint = log.open().snapshot();
      assertEquals(1, checkpoint.segment().checkpointVersion());
      for (Expression predicate : predicates) {
        assertEquals(left(commits, predicate), left(checkpoint, predicate), predicate::toString);
      }
      assertTrue(left(checkpoint, predicates.get(0)).size() < 10);
    }
  }

  // ---- partition values

  private static Snapshot partitioned(DataType type, String... values) {
    AddFile[] files = new AddFile[values.length];
    for (int i = 0; i < values.length; i++) {
      files[i] =
          AddFile.of(
              String.valueOf(values[i]), Collections.singletonMap("p", values[i]), 1, 1, null);
    }
    return table(StructType.of(StructField.optional("p", type)), List.of("p"), files);
  }

  @Test
  void partitionValuesAreComparedAsValues() {
    Snapshot numbers = partitioned(DataType.INT, "9", "10", "-3", null);
    assertEquals(List.of("10", "9"), left(numbers, col("p").gt(8)));
    assertEquals(List.of("null"), left(numbers, col("p").isNull()));
    Snapshot doubles = partitioned(DataType.DOUBLE, "NaN", "-0.0", "1.0E10", "inf", "-Infinity");
    assertEquals(List.of("-0.0"), left(doubles, col("p").eq(0.0)));
    assertEquals(List.of("1.0E10"), left(doubles, col("p").eq(1e10)));
    Snapshot decimals = partitioned(DataType.decimal(10, 2), "1.5", "1.50", "2");
    assertEquals(
        List.of("1.5", "1.50"), left(decimals, col("p").eq(new java.math.BigDecimal("1.50"))));
    Snapshot dates = partitioned(DataType.DATE, "2020-01-01", "+10000-01-01", "-0001-01-01");
    assertEquals(List.of("+10000-01-01"), left(dates, col("p").gt(LocalDate.parse("2020-01-01"))));
    Snapshot flags = partitioned(DataType.BOOLEAN, "true", "false");
    assertEquals(List.of("true"), left(flags, col("p")));
  }

  @Test
  void theEmptyTextIsNullForEveryType() {
    for (DataType type : List.of(DataType.INT, DataType.STRING, DataType.BINARY)) {
      assertEquals(List.of(""), left(partitioned(type, "", "1"), col("p").isNull()));
    }
    assertEquals(List.of(), left(partitioned(DataType.STRING, "", "null"), col("p").eq("")));
    assertEquals(
        List.of("null"), left(partitioned(DataType.STRING, "", "null"), col("p").eq("null")));
  }

  @Test
  void aMissingPartitionValueIsNull() {
    Snapshot snapshot =
        table(
            StructType.of(StructField.optional("p", DataType.INT)), List.of("p"), file("f", null));
    assertKept(snapshot, col("p").isNull());
    assertLeftOut(snapshot, col("p").eq(1));
  }

  @Test
  void timesInPartitionsAreReadInEverySpelling() {
    Snapshot snapshot =
        partitioned(
            DataType.TIMESTAMP,
            "2024-01-15 10:30:00",
            "2024-01-15T10:30:00.000000Z",
            "2024-01-15 10:30:00.0",
            "2024-01-15T16:00:00+0530",
            "2024-01-15T16:00:00.000+05:30");
    assertEquals(5, left(snapshot, col("p").eq(Instant.parse("2024-01-15T10:30:00Z"))).size());
    ExpressionContext losAngeles =
        new ExpressionContext(ZoneId.of("America/Los_Angeles"), Instant.EPOCH);
    assertEquals(
        2, left(snapshot, col("p").eq(Instant.parse("2024-01-15T18:30:00Z")), losAngeles).size());
  }

  @Test
  void aLocalTimeThatClocksSkipMovesForwardAndOneThatComesTwiceIsTheEarlier() {
    ExpressionContext berlin = new ExpressionContext(ZoneId.of("Europe/Berlin"), Instant.EPOCH);
    Snapshot snapshot =
        partitioned(DataType.TIMESTAMP, "2024-03-31 02:30:00", "2024-10-27 02:30:00");
    assertEquals(
        List.of("2024-03-31 02:30:00"),
        left(snapshot, col("p").eq(Instant.parse("2024-03-31T01:30:00Z")), berlin));
    assertEquals(
        List.of("2024-10-27 02:30:00"),
        left(snapshot, col("p").eq(Instant.parse("2024-10-27T00:30:00Z")), berlin));
  }

  @Test
  void aPartitionValueThatIsNoneIsAnErrorNamingColumnAndText() {
    for (Snapshot snapshot :
        List.of(
            partitioned(DataType.INT, "x"),
            partitioned(DataType.BYTE, "300"),
            partitioned(DataType.decimal(3, 1), "100.5"),
            partitioned(DataType.TIMESTAMP_NTZ, "2024-01-15 10:30:00Z"),
            partitioned(DataType.DATE, "2024-02-30"))) {
      CorruptTableException e =
          assertThrows(CorruptTableException.class, () -> left(snapshot, col("p").isNotNull()));
      assertTrue(e.getMessage().contains("'p'"), e.getMessage());
    }
  }

  @Test
  void upperCaseNamesOfPartitionColumnsAreFound() {
    AddFile file = AddFile.of("f", Map.of("BIRTH_YEAR", "1970"), 1, 1, null);
    Snapshot snapshot =
        table(
            StructType.of(StructField.optional("BIRTH_YEAR", DataType.INT)),
            List.of("BIRTH_YEAR"),
            file);
    assertKept(snapshot, col("birth_year").eq(1970));
    assertLeftOut(snapshot, col("Birth_Year").eq(1971));
  }

  @Test
  void partitionAndDataColumnsInOneConditionAreJudgedTogether() {
    StructType schema =
        StructType.of(
            StructField.optional("c", DataType.LONG), StructField.optional("p", DataType.STRING));
    Snapshot snapshot =
        table(
            schema,
            List.of("p"),
            AddFile.of("a", Map.of("p", "x"), 1, 1, stats("1", "2")),
            AddFile.of("b", Map.of("p", "y"), 1, 1, stats("1", "2")),
            AddFile.of("c", Map.of("p", "y"), 1, 1, stats("7", "8")));
    assertEquals(List.of("a", "c"), left(snapshot, or(col("p").eq("x"), col("c").gt(5))));
    assertEquals(List.of("c"), left(snapshot, and(col("p").eq("y"), col("c").gt(5))));
  }

  @Test
  void filesWhoseEveryRowMatchesAreKnown() {
    StructType schema =
        StructType.of(
            StructField.optional("c", DataType.LONG), StructField.optional("p", DataType.STRING));
    Snapshot snapshot =
        table(
            schema,
            List.of("p"),
            AddFile.of("a", Map.of("p", "x"), 1, 1, stats("6", "9")),
            AddFile.of("b", Map.of("p", "x"), 1, 1, stats("1", "9")));
    FileFilter both = snapshot.filter(and(col("p").eq("x"), col("c").gt(5)), UTC);
    FileBatch batch = snapshot.files().select(both).next();
    boolean[] all = both.allRowsMatch(batch);
    for (int i = 0; i < batch.size(); i++) {
      assertEquals(batch.path(i).equals("a"), all[i]);
    }
    FileFilter partition = snapshot.filter(col("p").eq("x"), UTC);
    assertTrue(partition.allRowsMatch(snapshot.files().select(partition).next())[0]);
    FileFilter none = snapshot.filter(col("c").isNull(), UTC);
    assertFalse(snapshot.files().select(none).hasNext());
  }

  @Test
  void aBatchSaysWhatTheLogSaysOfItsFiles() {
    AddFile file =
        AddFile.of("f", Map.of("p", "3"), 7, 9, "{\"numRecords\":5}").withRowIds(100L, 2L);
    Snapshot snapshot =
        table(StructType.of(StructField.optional("p", DataType.INT)), List.of("p"), file);
    FileBatch batch = snapshot.files(UTC).next();
    assertEquals(7, batch.fileSize(0));
    assertEquals(9, batch.modificationTime(0));
    assertEquals(100L, batch.baseRowId(0));
    assertEquals(2L, batch.defaultRowCommitVersion(0));
    assertEquals(Map.of("p", "3"), batch.partitionValues(0));
    assertEquals(5, batch.numRecords().values()[0]);
    assertEquals(3, dev.lakehouse.columnar.Values.get(batch.partitionColumn(0, ZoneOffset.UTC), 0));
    assertEquals(List.of(file.withDataChange(false)), batch.addFiles());
  }
}
