package dev.lakehouse.expr.text;

/**
 * A word, sign or literal of a text.
 *
 * @param kind what it is
 * @param text its value: a name without back-ticks, a string without quotes and escapes, anything
 *     else as it stands
 * @param start where it starts in the text, from 0
 */
public record SqlToken(Kind kind, String text, int start) {
  /** What a token is. */
  public enum Kind {
    /** A word or a name. */
    WORD,
    /** A name in back-ticks. */
    QUOTED_NAME,
    /** A text in quotes. */
    STRING,
    /** A number, without its sign. */
    NUMBER,
    /** Anything else. */
    SIGN,
    /** The end of the text. */
    END
  }

  /** True for this word, in any case and not in back-ticks, or this sign. */
  public boolean is(String wordOrSign) {
    return kind == Kind.SIGN
        ? text.equals(wordOrSign)
        : kind == Kind.WORD && text.equalsIgnoreCase(wordOrSign);
  }
}
