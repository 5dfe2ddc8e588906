package dev.lakehouse.parquet.encode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TextBoundsTest {
  private static final String LAST = "\udbff\udfff";
  private static final String SMILE = "\ud83d\ude00";

  @Test
  void theLeastTextIsCutAfterWholeCodePoints() {
    assertEquals("a".repeat(32), TextBounds.logMin("a".repeat(33), 32));
    assertEquals("a".repeat(32), TextBounds.logMin("a".repeat(32), 32));
    assertEquals(SMILE.repeat(32), TextBounds.logMin(SMILE.repeat(33), 32));
    assertEquals("", TextBounds.logMin("abc", 0));
  }

  @Test
  void theGreatestTextCountsUtf16UnitsAndEndsInTheLastCodePoint() {
    assertEquals(SMILE.repeat(16) + LAST, TextBounds.logMax(SMILE.repeat(33), 32));
  }

  @Test
  void aPairOfSurrogatesIsNotSplit() {
    assertEquals("a" + SMILE.repeat(15) + LAST, TextBounds.logMax("a" + SMILE.repeat(33), 32));
  }

  @Test
  void anAsciiCharacterIsBrokenByDelete() {
    assertEquals("a".repeat(32) + "\u007f", TextBounds.logMax("a".repeat(33), 32));
    assertEquals("a".repeat(32), TextBounds.logMax("a".repeat(32), 32));
    assertEquals("a".repeat(32) + LAST, TextBounds.logMax("a".repeat(32) + "\u007f", 32));
  }

  @Test
  void theLastCodePointItselfIsKeptAndTheNextIsBroken() {
    assertEquals(
        "a".repeat(32) + LAST + LAST + "\u007f",
        TextBounds.logMax("a".repeat(32) + LAST + LAST + "b", 32));
    String ends = "a".repeat(32) + LAST + LAST;
    assertEquals(ends, TextBounds.logMax(ends, 32));
  }

  @Test
  void thereIsNoGreatestTextAfterTooManyLastCodePoints() {
    assertNull(TextBounds.logMax("a".repeat(32) + LAST.repeat(40) + "b", 32));
    assertNull(TextBounds.logMax("a", 0));
  }

  @Test
  void cutTextsBoundTheTextInTheOrderOfUtf8() {
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      String text = text(random);
      String max = TextBounds.logMax(text, 4);
      assertTrue(order(TextBounds.logMin(text, 4), text) <= 0, text);
      assertTrue(max == null || order(max, text) >= 0, text);
    }
  }

  @Test
  void cutBytesBoundTheBytes() {
    Random random = new Random(8);
    for (int i = 0; i < 20_000; i++) {
      String text = text(random);
      byte[] bytes = text.getBytes(UTF_8);
      byte[] lower = TextBounds.lower(bytes, 0, bytes.length, 7, true);
      byte[] upper = TextBounds.upper(bytes, 0, bytes.length, 7, true);
      assertTrue(Arrays.compareUnsigned(lower, bytes) <= 0, text);
      assertTrue(lower.length <= 7);
      assertTrue(upper == null || Arrays.compareUnsigned(upper, bytes) >= 0, text);
      assertEquals(new String(lower, UTF_8), TextBounds.decode(lower, 0, lower.length));
      assertTrue(upper == null || TextBounds.decode(upper, 0, upper.length) != null, text);
    }
  }

  @Test
  void binaryIsRaisedAtItsLastByteThatCanBe() {
    byte[] bytes = {1, 2, -1, -1, 5};
    assertArrayEquals(new byte[] {1, 2, -1, -1}, TextBounds.lower(bytes, 0, 5, 4, false));
    assertArrayEquals(new byte[] {1, 3}, TextBounds.upper(bytes, 0, 5, 4, false));
    assertNull(TextBounds.upper(new byte[] {-1, -1, -1}, 0, 3, 2, false));
  }

  @Test
  void textThatIsNoUtf8HasNoBoundAbove() {
    byte[] bytes = {(byte) 0xff, (byte) 0xfe, 'a', 'b'};
    assertNull(TextBounds.upper(bytes, 0, 4, 3, true));
  }

  private static int order(String left, String right) {
    return Arrays.compareUnsigned(left.getBytes(UTF_8), right.getBytes(UTF_8));
  }

  private static String text(Random random) {
    int[] points = {'a', '~', 0x7f, 0x80, 0x7ff, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff};
    return random
        .ints(random.nextInt(12), 0, points.length)
        .map(i -> points[i])
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
