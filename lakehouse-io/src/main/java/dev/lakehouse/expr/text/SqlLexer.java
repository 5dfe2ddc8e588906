package dev.lakehouse.expr.text;

import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.expr.text.SqlToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cuts a text into tokens, as Spark does. */
final class SqlLexer {
  private static final Pattern NUMBER =
      Pattern.compile(
          "(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?(?:BD|[YSLFD])?",
          Pattern.CASE_INSENSITIVE);
  private static final String[] SIGNS = {
    "<=>", "<>", "<=", ">=", "!=", "==", "!>", "!<", "||", "::", "=", "<", ">", "+", "-", "*", "/",
    "%", "(", ")", "[", "]", ",", ".", "?", "!", ":"
  };
  private static final String ESCAPED = "0bnrtZ";
  private static final String UNESCAPED = "\0\b\n\r\t\u001A";

  private final String text;
  private final List<SqlToken> tokens = new ArrayList<>();
  private int at;

  private SqlLexer(String text) {
    this.text = text;
  }

  /** The tokens of {@code text}, the last one {@code END}. */
  static List<SqlToken> tokens(String text) {
    SqlLexer lexer = new SqlLexer(text);
    while (lexer.skipBlanks()) {
      lexer.tokens.add(lexer.next());
    }
    lexer.tokens.add(new SqlToken(Kind.END, "", text.length()));
    return lexer.tokens;
  }

  /** Passes white space and comments; false at the end. */
  private boolean skipBlanks() {
    while (at < text.length()) {
      if (text.startsWith("--", at)) {
        int line = text.indexOf('\n', at);
        at = line < 0 ? text.length() : line + 1;
      } else if (text.startsWith("/*", at)) {
        skipComment();
      } else if (isBlank(text.charAt(at))) {
        at++;
      } else {
        return true;
      }
    }
    return false;
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\u3000';
  }

  private void skipComment() {
    int start = at;
    int depth = 0;
    do {
      if (text.startsWith("/*", at)) {
        depth++;
        at += 2;
      } else if (text.startsWith("*/", at)) {
        depth--;
        at += 2;
      } else if (++at >= text.length()) {
        throw failure(start, "a comment is not closed");
      }
    } while (depth > 0);
  }

  private SqlToken next() {
    int start = at;
    char c = text.charAt(at);
    if (c == '\'' || c == '"') {
      return new SqlToken(Kind.STRING, string(), start);
    } else if ((c == 'r' || c == 'R') && isQuote(at + 1)) {
      at++;
      return new SqlToken(Kind.STRING, rawString(), start);
    } else if (c == '`') {
      return new SqlToken(Kind.QUOTED_NAME, quotedName(), start);
    }
    int number = numberEnd();
    if (number > at) {
      at = number;
      return new SqlToken(Kind.NUMBER, text.substring(start, at), start);
    }
    while (at < text.length() && isNamePart(text.codePointAt(at))) {
      at += Character.charCount(text.codePointAt(at));
    }
    return at > start ? new SqlToken(Kind.WORD, text.substring(start, at), start) : sign();
  }

  private boolean isQuote(int index) {
    return index < text.length() && (text.charAt(index) == '\'' || text.charAt(index) == '"');
  }

  private static boolean isNamePart(int c) {
    return c == '_' || Character.isLetterOrDigit(c);
  }

  /** Where a number that starts here ends; here if a name starts, as in {@code 1st}. */
  private int numberEnd() {
    Matcher matcher = NUMBER.matcher(text).region(at, text.length());
    if (!matcher.lookingAt()) {
      return at;
    }
    int end = matcher.end();
    boolean name = end < text.length() && isNamePart(text.codePointAt(end));
    if (!name) {
      return end;
    }
    boolean fraction = text.substring(at, end).indexOf('.') >= 0;
    if (fraction) {
      throw failure(at, "a number runs into a name");
    }
    return at;
  }

  private SqlToken sign() {
    for (String sign : SIGNS) {
      if (text.startsWith(sign, at)) {
        at += sign.length();
        return new SqlToken(Kind.SIGN, sign, at - sign.length());
      }
    }
    String unknown = Character.toString(text.codePointAt(at));
    throw failure(at, "'" + unknown + "' is no part of the language");
  }

  private String quotedName() {
    int start = at++;
    StringBuilder name = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c != '`') {
        name.append(c);
      } else if (text.startsWith("`", at)) {
        name.append('`');
        at++;
      } else if (name.length() > 0) {
        return name.toString();
      } else {
        throw failure(start, "a name is empty");
      }
    }
    throw failure(start, "a back-tick is not closed");
  }

  private String rawString() {
    int start = at;
    char quote = text.charAt(at);
    int end = text.indexOf(quote, at + 1);
    if (end < 0) {
      throw failure(start, "a string is not closed");
    }
    at = end + 1;
    return text.substring(start + 1, end);
  }

  private String string() {
    int start = at;
    char quote = text.charAt(at++);
    StringBuilder value = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '\\' && at < text.length()) {
        escape(value);
      } else if (c != quote) {
        value.append(c);
      } else if (at < text.length() && text.charAt(at) == quote) {
        value.append(quote);
        at++;
      } else {
        return value.toString();
      }
    }
    throw failure(start, "a string is not closed");
  }

  private void escape(StringBuilder value) {
    if (unicode('u', 4, value) || unicode('U', 8, value) || octal(value)) {
      return;
    }
    char c = text.charAt(at++);
    int known = ESCAPED.indexOf(c);
    if (known >= 0) {
      value.append(UNESCAPED.charAt(known));
    } else if (c == '%' || c == '_') {
      // Kept with its backslash, for the pattern of a LIKE.
      value.append('\\').append(c);
    } else {
      value.append(c);
    }
  }

  private boolean unicode(char letter, int digits, StringBuilder value) {
    int end = at + 1 + digits;
    if (text.charAt(at) != letter || end > text.length()) {
      return false;
    }
    String hex = text.substring(at + 1, end);
    if (!hex.chars().allMatch(c -> Character.digit(c, 16) >= 0 && c < 128)) {
      return false;
    }
    long codePoint = Long.parseLong(hex, 16);
    if (digits == 4) {
      value.append((char) codePoint);
    } else if (codePoint <= Character.MAX_CODE_POINT) {
      value.appendCodePoint((int) codePoint);
    } else {
      return false;
    }
    at = end;
    return true;
  }

  private boolean octal(StringBuilder value) {
    if (at + 3 > text.length()) {
      return false;
    }
    int code = 0;
    for (int i = at; i < at + 3; i++) {
      int digit = Character.digit(text.charAt(i), 8);
      if (digit < 0 || text.charAt(i) > '7' || (i == at && digit > 1)) {
        return false;
      }
      code = 8 * code + digit;
    }
    value.append((char) code);
    at += 3;
    return true;
  }

  private ExpressionException failure(int position, String what) {
    return SqlTokens.failure(text, position, what);
  }
}
