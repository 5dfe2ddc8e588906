package dev.lakehouse.parquet.decode;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.parquet.DamagedDataException;
import dev.lakehouse.parquet.LeafType;
import dev.lakehouse.types.DataType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesWriter;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForInteger;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForLong;
import org.apache.parquet.column.values.deltalengthbytearray.DeltaLengthByteArrayValuesWriter;
import org.apache.parquet.column.values.deltastrings.DeltaByteArrayWriter;
import org.apache.parquet.column.values.plain.PlainValuesWriter;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridEncoder;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Type;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each encoding, as parquet-java writes it, read in steps, with skips, and cut short. */
class EncodingsTest {
  private static final HeapByteBufferAllocator HEAP = HeapByteBufferAllocator.getInstance();

  /** How the values of a test are spread. */
  enum Spread {
    CONSTANT,
    SMALL,
    SORTED,
    ANY;

    long next(Random random, int index) {
      return switch (this) {
        case CONSTANT -> 42;
        case SMALL -> random.nextInt(20) - 10;
        case SORTED -> index * 3L + random.nextInt(3);
        case ANY -> random.nextLong();
      };
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7, 8, 9, 11, 13, 15, 16, 17, 20, 24, 27, 31, 32})
  void runsAndPackedValuesOfAnyWidth(int width) throws IOException {
    Random random = new Random(width);
    int[] values = new int[3001];
    for (int i = 0; i < values.length; i++) {
      boolean run = (i / 97) % 3 == 0;
      values[i] = (run ? i / 97 : random.nextInt()) & (int) ((1L << width) - 1);
    }
    RunLengthBitPackingHybridEncoder encoder =
        new RunLengthBitPackingHybridEncoder(width, 64, 1 << 20, HEAP);
    for (int value : values) {
      encoder.writeInt(value);
    }
    PageBytes page = page(encoder.toBytes().toByteArray());
    int[] read = new int[values.length];
    RunLengthReader reader = new RunLengthReader(page, width);
    for (int at = 0; at < values.length; ) {
      int step = Math.min(values.length - at, 1 + random.nextInt(200));
      if (random.nextInt(4) == 0) {
        reader.skip(step);
        System.arraycopy(values, at, read, at, step);
      } else {
        reader.copy().read(new int[step], 0, step);
        reader.read(read, at, step);
      }
      at += step;
    }
    assertArrayEquals(values, read);
  }

