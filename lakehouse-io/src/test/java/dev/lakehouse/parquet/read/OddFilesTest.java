package dev.lakehouse.parquet.read;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.MemoryBudget;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.io.local.LocalFileIOFactory;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.PrimitiveType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that writers are free to make and seldom do, from pages made by hand. */
class OddFilesTest {
  @TempDir private Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void name() {
    file = folder.resolve("odd.parquet");
  }

  private List<@Nullable Object> values(DataType type, @Nullable Expression predicate) {
    StructType schema = StructType.of(StructField.optional("c", type));
    ReadRequest all = ReadRequest.of(schema);
    ReadRequest request =
        predicate == null
            ? all
            : all.where(predicate, new ExpressionContext(ZoneOffset.UTC, Instant.EPOCH));
    List<@Nullable Object> values = new ArrayList<>();
    try (FileIO disk = new LocalFileIOFactory().create(StorageOptions.DEFAULT);
        ParquetFile parquet =
            ParquetFile.open(
                disk.open(Location.of(file)), ReadOptions.of(new MemoryBudget(32L << 20)));
        CloseableIterator<Batch> batches = parquet.read(request)) {
      while (batches.hasNext()) {
        Batch batch = batches.next();
        for (int row = 0; row < batch.rowCount(); row++) {
          values.add(Values.get(batch.column(0), row));
        }
      }
    }
    return values;
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  /** Two texts of a letter, plain. */
  private static final byte[] A_AND_B = bytes(1, 0, 0, 0, 'a', 1, 0, 0, 0, 'b');

  /** Four ids of a bit: the bit width, a packed group of eight, their bits 0, 1, 1, 0. */
  private static final byte[] A_B_B_A = bytes(1, 3, 0b0110);

  @Test
  void aChunkMayHaveDictionaryPagesAndPlainOnesAndNotSayWhereItsDictionaryIs() throws IOException {
    try (PageFile pages = PageFile.ofTexts(file)) {
      pages.dictionary(2, A_AND_B).page(Encoding.RLE_DICTIONARY, 4, A_B_B_A);
      pages.texts("plain".getBytes(US_ASCII), "b".getBytes(US_ASCII));
      pages.page(Encoding.RLE_DICTIONARY, 4, A_B_B_A);
    }
    List<@Nullable Object> all = List.of("a", "b", "b", "a", "plain", "b", "a", "b", "b", "a");
    assertEquals(all, values(DataType.STRING, null));
    assertEquals(
        List.of("b", "b", "b", "b", "b"), values(DataType.STRING, Expressions.col("c").eq("b")));
    assertEquals(List.of("plain"), values(DataType.STRING, Expressions.col("c").eq("plain")));
  }

  @Test
  void aRowGroupMayHaveNoRows() throws IOException {
    PageFile.ofTexts(file).close();
    assertEquals(List.of(), values(DataType.STRING, null));
    assertEquals(List.of(), values(DataType.STRING, Expressions.col("c").isNull()));
  }

  /** Three levels of nulls: four bytes of length, a run of three zeros; then no value. */
  private static final byte[] THREE_NULLS = bytes(2, 0, 0, 0, 3 << 1, 0);

  private void nullsOnly(Type type, Encoding encoding, byte[] noValues) throws IOException {
    SchemaElement column = PageFile.column(type);
    column.setRepetition_type(FieldRepetitionType.OPTIONAL);
    if (type == Type.FIXED_LEN_BYTE_ARRAY) {
      column.setType_length(4);
    }
    byte[] page = Arrays.copyOf(THREE_NULLS, THREE_NULLS.length + noValues.length);
    System.arraycopy(noValues, 0, page, THREE_NULLS.length, noValues.length);
    try (PageFile pages = PageFile.of(file, column)) {
      pages.page(encoding, 3, page);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "BOOLEAN, PLAIN, BOOLEAN",
    "BOOLEAN, RLE, BOOLEAN",
    "INT64, PLAIN, LONG",
    "INT64, DELTA_BINARY_PACKED, LONG",
    "DOUBLE, BYTE_STREAM_SPLIT, DOUBLE",
    "BYTE_ARRAY, PLAIN, BINARY",
    "BYTE_ARRAY, DELTA_LENGTH_BYTE_ARRAY, BINARY",
    "BYTE_ARRAY, DELTA_BYTE_ARRAY, BINARY",
    "FIXED_LEN_BYTE_ARRAY, DELTA_BYTE_ARRAY, BINARY",
    "FIXED_LEN_BYTE_ARRAY, BYTE_STREAM_SPLIT, BINARY"
  })
  void aPageOfNullsOnlyMayHaveNoBytesOfValues(Type type, Encoding encoding, PrimitiveType as)
      throws IOException {
    nullsOnly(type, encoding, new byte[0]);
    assertEquals(Arrays.asList(new Object[3]), values(as, null));
    assertEquals(3, values(as, Expressions.col("c").isNull()).size());
    assertEquals(List.of(), values(as, Expressions.col("c").isNotNull()));
  }

  @Test
  void aPageOfNullsOnlyMayHaveTheHeaderOfItsDeltas() throws IOException {
    nullsOnly(Type.INT64, Encoding.DELTA_BINARY_PACKED, bytes(0x80, 1, 4, 0, 0));
    assertEquals(Arrays.asList(new Object[3]), values(DataType.LONG, null));
    assertEquals(List.of(), values(DataType.LONG, Expressions.col("c").eq(1L)));
  }

  @Test
  void aLargeUnsignedNumberIsNotNegative() throws IOException {
    SchemaElement column = PageFile.column(Type.INT32);
    column.setConverted_type(ConvertedType.UINT_32);
    try (PageFile pages = PageFile.of(file, column)) {
      pages.page(Encoding.PLAIN, 1, bytes(0x00, 0x28, 0x6B, 0xEE));
    }
    assertEquals(List.of(4_000_000_000L), values(DataType.LONG, null));
    assertEquals(
        List.of(4_000_000_000L), values(DataType.LONG, Expressions.col("c").gt(3_000_000_000L)));
    assertEquals(List.of(), values(DataType.LONG, Expressions.col("c").lt(0L)));
  }

  /** No writer makes one; Parquet leaves open what it would mean. */
  @Test
  void aDictionaryOfBooleansIsRefusedNamingFileAndColumn() throws IOException {
    try (PageFile pages = PageFile.of(file, PageFile.column(Type.BOOLEAN))) {
      pages.dictionary(2, bytes(0b10)).page(Encoding.RLE_DICTIONARY, 4, A_B_B_A);
    }
    CorruptTableException error =
        assertThrows(CorruptTableException.class, () -> values(DataType.BOOLEAN, null));
    for (String part : List.of("odd.parquet", "'c'", "a dictionary of booleans")) {
      assertTrue(error.getMessage().contains(part), error.getMessage());
    }
  }
}
