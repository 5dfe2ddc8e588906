package dev.lakehouse.expr.skip;

import java.util.Arrays;

/**
 * What a predicate may come to in the rows of a container: a set of TRUE, FALSE and null, as three
 * bits of a byte.
 */
final class Outcomes {
  static final byte NONE = 0;
  static final byte TRUE = 1;
  static final byte FALSE = 2;
  static final byte NULL = 4;
  static final byte ANY = TRUE | FALSE | NULL;

  private static final byte[] NOT = table(o -> swapped(o));
  private static final byte[] IS_NULL =
      table(o -> (o & NULL) >> 2 | ((o & (TRUE | FALSE)) != 0 ? FALSE : 0));
  private static final byte[] AND = pairTable();

  private Outcomes() {}

  private interface Rule {
    int apply(int outcomes);
  }

  private static byte[] table(Rule rule) {
    byte[] table = new byte[ANY + 1];
    for (int i = 0; i < table.length; i++) {
      table[i] = (byte) rule.apply(i);
    }
    return table;
  }

  private static int swapped(int outcomes) {
    return (outcomes & NULL) | (outcomes & TRUE) << 1 | (outcomes & FALSE) >> 1;
  }

  /** Indexed by the one side times eight plus the other. */
  private static byte[] pairTable() {
    byte[] table = new byte[64];
    for (int left = 0; left <= ANY; left++) {
      for (int right = 0; right <= ANY; right++) {
        table[left << 3 | right] = (byte) and(left, right);
      }
    }
    return table;
  }

  private static int and(int left, int right) {
    int result = left & right & TRUE;
    boolean bothKnown = left != NONE && right != NONE;
    if (bothKnown && ((left | right) & FALSE) != 0) {
      result |= FALSE;
    }
    boolean leftOpen = (left & (TRUE | NULL)) != 0;
    boolean rightOpen = (right & (TRUE | NULL)) != 0;
    if (((left & NULL) != 0 && rightOpen) || ((right & NULL) != 0 && leftOpen)) {
      result |= NULL;
    }
    return result;
  }

  /** {@code size} times {@code outcomes}. */
  static byte[] same(byte outcomes, int size) {
    byte[] out = new byte[size];
    Arrays.fill(out, outcomes);
    return out;
  }

  static byte[] not(byte[] operand) {
    return mapped(NOT, operand);
  }

  static byte[] isNull(byte[] operand) {
    return mapped(IS_NULL, operand);
  }

  private static byte[] mapped(byte[] table, byte[] operand) {
    byte[] out = new byte[operand.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = table[operand[i]];
    }
    return out;
  }

  static byte[] and(byte[] left, byte[] right) {
    byte[] out = new byte[left.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = AND[left[i] << 3 | right[i]];
    }
    return out;
  }

  static byte[] or(byte[] left, byte[] right) {
    byte[] out = new byte[left.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = NOT[AND[NOT[left[i]] << 3 | NOT[right[i]]]];
    }
    return out;
  }
}
