package dev.lakehouse.expr.kernel;

/**
 * A comparison as loops see it: one of three tests, its outcome taken as it is or turned round.
 *
 * @param test what is tested
 * @param negated whether the outcome is turned round: {@code a <= b} is not {@code a > b}
 */
public record Relation(Test test, boolean negated) {
  /** {@code =}. */
  public static final Relation EQUAL = new Relation(Test.EQUAL, false);

  /** {@code <>}. */
  public static final Relation NOT_EQUAL = new Relation(Test.EQUAL, true);

  /** {@code <}. */
  public static final Relation LESS = new Relation(Test.LESS, false);

  /** {@code <=}. */
  public static final Relation LESS_OR_EQUAL = new Relation(Test.GREATER, true);

  /** {@code >}. */
  public static final Relation GREATER = new Relation(Test.GREATER, false);

  /** {@code >=}. */
  public static final Relation GREATER_OR_EQUAL = new Relation(Test.LESS, true);

  /** What loops test. */
  public enum Test {
    /** {@code a = b}. */
    EQUAL,
    /** {@code a < b}. */
    LESS,
    /** {@code a > b}. */
    GREATER
  }

  /** The relation that holds for {@code b, a} where this one does for {@code a, b}. */
  public Relation mirrored() {
    return switch (test) {
      case EQUAL -> this;
      case LESS -> new Relation(Test.GREATER, negated);
      case GREATER -> new Relation(Test.LESS, negated);
    };
  }

  /** Whether two values stand in this relation whose {@code compareTo} gives {@code sign}. */
  boolean holds(int sign) {
    boolean outcome =
        switch (test) {
          case EQUAL -> sign == 0;
          case LESS -> sign < 0;
          case GREATER -> sign > 0;
        };
    return outcome != negated;
  }
}
