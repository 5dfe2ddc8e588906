package dev.lakehouse.log.action;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.io.CloseableIterator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The JSON of actions: one object a line, one action an object. Unknown actions and unknown fields
 * are left out when read; a field may be missing or null where the protocol lets it.
 *
 * <p>Reading is streamed, whatever the length of file and line.
 */
public final class ActionJson {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private ActionJson() {}

  /**
   * The actions of {@code lines}, in order. Closing the iterator closes the stream.
   *
   * @param file what is read, for messages
   * @throws CorruptTableException while iterating, naming file and line, if the text is torn or an
   *     action lacks what it must have
   */
  public static CloseableIterator<Action> read(InputStream lines, String file) {
    return read(lines, file, kind -> true);
  }

  /** As {@link #read(InputStream, String)}, but only actions whose JSON key {@code kinds} takes. */
  public static CloseableIterator<Action> read(
      InputStream lines, String file, Predicate<String> kinds) {
    try {
      return new ActionReader(FACTORY.createParser(lines), file, kinds);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The object at which {@code parser} stands, read as the body of the action that JSON calls
   * {@code kind}; empty, the object skipped, if there is no such action.
   *
   * @throws CorruptTableException if the body lacks what it must have
   * @throws IOException if the text is no JSON
   */
  public static Optional<Action> readBody(JsonParser parser, String kind, String file)
      throws IOException {
    return Optional.ofNullable(new ActionReader(parser, file, any -> true).body(kind));
  }

  /** A parser of the library's settings: strings and names of any length. */
  public static JsonParser parser(byte[] json) throws IOException {
    return FACTORY.createParser(json);
  }

  static JsonGenerator generator(Writer out) throws IOException {
    return FACTORY.createGenerator(out);
  }

  /** The actions as lines, each ended by a line feed. */
  public static byte[] write(Iterable<? extends Action> actions) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
    write(actions, out);
    return out.toByteArray();
  }

  /** Writes the actions as lines, each ended by a line feed. Does not close {@code out}. */
  public static void write(Iterable<? extends Action> actions, OutputStream out) {
    try (JsonGenerator json = FACTORY.createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.setRootValueSeparator(null);
      ActionWriter writer = new ActionWriter(json);
      for (Action action : actions) {
        writer.write(action);
        json.writeRaw('\n');
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The action as one line, without a line feed. */
  public static String write(Action action) {
    String line = new String(write(List.of(action)), StandardCharsets.UTF_8);
    return line.substring(0, line.length() - 1);
  }

  /** Writes {@code {"kind":{...}}}: the action as a value of a larger JSON text. */
  public static void write(Action action, JsonGenerator json) throws IOException {
    new ActionWriter(json).write(action);
  }
}
