package dev.lakehouse.log.packed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PackedTest {
  @Test
  void numbersOfAnyRangeComeBack() {
    long[][] shapes = {
      {},
      {Long.MIN_VALUE},
      {5, 5, 5},
      {-3, 65_532},
      {-3, 65_533},
      {0, 0xFFFFFFFFL},
      {0, 0x1_0000_0000L},
      {Long.MIN_VALUE, Long.MAX_VALUE, 0},
      {Long.MIN_VALUE, 7}
    };
    for (long[] shape : shapes) {
      PackedLongs packed = PackedLongs.of(shape, shape.length);
      for (int i = 0; i < shape.length; i++) {
        assertEquals(shape[i], packed.get(i));
      }
    }
    assertTrue(PackedLongs.of(new long[] {1, 2, 3, 4}, 4).bytes() <= 8);
  }

  @Test
  void codesTakeAsFewBytesAsTheirNumberNeeds() {
    int[] codes = {0, 65_534, 7};
    for (int end : new int[] {65_535, 65_536, 1 << 20}) {
      PackedLongs packed = PackedLongs.ofCodes(codes, 3, end);
      for (int i = 0; i < 3; i++) {
        assertEquals(codes[i], packed.get(i));
      }
    }
    assertEquals(0, PackedLongs.ofCodes(new int[] {0, 0}, 2, 1).get(1));
  }

  @Test
  void bitsAreThoseOfABitSet() {
    Random random = new Random(5);
    int size = 1000;
    long[] words = Bits.none(size);
    BitSet expected = new BitSet(size);
    for (int i = 0; i < 3000; i++) {
      int index = random.nextInt(size);
      if (random.nextInt(3) == 0) {
        Bits.clear(words, index);
        expected.clear(index);
      } else {
        Bits.set(words, index);
        expected.set(index);
      }
    }
    assertEquals(expected, BitSet.valueOf(words));
    assertEquals(expected.cardinality(), Bits.count(words));
    for (int i = 0; i < size; i++) {
      assertEquals(expected.nextSetBit(i), Bits.next(words, i));
    }
    assertEquals(-1, Bits.next(words, 64 * words.length));
    assertEquals(100, Bits.count(Bits.all(100)));
    assertEquals(64, Bits.count(Bits.all(64)));
  }

  @Test
  void aKeyIndexFindsEveryRowAlsoAfterItGrew() {
    KeyIndex index = new KeyIndex(1);
    int rows = 5000;
    for (int row = 0; row < rows; row++) {
      index.add(row, hash(row), PackedTest::hash);
    }
    for (int row = 0; row < rows; row++) {
      boolean found = false;
      long hash = hash(row);
      for (int slot = index.first(hash); !index.isEnd(slot); slot = index.next(slot)) {
        found |= index.candidate(slot, hash) == row;
      }
      assertTrue(found);
    }
  }

  private static long hash(int row) {
    return ByteStrings.mix(row / 2);
  }
}
