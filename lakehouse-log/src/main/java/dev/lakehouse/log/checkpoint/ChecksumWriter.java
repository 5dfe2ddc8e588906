package dev.lakehouse.log.checkpoint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.Location;
import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.ActionJson;
import dev.lakehouse.log.segment.LogPath;
import dev.lakehouse.log.segment.VersionChecksum;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the sums of a version beside its commit, if none are there. Source: Delta protocol,
 * "Version Checksum File".
 */
public final class ChecksumWriter {
  private static final JsonFactory FACTORY = new JsonFactory();

  private ChecksumWriter() {}

  /** Writes {@code checksum} as the {@code .crc} of {@code version}; leaves one that is there. */
  public static void write(FileIO files, Location table, long version, VersionChecksum checksum) {
    files.createIfAbsent(LogPath.checksum(table, version), json(checksum));
  }

  static byte[] json(VersionChecksum checksum) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
    try (JsonGenerator json = FACTORY.createGenerator(out)) {
      json.writeStartObject();
      write(json, checksum);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static void write(JsonGenerator json, VersionChecksum sums) throws IOException {
    if (sums.txnId() != null) {
      json.writeStringField("txnId", sums.txnId());
    }
    json.writeNumberField("tableSizeBytes", sums.tableSizeBytes());
    json.writeNumberField("numFiles", sums.numFiles());
    number(json, "numDeletedRecordsOpt", sums.numDeletedRecords());
    number(json, "numDeletionVectorsOpt", sums.numDeletionVectors());
    json.writeNumberField("numMetadata", 1);
    json.writeNumberField("numProtocol", 1);
    number(json, "inCommitTimestampOpt", sums.inCommitTimestamp());
    list(json, "setTransactions", sums.setTransactions());
    list(json, "domainMetadata", sums.domainMetadata());
    field(json, "metadata", sums.metadata());
    field(json, "protocol", sums.protocol());
    if (sums.histogram() != null) {
      histogram(json, sums.histogram());
    }
  }

  private static void number(JsonGenerator json, String name, @Nullable Long value)
      throws IOException {
    if (value != null) {
      json.writeNumberField(name, value);
    }
  }

  private static void list(
      JsonGenerator json, String name, @Nullable List<? extends Action> actions)
      throws IOException {
    if (actions == null) {
      return;
    }
    json.writeArrayFieldStart(name);
    for (Action action : actions) {
      json.writeRawValue(body(action));
    }
    json.writeEndArray();
  }

  private static void field(JsonGenerator json, String name, @Nullable Action action)
      throws IOException {
    if (action != null) {
      json.writeFieldName(name);
      json.writeRawValue(body(action));
    }
  }

  /** The action without the object around it that names its kind. */
  private static String body(Action action) {
    String line = ActionJson.write(action);
    return line.substring(line.indexOf(':') + 1, line.length() - 1);
  }

  private static void histogram(JsonGenerator json, VersionChecksum.Histogram histogram)
      throws IOException {
    json.writeObjectFieldStart("fileSizeHistogram");
    longs(json, "sortedBinBoundaries", histogram.boundaries());
    longs(json, "fileCounts", histogram.fileCounts());
    longs(json, "totalBytes", histogram.totalBytes());
    json.writeEndObject();
  }

  private static void longs(JsonGenerator json, String name, List<Long> values) throws IOException {
    json.writeArrayFieldStart(name);
    for (long value : values) {
      json.writeNumber(value);
    }
    json.writeEndArray();
  }
}
