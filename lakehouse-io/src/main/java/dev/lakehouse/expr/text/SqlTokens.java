package dev.lakehouse.expr.text;

import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.expr.text.SqlToken.Kind;
import java.util.List;

/** The tokens of a text, taken one after the other. Not thread-safe. */
public final class SqlTokens {
  private static final int SHOWN_LENGTH = 400;

  private final String text;
  private final List<SqlToken> tokens;
  private int at;

  /**
   * The tokens of {@code text}.
   *
   * @throws ExpressionException if it has what is no token
   */
  public SqlTokens(String text) {
    this.text = text;
    this.tokens = SqlLexer.tokens(text);
  }

  /** The token that is next. */
  public SqlToken peek() {
    return tokens.get(at);
  }

  /** The token that comes {@code ahead} after the next one. */
  public SqlToken peek(int ahead) {
    return tokens.get(Math.min(at + ahead, tokens.size() - 1));
  }

  /** True if the next token is this word or sign. */
  public boolean isNext(String wordOrSign) {
    return peek().is(wordOrSign);
  }

  /** The sign that is next; empty if it is none. */
  public String sign() {
    return peek().kind() == Kind.SIGN ? peek().text() : "";
  }

  /** Takes the next token. The end can be taken as often as asked. */
  public SqlToken take() {
    SqlToken token = peek();
    at += token.kind() == Kind.END ? 0 : 1;
    return token;
  }

  /** Takes the next token if it is this word or sign. */
  public boolean takeIf(String wordOrSign) {
    boolean found = isNext(wordOrSign);
    at += found ? 1 : 0;
    return found;
  }

  /** Takes the next token, which must be this word or sign. */
  public void expect(String wordOrSign) {
    require(takeIf(wordOrSign), "expected " + wordOrSign);
  }

  /** Takes the next token, which must be a name. */
  public String name() {
    Kind kind = peek().kind();
    require(kind == Kind.QUOTED_NAME || kind == Kind.WORD, "expected a name");
    return take().text();
  }

  /** Takes strings that follow one another, which are one. */
  public String strings() {
    StringBuilder value = new StringBuilder();
    while (peek().kind() == Kind.STRING) {
      value.append(take().text());
    }
    return value.toString();
  }

  /** Fails at the next token, and says what it is, unless {@code condition} holds. */
  public void require(boolean condition, String what) {
    if (!condition) {
      SqlToken next = peek();
      String found = next.kind() == Kind.END ? "the end" : "'" + next.text() + "'";
      throw failure(next, what + ", found " + found);
    }
  }

  /** The end must be next. */
  public void requireEnd(String what) {
    require(peek().kind() == Kind.END, what + " should end here");
  }

  /** The error at {@code where}. */
  public ExpressionException failure(SqlToken where, String what) {
    return failure(text, where.start(), what);
  }

  static ExpressionException failure(String text, int position, String what) {
    String shown = text.length() > SHOWN_LENGTH ? text.substring(0, SHOWN_LENGTH) + "…" : text;
    return new ExpressionException(
        "Cannot read the expression '" + shown + "' at character " + (position + 1) + ": " + what);
  }
}
