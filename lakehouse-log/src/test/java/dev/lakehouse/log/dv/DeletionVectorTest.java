package dev.lakehouse.log.dv;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.error.CorruptTableException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DeletionVectorTest {
  @Test
  void rowsInAnyOrderAndRepeatedAreOneSet() {
    DeletionVector vector = DeletionVector.of(70_000, 3, 3, 1L << 40, 65_535, 65_536);
    assertArrayEquals(new long[] {3, 65_535, 65_536, 70_000, 1L << 40}, vector.toArray());
    assertEquals(5, vector.cardinality());
    assertEquals(1L << 40, vector.last());
    assertTrue(vector.contains(65_536));
    assertFalse(vector.contains(65_537));
    assertThrows(IllegalArgumentException.class, () -> DeletionVector.of(-1));
    assertEquals(-1, DeletionVector.NONE.last());
  }

  @Test
  void rowsBeyondTheLastOneAreLeft() {
    DeletionVector vector = DeletionVector.of(3);
    int[] target = new int[100];
    assertEquals(99, vector.left(0, 100, target));
    assertEquals(2, target[2]);
    assertEquals(4, target[3]);
    assertEquals(99, target[98]);
    assertEquals(50, vector.left(100, 50, target));
    assertEquals(0, target[0]);
  }

  @Test
  void whatIsLeftIsRightAcrossChunks() {
    DeletionVector vector = DeletionVector.of(65_535, 65_536, 131_072);
    int[] target = new int[70_000];
    int left = vector.left(65_530, 70_000, target);
    assertEquals(69_997, left);
    assertArrayEquals(
        LongStream.range(65_530, 135_530)
            .filter(row -> !vector.contains(row))
            .mapToInt(row -> (int) (row - 65_530))
            .toArray(),
        java.util.Arrays.copyOf(target, left));
  }

  @Test
  void unionAndDifferenceAreThoseOfSets() {
    DeletionVector old = DeletionVector.of(1, 2, 65_536);
    DeletionVector grown = old.or(DeletionVector.of(2, 3, 1L << 33));
    assertEquals(DeletionVector.of(1, 2, 3, 65_536, 1L << 33), grown);
    assertEquals(DeletionVector.of(3, 1L << 33), grown.andNot(old));
    assertEquals(DeletionVector.NONE, old.andNot(grown));
  }

  @Test
  void everyShapeSurvivesItsBytes() {
    Random random = new Random(7);
    long[][] shapes = {
      {},
      {0},
      {(1L << 32) + 5},
      {1L << 62},
      LongStream.range(0, 4096).toArray(),
      LongStream.range(0, 4097).toArray(),
      LongStream.range(60_000, 200_000).toArray(),
      LongStream.range(0, 65_536).toArray(),
      random.longs(20_000, 0, 1L << 34).toArray(),
      random.longs(200_000, 0, 1L << 19).toArray()
    };
    for (long[] rows : shapes) {
      DeletionVector vector = DeletionVector.of(rows);
      byte[] bytes = VectorCodec.write(vector);
      DeletionVector read = VectorCodec.read(ByteBuffer.wrap(bytes), "test");
      assertEquals(vector, read);
      assertArrayEquals(vector.toArray(), read.toArray());
    }
  }

  @Test
  void runContainersAreRead() {
    ByteBuffer bytes = ByteBuffer.allocate(100).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(1681511377).putLong(1).putInt(2);
    // Two containers, the first of runs: 10-12 and 20; the second of numbers: 5.
    bytes.putInt(12347 | 1 << 16).put((byte) 1);
    bytes.putChar((char) 0).putChar((char) 3).putChar((char) 7).putChar((char) 0);
    bytes
        .putChar((char) 2)
        .putChar((char) 10)
        .putChar((char) 2)
        .putChar((char) 20)
        .putChar((char) 0);
    bytes.putChar((char) 5);
    long base = 2L << 32;
    assertEquals(
        DeletionVector.of(base + 10, base + 11, base + 12, base + 20, base + (7 << 16) + 5),
        VectorCodec.read(bytes.flip(), "test"));
  }

  @Test
  void theNativeFormIsRead() {
    byte[] bitmap = VectorCodec.write(DeletionVector.of(5, 9));
    int length = bitmap.length - 16;
    ByteBuffer bytes = ByteBuffer.allocate(100).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(1681511376).putInt(2);
    bytes.putInt(length).put(bitmap, 16, length);
    bytes.putInt(length).put(bitmap, 16, length);
    assertEquals(
        DeletionVector.of(5, 9, (1L << 32) + 5, (1L << 32) + 9),
        VectorCodec.read(bytes.flip(), "test"));
  }

  @Test
  void damagedBytesAreAnErrorAndNothingElse() {
    byte[] good = VectorCodec.write(DeletionVector.of(1, 5, 70_000));
    for (int length = 0; length < good.length; length++) {
      ByteBuffer cut = ByteBuffer.wrap(good, 0, length);
      assertThrows(CorruptTableException.class, () -> VectorCodec.read(cut, "cut"));
    }
    Random random = new Random(3);
    for (int i = 0; i < 2000; i++) {
      byte[] bad = good.clone();
      bad[random.nextInt(bad.length)] = (byte) random.nextInt();
      try {
        VectorCodec.read(ByteBuffer.wrap(bad), "bad").toArray();
      } catch (CorruptTableException expected) {
        assertTrue(expected.getMessage().contains("bad"));
      }
    }
  }
}
