package dev.lakehouse.log.segment;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.Location;
import dev.lakehouse.log.action.ActionJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The hint where the newest checkpoint probably is. It may be old, torn or wrong: reading never
 * fails for it, and nothing it says is taken for granted.
 *
 * @param version the checkpoint's version
 * @param size how many actions it holds; -1 if not known
 * @param parts how many parts it has; null unless it is multi-part
 * @param sizeInBytes bytes of all its files
 * @param numOfAddFiles how many files of the table it holds
 * @param checkpointSchema the checkpoint's schema as JSON text; null if not said
 */
public record LastCheckpoint(
    long version,
    long size,
    @Nullable Integer parts,
    @Nullable Long sizeInBytes,
    @Nullable Long numOfAddFiles,
    @Nullable String checkpointSchema) {
  private static final long MAX_BYTES = 64L << 20;
  private static final JsonFactory FACTORY = new JsonFactory();

  /** Reads the hint of a table, in one request; empty if there is none that can be used. */
  public static Optional<LastCheckpoint> read(FileIO files, Location table) {
    try {
      return parse(files.readSmall(LogPath.lastCheckpoint(table), MAX_BYTES));
    } catch (StorageException e) {
      if (e.kind() == StorageException.Kind.MISSING || e.kind() == StorageException.Kind.CORRUPT) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** The hint of a JSON text; empty if it is torn, or its checksum is another. */
  public static Optional<LastCheckpoint> parse(byte[] json) {
    try {
      return read(json);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<LastCheckpoint> read(byte[] json) throws IOException {
    Long version = null;
    long size = -1;
    Integer parts = null;
    Long sizeInBytes = null;
    Long numOfAddFiles = null;
    String checksum = null;
    try (JsonParser parser = ActionJson.parser(json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String field = parser.currentName();
        boolean isNull = parser.nextToken() == JsonToken.VALUE_NULL;
        if (isNull) {
          continue;
        }
        switch (field) {
          case "version" -> version = parser.getLongValue();
          case "size" -> size = parser.getLongValue();
          case "parts" -> parts = parser.getIntValue();
          case "sizeInBytes" -> sizeInBytes = parser.getLongValue();
          case "numOfAddFiles" -> numOfAddFiles = parser.getLongValue();
          case "checksum" -> checksum = parser.getText();
          default -> parser.skipChildren();
        }
      }
    }
    if (version == null
        || version < 0
        || (checksum != null && !checksum.equals(JsonChecksum.of(json)))) {
      return Optional.empty();
    }
    return Optional.of(new LastCheckpoint(version, size, parts, sizeInBytes, numOfAddFiles, null));
  }

  /** The hint as JSON text, with its checksum. */
  public byte[] write() {
    try {
      return write(JsonChecksum.of(write(null)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] write(@Nullable String checksum) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator json = FACTORY.createGenerator(out)) {
      json.writeStartObject();
      json.writeNumberField("version", version);
      json.writeNumberField("size", size);
      if (parts != null) {
        json.writeNumberField("parts", parts);
      }
      if (sizeInBytes != null) {
        json.writeNumberField("sizeInBytes", sizeInBytes);
      }
      if (numOfAddFiles != null) {
        json.writeNumberField("numOfAddFiles", numOfAddFiles);
      }
      if (checkpointSchema != null) {
        json.writeFieldName("checkpointSchema");
        json.writeRawValue(checkpointSchema);
      }
      if (checksum != null) {
        json.writeStringField("checksum", checksum);
      }
      json.writeEndObject();
    }
    return out.toByteArray();
  }
}
