package dev.lakehouse.io.s3;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.io.ByteRange;
import dev.lakehouse.io.s3.RangePlan.Fetch;
import dev.lakehouse.io.s3.RangePlan.Part;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RangePlanTest {
  private static final int MIB = 1 << 20;

  private static List<ByteRange> fetched(ByteRange... ranges) {
    return RangePlan.of(List.of(ranges)).stream()
        .map(fetch -> new ByteRange(fetch.position(), fetch.length()))
        .toList();
  }

  @Test
  void nearRangesAreReadWithOneRequest() {
    assertEquals(
        List.of(new ByteRange(0, 100 + RangePlan.GAP + 50)),
        fetched(new ByteRange(100 + RangePlan.GAP, 50), new ByteRange(0, 100)));
  }

  @Test
  void rangesFurtherApartThanTheGapAreNot() {
    assertEquals(
        List.of(new ByteRange(0, 100), new ByteRange(101 + RangePlan.GAP, 50)),
        fetched(new ByteRange(0, 100), new ByteRange(101 + RangePlan.GAP, 50)));
  }

  @Test
  void mergedRequestsHaveAtMostEightMebibytes() {
    assertEquals(
        List.of(new ByteRange(0, 6 * MIB), new ByteRange(6 * MIB, 6 * MIB)),
        fetched(
            new ByteRange(0, 3 * MIB),
            new ByteRange(3 * MIB, 3 * MIB),
            new ByteRange(6 * MIB, 3 * MIB),
            new ByteRange(9 * MIB, 3 * MIB)));
  }

  @Test
  void aLongRangeIsReadWithSeveral() {
    assertEquals(
        List.of(
            new ByteRange(10, 8 * MIB),
            new ByteRange(10 + 8 * MIB, 8 * MIB),
            new ByteRange(10 + 16 * MIB, 4 * MIB)),
        fetched(new ByteRange(10, 20 * MIB)));
  }

  @Test
  void nothingIsReadForEmptyRanges() {
    assertEquals(List.of(), fetched(new ByteRange(7, 0)));
  }

  @Test
  void everyByteOfEveryRangeArrivesOnceWhereItBelongs() {
    Random random = new Random(1);
    byte[] file = new byte[30 * MIB];
    random.nextBytes(file);
    for (int round = 0; round < 100; round++) {
      List<ByteRange> ranges = new ArrayList<>();
      for (int i = random.nextInt(8); i >= 0; i--) {
        int length = random.nextInt(random.nextInt(20) == 0 ? 18 * MIB : 100_000);
        ranges.add(new ByteRange(random.nextInt(file.length - length), length));
      }
      byte[][] results =
          ranges.stream().map(range -> new byte[range.length()]).toArray(byte[][]::new);
      for (Fetch fetch : RangePlan.of(ranges)) {
        assertTrue(fetch.length() <= RangePlan.LONGEST);
        int free = 0;
        for (Part part : fetch.parts()) {
          assertTrue(part.offsetInFetch() >= free, "parts overlap");
          free = part.offsetInFetch() + part.length();
          System.arraycopy(
              file,
              (int) fetch.position() + part.offsetInFetch(),
              results[part.range()],
              part.offsetInRange(),
              part.length());
        }
      }
      for (int i = 0; i < results.length; i++) {
        int from = (int) ranges.get(i).position();
        assertArrayEquals(Arrays.copyOfRange(file, from, from + results[i].length), results[i]);
      }
    }
  }
}
