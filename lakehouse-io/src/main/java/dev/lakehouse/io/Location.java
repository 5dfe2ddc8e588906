package dev.lakehouse.io;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a file or directory is: a scheme, an authority (the bucket, or nothing) and a decoded path.
 *
 * <p>The only place that joins, relativizes and percent-codes paths. A location holds the name as
 * the store knows it, never an encoded form; {@link #resolveUri} takes what the log says (a URI
 * reference, encoded once) and {@link #encode} gives it back.
 *
 * @param scheme the URI scheme in lower case, {@code file} for local disk
 * @param authority bucket or host; empty for none
 * @param path the decoded path; starts with {@code /} and does not end with one, save for the root
 */
public record Location(String scheme, String authority, String path) {
  private static final Pattern ABSOLUTE_URI =
      Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]*):(?://([^/]*))?(/.*)?", Pattern.DOTALL);
  private static final Pattern HAS_SCHEME =
      Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]+:/.*", Pattern.DOTALL);
  private static final String UNRESERVED =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'();@&=+$,/";

  /** The order in which stores list names: that of their UTF-8 bytes. */
  public static final Comparator<String> NAME_ORDER = Location::compareUtf8;

  /** Checks the form of the path. */
  public Location {
    if (!path.startsWith("/") || (path.length() > 1 && path.endsWith("/"))) {
      throw new IllegalArgumentException("Not the path of a location: '" + path + "'");
    }
  }

  /**
   * The location a user means: {@code s3://bucket/a b} and other URIs with their text taken
   * literally, {@code file:} URIs decoded as {@link java.nio.file.Path#toUri} codes them, and
   * anything else a path of local disk, relative ones from the working directory.
   */
  public static Location parse(String text) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("A location must not be empty");
    }
    if (!HAS_SCHEME.matcher(text).matches()) {
      return of(localPath(text));
    }
    Location literal = ofAbsolute(text, text);
    requireNoHost(text);
    return literal.scheme.equals("file")
        ? new Location("file", "", decode(literal.path, text))
        : literal;
  }

  /** Two slashes too few make a folder's name a host's. */
  private static void requireNoHost(String text) {
    Matcher uri = ABSOLUTE_URI.matcher(text);
    if (uri.matches() && uri.group(1).equalsIgnoreCase("file")) {
      String host = uri.group(2) == null ? "" : uri.group(2);
      if (!host.isEmpty() && !host.equalsIgnoreCase("localhost")) {
        throw new IllegalArgumentException(
            "The location '"
                + text
                + "' names a host, '"
                + host
                + "': for a folder of this machine write file:/// or its path alone");
      }
    }
  }

  private static Path localPath(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      if (text.indexOf('\0') >= 0) {
        throw new IllegalArgumentException("A path cannot have the character 0 in it", e);
      }
      throw new IllegalArgumentException(
          "The path '"
              + text
              + "' cannot be spelt in the charset of file names, "
              + System.getProperty("sun.jnu.encoding")
              + ". Start the JVM with the environment variable LC_ALL=C.UTF-8",
          e);
    }
  }

  /** The location of a file or directory of local disk, made absolute and normal. */
  public static Location of(Path path) {
    String absolute = path.toAbsolutePath().normalize().toString().replace('\\', '/');
    return new Location("file", "", trimmed(absolute.startsWith("/") ? absolute : "/" + absolute));
  }

  /** The location that an absolute URI of a table's log names, percent-decoded once. */
  public static Location ofUri(String uri) {
    Location encoded = ofAbsolute(uri, uri);
    return new Location(encoded.scheme, encoded.authority, decode(encoded.path, uri));
  }

  private static Location ofAbsolute(String uri, String shown) {
    Matcher matcher = ABSOLUTE_URI.matcher(uri);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("Not an absolute URI: '" + shown + "'");
    }
    String scheme = matcher.group(1).toLowerCase(Locale.ROOT);
    String authority = matcher.group(2) == null ? "" : matcher.group(2);
    String path = matcher.group(3) == null ? "/" : matcher.group(3);
    return new Location(scheme, scheme.equals("file") ? "" : authority, trimmed(path));
  }

  /** UTF-16 order, except that surrogates, which code the highest code points, come last. */
  private static int compareUtf8(String a, String b) {
    int shared = Math.min(a.length(), b.length());
    for (int i = 0; i < shared; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        boolean surrogateX = Character.isSurrogate(x);
        return surrogateX == Character.isSurrogate(y) ? x - y : surrogateX ? 1 : -1;
      }
    }
    return a.length() - b.length();
  }

  private static String trimmed(String path) {
    String result = path;
    while (result.length() > 1 && result.endsWith("/")) {
      result = result.substring(0, result.length() - 1);
    }
    return result;
  }

  /** The location of {@code relative}, decoded names joined by slashes, below this one. */
  public Location child(String relative) {
    if (relative.isEmpty() || relative.startsWith("/")) {
      throw new IllegalArgumentException("Not a relative path: '" + relative + "'");
    }
    return new Location(
        scheme, authority, trimmed((path.equals("/") ? "" : path) + "/" + relative));
  }

  /**
   * The location that a path of the table's log means: relative to this location, or absolute. The
   * text is percent-decoded exactly once. A colon alone does not make it absolute.
   *
   * @throws IllegalArgumentException if it is empty, wrongly encoded, or leaves this location by
   *     {@code ..}
   */
  public Location resolveUri(String uri) {
    if (uri.startsWith("/")) {
      return new Location(scheme, authority, trimmed(decode(uri, uri)));
    }
    if (HAS_SCHEME.matcher(uri).matches()) {
      return ofUri(uri);
    }
    String decoded = decode(uri, uri);
    for (String part : decoded.split("/", -1)) {
      if (part.equals("..") || part.equals(".")) {
        throw new IllegalArgumentException("The path '" + uri + "' leaves " + this);
      }
    }
    return child(decoded);
  }

  /** True if {@code uri}, a path of the table's log, is absolute. */
  public static boolean isAbsoluteUri(String uri) {
    return uri.startsWith("/") || HAS_SCHEME.matcher(uri).matches();
  }

  /** The last name of the path; empty for the root. */
  public String name() {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** The location that holds this one; the root holds itself. */
  public Location parent() {
    int slash = path.lastIndexOf('/');
    return new Location(scheme, authority, slash <= 0 ? "/" : path.substring(0, slash));
  }

  /** True if {@code other} is this location or below it. */
  public boolean contains(Location other) {
    return scheme.equals(other.scheme)
        && authority.equals(other.authority)
        && (path.equals("/") || other.path.equals(path) || other.path.startsWith(path + "/"));
  }

  /**
   * The decoded path from this location to {@code other}, which is below it.
   *
   * @throws IllegalArgumentException if it is not below
   */
  public String relativize(Location other) {
    if (!contains(other) || other.path.equals(path)) {
      throw new IllegalArgumentException(other + " is not below " + this);
    }
    return other.path.substring(path.equals("/") ? 1 : path.length() + 1);
  }

  /** The path of local disk. */
  public Path toPath() {
    if (!scheme.equals("file")) {
      throw new IllegalArgumentException(this + " is not on local disk");
    }
    return localPath(path);
  }

  /**
   * A decoded path as the log writes it: a URI reference, encoded once.
   *
   * @throws IllegalArgumentException if it holds half a surrogate pair, which UTF-8 cannot code
   */
  public static String encode(String decodedPath) {
    StringBuilder encoded = new StringBuilder(decodedPath.length() + 8);
    for (byte b : utf8Bytes(decodedPath)) {
      if (b > 0 && UNRESERVED.indexOf(b) >= 0) {
        encoded.append((char) b);
      } else {
        encoded.append('%').append(hex(b >> 4)).append(hex(b));
      }
    }
    return encoded.toString();
  }

  private static byte[] utf8Bytes(String path) {
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(path));
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("The path '" + path + "' is not valid Unicode", e);
    }
  }

  private static char hex(int nibble) {
    return "0123456789ABCDEF".charAt(nibble & 15);
  }

  /** This location as an absolute URI, encoded once. */
  public String toUri() {
    return scheme + "://" + authority + encode(path);
  }

  private static String decode(String encoded, String shown) {
    if (encoded.indexOf('%') < 0) {
      return encoded;
    }
    byte[] bytes = encoded.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream decoded = new ByteArrayOutputStream(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] != '%') {
        decoded.write(bytes[i]);
        continue;
      }
      int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
      int low = i + 2 < bytes.length ? Character.digit(bytes[i + 2], 16) : -1;
      if (high < 0 || low < 0) {
        throw new IllegalArgumentException("The path '" + shown + "' is wrongly percent-encoded");
      }
      decoded.write(high << 4 | low);
      i += 2;
    }
    return utf8(decoded.toByteArray(), shown);
  }

  private static String utf8(byte[] bytes, String shown) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes))
          .toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("The path '" + shown + "' is not UTF-8 when decoded", e);
    }
  }

  /** The location as a user would write it: a plain path on local disk, else a literal URI. */
  @Override
  public String toString() {
    return scheme.equals("file") ? path : scheme + "://" + authority + path;
  }
}