  @Test
  void bitsBecomeAValidityBitmap() throws IOException {
    Random random = new Random(1);
    RunLengthBitPackingHybridEncoder encoder =
        new RunLengthBitPackingHybridEncoder(1, 64, 1 << 20, HEAP);
    boolean[] bits = new boolean[5000];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = (i / 300) % 2 == 0 ? random.nextBoolean() : (i / 300) % 3 == 0;
      encoder.writeInt(bits[i] ? 1 : 0);
    }
    RunLengthReader reader = new RunLengthReader(page(encoder.toBytes().toByteArray()), 1);
    long[] words = new long[80];
    int ones = 0;
    for (int at = 0; at < bits.length; ) {
      int step = Math.min(bits.length - at, 1 + random.nextInt(300));
      ones += reader.readBits(words, at, step);
      at += step;
    }
    for (int i = 0; i < bits.length; i++) {
      assertEquals(bits[i], (words[i >>> 6] >>> i & 1) != 0, "bit " + i);
    }
    assertEquals(IntStream.range(0, bits.length).filter(i -> bits[i]).count(), ones);
  }

  @Test
  void theDeprecatedPackingStartsWithTheMostSignificantBit() {
    // 0 to 7 in three bits each, from the specification.
    byte[] packed = {(byte) 0b00000101, (byte) 0b00111001, (byte) 0b01110111};
    int[] values = new int[8];
    RunLengthReader.ofBigEndianPacked(page(packed), 3, 8).read(values, 0, 8);
    assertArrayEquals(new int[] {0, 1, 2, 3, 4, 5, 6, 7}, values);
  }

  @ParameterizedTest
  @EnumSource
  void deltasOfLongs(Spread spread) throws IOException {
    check(
        new DeltaBinaryPackingValuesWriterForLong(128, 4, 100, 1000, HEAP),
        Encoding.DELTA_BINARY_PACKED,
        plain(Type.INT64, 0),
        DataType.LONG,
        spread,
        (writer, value) -> writer.writeLong(value),
        value -> value);
  }

  @ParameterizedTest
  @EnumSource
  void deltasOfInts(Spread spread) throws IOException {
    check(
        new DeltaBinaryPackingValuesWriterForInteger(128, 4, 100, 1000, HEAP),
        Encoding.DELTA_BINARY_PACKED,
        plain(Type.INT32, 0),
        DataType.INT,
        spread,
        (writer, value) -> writer.writeInteger((int) (long) value),
        value -> (int) (long) value);
  }

  @ParameterizedTest
  @EnumSource
  void splitStreamsOfDoubles(Spread spread) throws IOException {
    check(
        new ByteStreamSplitValuesWriter.DoubleByteStreamSplitValuesWriter(100, 1000, HEAP),
        Encoding.BYTE_STREAM_SPLIT,
        plain(Type.DOUBLE, 0),
        DataType.DOUBLE,
        spread,
        (writer, value) -> writer.writeDouble(value),
        value -> (double) value);
  }

  @ParameterizedTest
  @EnumSource
  void splitStreamsOfBytes(Spread spread) throws IOException {
    check(
        new ByteStreamSplitValuesWriter.FixedLenByteArrayByteStreamSplitValuesWriter(
            5, 100, 1000, HEAP),
        Encoding.BYTE_STREAM_SPLIT,
        plain(Type.FIXED_LEN_BYTE_ARRAY, 5),
        DataType.BINARY,
        spread,
        (writer, value) ->
            writer.writeBytes(Binary.fromConstantByteArray(text(value).substring(0, 5).getBytes())),
        value -> text(value).substring(0, 5));
  }

  @ParameterizedTest
  @EnumSource
  void deltaLengthsOfTexts(Spread spread) throws IOException {
    check(
        new DeltaLengthByteArrayValuesWriter(100, 1000, HEAP),
        Encoding.DELTA_LENGTH_BYTE_ARRAY,
        plain(Type.BYTE_ARRAY, 0),
        DataType.STRING,
        spread,
        (writer, value) -> writer.writeBytes(Binary.fromString(text(value))),
        EncodingsTest::text);
  }

  @ParameterizedTest
  @EnumSource
  void deltasOfTexts(Spread spread) throws IOException {
    check(
        new DeltaByteArrayWriter(100, 1000, HEAP),
        Encoding.DELTA_BYTE_ARRAY,
        plain(Type.BYTE_ARRAY, 0),
        DataType.STRING,
        spread,
        (writer, value) -> writer.writeBytes(Binary.fromString(text(value))),
        EncodingsTest::text);
  }

  @ParameterizedTest
  @EnumSource
  void plainTexts(Spread spread) throws IOException {
    check(
        new PlainValuesWriter(100, 1000, HEAP),
        Encoding.PLAIN,
        plain(Type.BYTE_ARRAY, 0),
        DataType.STRING,
        spread,
        (writer, value) -> writer.writeBytes(Binary.fromString(text(value))),
        EncodingsTest::text);
  }

  @Test
  void halfPrecisionNumbers() {
    assertEquals(1.0f, FloatValues.ofHalf(0x3C00));
    assertEquals(-2.0f, FloatValues.ofHalf(0xC000));
    assertEquals(65504f, FloatValues.ofHalf(0x7BFF));
    assertEquals(0x1p-24f, FloatValues.ofHalf(0x0001));
    assertEquals(Float.NEGATIVE_INFINITY, FloatValues.ofHalf(0xFC00));
    assertEquals(Float.NaN, FloatValues.ofHalf(0x7E00));
    assertEquals(-0.0f, FloatValues.ofHalf(0x8000));
  }

  private static String text(long value) {
    return "prefix" + Long.toHexString(value);
  }

  private static LeafType plain(Type physical, int length) {
    return new LeafType(physical, length, new LeafType.Plain());
  }

  private static PageBytes page(byte[] bytes) {
    return new PageBytes(Arrays.copyOf(bytes, bytes.length + PageBytes.SLACK), 0, bytes.length);
  }

  private static void check(
      ValuesWriter writer,
      Encoding encoding,
      LeafType type,
      DataType target,
      Spread spread,
      BiConsumer<ValuesWriter, Long> write,
      java.util.function.Function<Long, Object> expect)
      throws IOException {
    Random random = new Random(7);
    List<Object> expected = new ArrayList<>();
    for (int i = 0; i < 2500; i++) {
      long value = spread.next(random, i);
      write.accept(writer, value);
      expected.add(expect.apply(value));
    }
    byte[] bytes = writer.getBytes().toByteArray();
    assertSteps(page(bytes), encoding, type, target, expected, random);
    assertCutShort(bytes, encoding, type, target, expected.size());
  }

  /** Reads, peeks in vain, and skips by turns. */
  private static void assertSteps(
      PageBytes page,
      Encoding encoding,
      LeafType type,
      DataType target,
      List<Object> expected,
      Random random) {
    LeafValues values = LeafFit.values(type, target, LegacyCalendar.NONE).orElseThrow();
    values.page(page, encoding);
    for (int at = 0; at < expected.size(); ) {
      int step = Math.min(expected.size() - at, 1 + random.nextInt(700));
      if (random.nextInt(4) == 0) {
        values.skip(step);
      } else {
        values.begin(step);
        values.fit(step, 100);
        step = values.fit(step, 1 + random.nextInt(8000));
        values.read(step);
        Column column = values.column();
        assertEquals(step, column.size());
        for (int i = 0; i < step; i++) {
          Object value = Values.get(column, i);
          assertEquals(
              expected.get(at + i),
              value instanceof byte[] binary ? new String(binary) : value,
              "value " + (at + i));
        }
      }
      at += step;
    }
  }

  private static void assertCutShort(
      byte[] bytes, Encoding encoding, LeafType type, DataType target, int count) {
    for (int length = 0; length < bytes.length - 40; length += 1 + bytes.length / 23) {
      PageBytes cut = page(Arrays.copyOf(bytes, length));
      LeafValues values = LeafFit.values(type, target, LegacyCalendar.NONE).orElseThrow();
      assertThrows(
          DamagedDataException.class,
          () -> {
            values.page(cut, encoding);
            values.begin(count);
            values.read(count);
          },
          () -> cut.length() + " of " + bytes.length + " bytes");
    }
  }
}
