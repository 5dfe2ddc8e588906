package dev.lakehouse.log.segment;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.lakehouse.log.action.ActionJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The checksum of a JSON object that does not depend on the order of its keys: MD5 over its leaves,
 * each as {@code path=value}, sorted. Source: Delta protocol, "Last Checkpoint File Schema".
 */
final class JsonChecksum {
  private static final String UNRESERVED =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

  private final JsonParser json;
  private final List<String> leaves = new ArrayList<>();

  private JsonChecksum(JsonParser json) {
    this.json = json;
  }

  /**
   * The checksum of {@code text} without its top-level key {@code checksum}, as lower-case hex.
   *
   * @throws IOException if the text is no JSON object, or a key stands twice
   */
  static String of(byte[] text) throws IOException {
    try (JsonParser parser = ActionJson.parser(text)) {
      parser.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
      JsonChecksum checksum = new JsonChecksum(parser);
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("The text is no JSON object");
      }
      checksum.object("");
      return md5(checksum.canonical());
    }
  }

  private String canonical() {
    // The order of the encoded paths, all ASCII, is that of the whole text for valid input.
    return String.join(",", leaves.stream().sorted().toList());
  }

  private void object(String path) throws IOException {
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      if (path.isEmpty() && name.equals("checksum")) {
        json.skipChildren();
      } else {
        value(join(path, quoted(name)));
      }
    }
  }

  private void array(String path) throws IOException {
    for (int i = 0; json.nextToken() != JsonToken.END_ARRAY; i++) {
      value(join(path, Integer.toString(i)));
    }
  }

  private void value(String path) throws IOException {
    switch (json.currentToken()) {
      case START_OBJECT -> object(path);
      case START_ARRAY -> array(path);
      case VALUE_STRING -> leaves.add(path + "=" + quoted(json.getText()));
      // Numbers keep their source text.
      default -> leaves.add(path + "=" + json.getText());
    }
  }

  private static String join(String path, String segment) {
    return path.isEmpty() ? segment : path + "+" + segment;
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      if (b > 0 && UNRESERVED.indexOf(b) >= 0) {
        quoted.append((char) b);
      } else {
        quoted.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
      }
    }
    return quoted.append('"').toString();
  }

  private static String md5(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has MD5", e);
    }
  }
}
