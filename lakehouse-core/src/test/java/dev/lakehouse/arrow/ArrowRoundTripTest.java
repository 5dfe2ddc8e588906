package dev.lakehouse.arrow;

import static dev.lakehouse.types.StructField.optional;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.data.BatchReader;
import dev.lakehouse.data.RandomBatches;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.TimeStampMilliTZVector;
import org.apache.arrow.vector.TimeStampNanoVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrowRoundTripTest {
  private final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void everyBufferIsGivenBack() {
    assertEquals(0, allocator.getAllocatedMemory());
    allocator.close();
  }

  private static List<Row> rows(Batch... batches) {
    return RowReader.of(
            BatchReader.of(batches[0].schema(), CloseableIterator.of(Arrays.asList(batches))))
        .toList();
  }

  private List<Row> throughArrow(Batch... batches) throws IOException {
    BatchReader in = BatchReader.of(batches[0].schema(), CloseableIterator.of(List.of(batches)));
    try (BatchArrowReader reader = new BatchArrowReader(in, allocator)) {
      return RowReader.of(ArrowBatches.of(reader)).toList();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void batchesComeBackFromVectorsAsTheyWere(long seed) throws IOException {
    RandomBatches random = new RandomBatches(seed);
    StructType schema = random.schema(3);
    Batch first = random.batch(schema, 70);
    Batch sliced = random.batch(schema, 300).slice(65, 200);
    assertEquals(rows(first, sliced), throughArrow(first, sliced));
  }

  @Test
  void longBatchesComeInPartsOfAtMostABatchAndCopiesCrossTheirChunks() throws IOException {
    RandomBatches random = new RandomBatches(99);
    StructType schema =
        StructType.of(
            optional("b", DataType.BOOLEAN),
            optional("y", DataType.BYTE),
            optional("s", DataType.SHORT),
            optional("i", DataType.INT),
            optional("l", DataType.LONG),
            optional("f", DataType.FLOAT),
            optional("d", DataType.DOUBLE),
            optional("t", DataType.STRING),
            optional("n", DataType.decimal(30, 4)));
    Batch big = random.batch(schema, 70_001);
    List<Integer> sizes = new ArrayList<>();
    BatchReader in = BatchReader.of(schema, CloseableIterator.of(List.of(big)));
    try (BatchArrowReader reader = new BatchArrowReader(in, allocator)) {
      ArrowBatches.of(reader).forEachRemaining(batch -> sizes.add(batch.rowCount()));
    }
    assertEquals(List.of(8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 4465), sizes);
    assertEquals(rows(big), throughArrow(big));
  }

  @Test
  void dictionaryColumnsAreFlattened() throws IOException {
    BytesColumn values =
        (BytesColumn)
            dev.lakehouse.columnar.ColumnBuilder.column(DataType.STRING, List.of("x", "yy"));
    DictionaryColumn column = new DictionaryColumn(new int[] {1, 0, 1}, values, null, 3);
    Batch batch = new Batch(StructType.of(optional("t", DataType.STRING)), List.of(column), 3);
    assertEquals(
        List.of("yy", "x", "yy"),
        throughArrow(batch).stream().map(row -> row.getString(0)).toList());
  }

  private List<Object> values(FieldVector vector) {
    return values(vector, new DictionaryProvider.MapDictionaryProvider());
  }

  private List<Object> values(FieldVector vector, DictionaryProvider dictionaries) {
    Map<Long, Field> types = new java.util.HashMap<>();
    for (long id : dictionaries.getDictionaryIds()) {
      types.put(id, dictionaries.lookup(id).getVector().getField());
    }
    VectorSchemaRoot root = VectorSchemaRoot.of(vector);
    StructType schema = ArrowSchemas.fromArrow(root.getSchema(), types);
    Batch batch =
        new Batch(
            schema,
            List.of(new VectorReader(dictionaries).column(vector, schema.field(0).type())),
            vector.getValueCount());
    List<Object> values = new ArrayList<>();
    rows(batch).forEach(row -> values.add(row.get(0)));
    return values;
  }

  @Test
  void unsignedNumbersTakeTheNextWiderType() {
    try (UInt1Vector small = new UInt1Vector("u", allocator);
        UInt8Vector large = new UInt8Vector("u", allocator)) {
      small.allocateNew(2);
      small.set(0, 200);
      small.setNull(1);
      small.setValueCount(2);
      assertEquals(Arrays.asList((short) 200, null), values(small));
      large.allocateNew(1);
      large.set(0, -1L);
      large.setValueCount(1);
      assertEquals(List.of(new java.math.BigDecimal("18446744073709551615")), values(large));
    }
  }

  @Test
  void otherUnitsOfTimeBecomeMicrosecondsAndDays() {
    try (TimeStampNanoVector nanos = new TimeStampNanoVector("t", allocator);
        TimeStampMilliTZVector millis = new TimeStampMilliTZVector("t", allocator, "Europe/Oslo");
        DateMilliVector days = new DateMilliVector("d", allocator)) {
      nanos.allocateNew(1);
      nanos.set(0, -1);
      nanos.setValueCount(1);
      assertEquals(
          List.of(java.time.LocalDateTime.parse("1969-12-31T23:59:59.999999")), values(nanos));
      millis.allocateNew(1);
      millis.set(0, 1);
      millis.setValueCount(1);
      assertEquals(List.of(java.time.Instant.parse("1970-01-01T00:00:00.001Z")), values(millis));
      days.allocateNew(1);
      days.set(0, -1);
      days.setValueCount(1);
      assertEquals(List.of(java.time.LocalDate.parse("1969-12-31")), values(days));
    }
  }

  @Test
  void millisecondsBeyondMicrosecondsAreAnErrorNamingTheField() {
    try (TimeStampMilliTZVector millis = new TimeStampMilliTZVector("t", allocator, "UTC")) {
      millis.allocateNew(1);
      millis.set(0, Long.MAX_VALUE / 2);
      millis.setValueCount(1);
      SchemaMismatchException error =
          assertThrows(SchemaMismatchException.class, () -> values(millis));
      assertTrue(error.getMessage().startsWith("Arrow field 't' holds "), error.getMessage());
    }
  }

  @Test
  void largeTextAndListsOfFixedSizeAreRead() {
    try (LargeVarCharVector text = new LargeVarCharVector("t", allocator);
        FixedSizeListVector pairs = FixedSizeListVector.empty("p", 2, allocator)) {
      text.allocateNew(2);
      text.setSafe(0, "žluť".getBytes(java.nio.charset.StandardCharsets.UTF_8));
      text.setNull(1);
      text.setValueCount(2);
      assertEquals(Arrays.asList("žluť", null), values(text));
      var writer = pairs.getWriter();
      writer.startList();
      writer.bigInt().writeBigInt(1);
      writer.bigInt().writeBigInt(2);
      writer.endList();
      writer.setValueCount(2);
      pairs.setValueCount(2);
      assertEquals(Arrays.asList(List.of(1L, 2L), null), values(pairs));
    }
  }

  @Test
  void dictionaryVectorsKeepTheirDictionary() {
    try (VarCharVector plain = new VarCharVector("t", allocator);
        VarCharVector words = new VarCharVector("words", allocator)) {
      words.allocateNew();
      words.setSafe(0, "one".getBytes(java.nio.charset.StandardCharsets.UTF_8));
      words.setSafe(1, "two".getBytes(java.nio.charset.StandardCharsets.UTF_8));
      words.setValueCount(2);
      plain.allocateNew();
      plain.setSafe(0, "two".getBytes(java.nio.charset.StandardCharsets.UTF_8));
      plain.setNull(1);
      plain.setSafe(2, "one".getBytes(java.nio.charset.StandardCharsets.UTF_8));
      plain.setValueCount(3);
      Dictionary dictionary =
          new Dictionary(words, new DictionaryEncoding(7, false, new ArrowType.Int(8, true)));
      var dictionaries = new DictionaryProvider.MapDictionaryProvider(dictionary);
      try (FieldVector encoded = (FieldVector) DictionaryEncoder.encode(plain, dictionary)) {
        assertEquals(Arrays.asList("two", null, "one"), values(encoded, dictionaries));
        assertInstanceOf(
            DictionaryColumn.class,
            new VectorReader(dictionaries).column(encoded, DataType.STRING));
      }
    }
  }

  @Test
  void aFieldOfANullStructIsNullWhateverItsVectorSays() {
    FieldType nullable = FieldType.nullable(ArrowType.Struct.INSTANCE);
    try (StructVector struct = new StructVector("s", allocator, nullable, null)) {
      IntVector child =
          struct.addOrGet("x", FieldType.nullable(new ArrowType.Int(32, true)), IntVector.class);
      struct.allocateNew();
      child.setSafe(0, 1);
      child.setSafe(1, 2);
      child.setValueCount(2);
      struct.setIndexDefined(0);
      struct.setNull(1);
      struct.setValueCount(2);
      var column =
          (dev.lakehouse.columnar.StructColumn)
              new VectorReader(new DictionaryProvider.MapDictionaryProvider())
                  .column(struct, StructType.of(optional("x", DataType.INT)));
      assertFalse(column.child(0).isNull(0));
      assertTrue(column.isNull(1));
      assertTrue(column.child(0).isNull(1));
    }
  }

  @Test
  void aTypeThatNoTableHasIsRefusedByName() {
    Field time =
        Field.nullable(
            "t", new ArrowType.Time(org.apache.arrow.vector.types.TimeUnit.MICROSECOND, 64));
    SchemaMismatchException error =
        assertThrows(
            SchemaMismatchException.class,
            () ->
                ArrowSchemas.fromArrow(
                    new org.apache.arrow.vector.types.pojo.Schema(List.of(time)), Map.of()));
    assertTrue(
        error.getMessage().startsWith("Arrow field 't' is of Arrow type Time"), error.getMessage());
  }

  @Test
  void anEmptyReaderHasASchemaAndNoBatch() throws IOException {
    StructType schema = StructType.of(optional("l", DataType.LONG));
    BatchReader none = BatchReader.of(schema, CloseableIterator.of(List.of()));
    try (BatchArrowReader reader = new BatchArrowReader(none, allocator)) {
      assertEquals("l", reader.getVectorSchemaRoot().getSchema().getFields().get(0).getName());
      assertFalse(reader.loadNextBatch());
      assertEquals(0, reader.bytesRead());
    }
  }
}
