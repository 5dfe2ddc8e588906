package dev.lakehouse.expr;

/**
 * A word, sign or literal of a text.
 *
 * @param kind what it is
 * @param text its value: a name without back-ticks, a string without quotes and escapes, anything
 *     else as it stands
 * @param start where it starts in the text, from 0
 */
record SqlToken(Kind kind, String text, int start) {
  enum Kind {
    WORD,
    QUOTED_NAME,
    STRING,
    NUMBER,
    SIGN,
    END
  }

  /** True for this word, in any case and not in back-ticks, or this sign. */
  boolean is(String wordOrSign) {
    return kind == Kind.SIGN
        ? text.equals(wordOrSign)
        : kind == Kind.WORD && text.equalsIgnoreCase(wordOrSign);
  }
}
