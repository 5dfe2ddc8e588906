package dev.lakehouse.expr.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FloatingTextTest {
  @Test
  void numbersPrintAsJdk17PrintsThem() {
    assertEquals("0.0", FloatingText.of(0.0));
    assertEquals("-0.0", FloatingText.of(-0.0));
    assertEquals("1.0E7", FloatingText.of(1e7));
    assertEquals("9999999.0", FloatingText.of(9999999d));
    assertEquals("0.001", FloatingText.of(0.001));
    assertEquals("1.0E-4", FloatingText.of(0.0001));
    assertEquals("4.9E-324", FloatingText.of(Double.MIN_VALUE));
    assertEquals("1.7976931348623157E308", FloatingText.of(Double.MAX_VALUE));
    assertEquals("NaN", FloatingText.of(Double.NaN));
    assertEquals("-Infinity", FloatingText.of(Float.NEGATIVE_INFINITY));
    // Where JDK 19 and later print fewer digits.
    assertEquals("9.999999999999999E22", FloatingText.of(1e23));
    assertEquals("8.409999999999999E21", FloatingText.of(8.41E21));
    assertEquals("1.99999997E15", FloatingText.of(2E15f));
    assertEquals("9.6714065E24", FloatingText.of((float) Math.pow(2, 83)));
    assertEquals("1.4E-45", FloatingText.of(Float.MIN_VALUE));
  }

  @Test
  void decimalsAreWhatTheTextSpells() {
    assertEquals(new BigDecimal("1.005"), FloatingText.decimal(1.005));
    assertEquals(
        new BigDecimal("-1.23456789012345664E17"), FloatingText.decimal(-1.2345678901234567E17));
  }

  @Test
  void theRunningJdkAgreesIfItIsOldEnough() {
    assumeTrue(Runtime.version().feature() < 19, "the running JDK prints other digits");
    Random random = new Random(42);
    for (int i = 0; i < 50_000; i++) {
      double any = Double.longBitsToDouble(random.nextLong());
      double usual = random.nextDouble() * Math.pow(10, random.nextInt(40) - 20);
      double scaled = random.nextInt() * Math.pow(2, random.nextInt(120) - 40);
      for (double value : new double[] {any, usual, scaled, Math.round(usual * 100) / 100.0}) {
        assertEquals(Double.toString(value), FloatingText.of(value));
        assertEquals(Float.toString((float) value), FloatingText.of((float) value));
      }
      float bits = Float.intBitsToFloat(random.nextInt());
      assertEquals(Float.toString(bits), FloatingText.of(bits));
    }
  }
}
