package dev.lakehouse.parquet.encode;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Random;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridDecoder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunLengthsTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 15, 16, 17, 18, 20, 23, 24, 25, 31})
  void runsAndPackedGroupsOfAnyWidthAreDecodedByParquetJava(int width) throws IOException {
    Random random = new Random(width);
    for (int repeat = 0; repeat < 60; repeat++) {
      int[] values = values(random, random.nextInt(3000), width);
      Bytes bytes = new Bytes(new WriteBuffers());
      RunLengths.encode(values, values.length, width, bytes);
      var decoder =
          new RunLengthBitPackingHybridDecoder(
              width, new ByteArrayInputStream(bytes.array, 0, bytes.size));
      for (int i = 0; i < values.length; i++) {
        assertEquals(values[i], decoder.readInt(), "value " + i + " of " + values.length);
      }
    }
  }

  /** Runs of all lengths and noise between. */
  private static int[] values(Random random, int count, int width) {
    int[] values = new int[count];
    int bound = 1 << width;
    int at = 0;
    while (at < count) {
      int run = random.nextInt(3) == 0 ? 1 + random.nextInt(200) : 1;
      int value = width == 31 ? random.nextInt(Integer.MAX_VALUE) : random.nextInt(bound);
      for (int end = Math.min(count, at + run); at < end; at++) {
        values[at] = value;
      }
    }
    return values;
  }
}
