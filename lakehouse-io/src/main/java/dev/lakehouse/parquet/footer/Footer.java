package dev.lakehouse.parquet.footer;

import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.parquet.DamagedDataException;
import dev.lakehouse.parquet.decode.LegacyCalendar;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;

/**
 * The footer of a file, and the file's last bytes, which hold its indexes too if these are small.
 *
 * @param name the file, for messages
 * @param metadata the footer as the format has it
 * @param schema the root of the schema
 * @param tail the file's last bytes
 * @param tailStart where in the file these start
 */
public record Footer(
    String name, FileMetaData metadata, FileNode schema, byte[] tail, long tailStart) {
  private static final int TAIL = 64 << 10;
  private static final int END = 8;
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ENCRYPTED = "PARE".getBytes(StandardCharsets.US_ASCII);

  /**
   * Reads the footer of {@code file}.
   *
   * @throws CorruptTableException if it is no Parquet file or a damaged one
   * @throws UnsupportedFeatureException if it is encrypted
   */
  public static Footer read(InputFile file) {
    String name = file.location().toString();
    long length = file.length();
    if (length < END + MAGIC.length) {
      throw new CorruptTableException(
          "Cannot read " + name + ": with " + length + " bytes it is no Parquet file");
    }
    byte[] tail = readTail(file, (int) Math.min(length, TAIL));
    int footerLength = footerLength(name, length, tail);
    if (footerLength + END > tail.length) {
      tail = readTail(file, footerLength + END);
    }
    try {
      FileMetaData metadata =
          Util.readFileMetaData(
              new ByteArrayInputStream(tail, tail.length - END - footerLength, footerLength));
      FileNode schema = SchemaReader.read(metadata.schema);
      Footer footer = new Footer(name, metadata, schema, tail, length - tail.length);
      footer.requireReadable();
      return footer;
    } catch (IOException
        | DamagedDataException
        | NullPointerException
        | IllegalArgumentException e) {
      throw new CorruptTableException(
          "Cannot read " + name + ": its footer is damaged: " + e.getMessage(), e);
    }
  }

  private static byte[] readTail(InputFile file, int length) {
    byte[] tail = new byte[length];
    file.read(file.length() - length, tail, 0, length);
    return tail;
  }

  private static int footerLength(String name, long length, byte[] tail) {
    byte[] magic = Arrays.copyOfRange(tail, tail.length - MAGIC.length, tail.length);
    if (Arrays.equals(magic, ENCRYPTED)) {
      throw encrypted(name, "its footer is encrypted");
    }
    if (!Arrays.equals(magic, MAGIC)) {
      throw new CorruptTableException(
          "Cannot read " + name + ": it is no Parquet file, it ends with " + shown(magic));
    }
    int at = tail.length - END;
    long footer =
        (tail[at] & 0xFFL)
            | (tail[at + 1] & 0xFFL) << 8
            | (tail[at + 2] & 0xFFL) << 16
            | (tail[at + 3] & 0xFFL) << 24;
    if (footer > length - END - MAGIC.length || footer > Integer.MAX_VALUE - 64) {
      throw new CorruptTableException(
          "Cannot read "
              + name
              + ": its footer is said to have "
              + footer
              + " bytes, the file has "
              + length);
    }
    return (int) footer;
  }

  private static String shown(byte[] magic) {
    StringBuilder hex = new StringBuilder();
    for (byte b : magic) {
      hex.append(String.format("%02x", b));
    }
    return hex.toString();
  }

  private static UnsupportedFeatureException encrypted(String name, String what) {
    return new UnsupportedFeatureException(
        "encryption",
        "Cannot read " + name + ": " + what + ", and this library has no keys for it");
  }

  private void requireReadable() {
    if (metadata.isSetEncryption_algorithm()) {
      throw encrypted(name, "it is encrypted");
    }
    for (RowGroup group : metadata.row_groups) {
      if (group.num_rows < 0 || group.columns.size() != schema.leafCount()) {
        throw new DamagedDataException(
            "a row group has "
                + group.columns.size()
                + " columns and "
                + group.num_rows
                + " rows, the schema has "
                + schema.leafCount()
                + " columns");
      }
    }
  }

  /** The row groups. */
  public List<RowGroup> rowGroups() {
    return metadata.row_groups;
  }

  /**
   * The chunk of the leaf column {@code leaf} in {@code group}.
   *
   * @throws UnsupportedFeatureException if it is encrypted
   */
  public ColumnMetaData chunk(RowGroup group, int leaf) {
    ColumnChunk chunk = group.columns.get(leaf);
    if (chunk.isSetCrypto_metadata()) {
      throw encrypted(name, "its column " + leaf + " is encrypted");
    }
    if (chunk.isSetFile_path() && !chunk.file_path.isEmpty()) {
      throw new UnsupportedFeatureException(
          "column chunks in other files",
          "Cannot read " + name + ": a column is in another file, " + chunk.file_path);
    }
    if (chunk.meta_data == null) {
      throw new CorruptTableException(
          "Cannot read " + name + ": its footer says nothing of column " + leaf);
    }
    return chunk.meta_data;
  }

  /** The free texts that writers add. */
  public Map<String, String> keyValues() {
    Map<String, String> texts = new LinkedHashMap<>();
    if (metadata.key_value_metadata != null) {
      metadata.key_value_metadata.forEach(
          entry -> texts.put(entry.key, entry.value == null ? "" : entry.value));
    }
    return texts;
  }

  /** The calendar that dates and timestamps were written in. */
  public LegacyCalendar calendar() {
    Map<String, String> texts = keyValues();
    String version = texts.get("org.apache.spark.version");
    boolean dates = texts.containsKey("org.apache.spark.legacyDateTime") || isBefore(version, 3, 0);
    boolean int96 = texts.containsKey("org.apache.spark.legacyINT96") || isBefore(version, 3, 1);
    if (!dates && !int96) {
      return LegacyCalendar.NONE;
    }
    return new LegacyCalendar(dates, int96, zone(texts.get("org.apache.spark.timeZone")));
  }

  private static boolean isBefore(
      @org.jspecify.annotations.Nullable String version, int major, int minor) {
    if (version == null) {
      return false;
    }
    String[] parts = version.split("[.-]", 3);
    try {
      int thatMajor = Integer.parseInt(parts[0]);
      int thatMinor = parts.length > 1 ? Integer.parseInt(parts[1]) : 0;
      return thatMajor < major || (thatMajor == major && thatMinor < minor);
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static ZoneId zone(@org.jspecify.annotations.Nullable String id) {
    try {
      return id == null ? ZoneOffset.UTC : ZoneId.of(id, ZoneId.SHORT_IDS);
    } catch (DateTimeException e) {
      return ZoneOffset.UTC;
    }
  }
}
