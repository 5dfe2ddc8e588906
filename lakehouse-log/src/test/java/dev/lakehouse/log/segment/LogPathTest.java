package dev.lakehouse.log.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.Location;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogPathTest {
  private static final Location TABLE = Location.parse("memory://t/table");
  private static final String ID = "3a0d65cd-4056-49b8-937b-95f9e3ee90e5";

  private static FileEntry entry(String name) {
    return FileEntry.of(LogPath.log(TABLE).child(name), 1);
  }

  private static Optional<LogFile> parse(String name) {
    return LogPath.parse(entry(name));
  }

  @Test
  void namesOfTheProtocolAreKnown() {
    String v7 = "00000000000000000007";
    assertEquals(Optional.of(new LogFile.Commit(7, entry(v7 + ".json"))), parse(v7 + ".json"));
    assertEquals(Optional.of(new LogFile.Checksum(7, entry(v7 + ".crc"))), parse(v7 + ".crc"));
    assertEquals(CheckpointKind.CLASSIC, part(v7 + ".checkpoint.parquet").kind());
    LogFile.CheckpointPart second = part(v7 + ".checkpoint.0000000002.0000000003.parquet");
    assertEquals(CheckpointKind.MULTI_PART, second.kind());
    assertEquals(2, second.part());
    assertEquals(3, second.parts());
    assertEquals(CheckpointKind.V2_JSON, part(v7 + ".checkpoint." + ID + ".json").kind());
    assertEquals(CheckpointKind.V2_PARQUET, part(v7 + ".checkpoint." + ID + ".parquet").kind());
    assertEquals(
        Optional.of(
            new LogFile.Compaction(7, 9, entry(v7 + ".00000000000000000009.compacted.json"))),
        parse(v7 + ".00000000000000000009.compacted.json"));
  }

  private static LogFile.CheckpointPart part(String name) {
    return (LogFile.CheckpointPart) parse(name).orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9.json",
        "00000000000000000007.json.tmp",
        "_commit_00000000000000000007.json.tmp",
        ".00000000000000000007.json.crc",
        "00000000000000000007.checkpoint.parquet.crc",
        "00000000000000000007." + ID + ".json",
        "00000000000000000007.checkpoint.1.2.parquet",
        "00000000000000000007.checkpoint.0000000003.0000000002.parquet",
        "00000000000000000007.checkpoint.0000000000.0000000002.parquet",
        "00000000000000000007.checkpoint.0000000001.0000000002." + ID + ".parquet",
        "00000000000000000007.checkpoint.x.json",
        "00000000000000000009.00000000000000000007.compacted.json",
        "99999999999999999999.json",
        "000000000000000000007.json",
        "00000000000000000007.JSON",
        "_last_checkpoint",
        "_last_vacuum_info",
        ""
      })
  void otherNamesAreNoFilesOfTheLog(String name) {
    Location location = name.isEmpty() ? LogPath.log(TABLE) : LogPath.log(TABLE).child(name);
    assertTrue(LogPath.parse(FileEntry.of(location, 1)).isEmpty());
  }

  @Test
  void namesThatAreWrittenAreKnownWhenRead() {
    assertEquals(12, LogPath.parse(FileEntry.of(LogPath.commit(TABLE, 12), 1)).get().version());
    assertEquals(12, LogPath.parse(FileEntry.of(LogPath.checksum(TABLE, 12), 1)).get().version());
    assertEquals(12, LogPath.parse(FileEntry.of(LogPath.checkpoint(TABLE, 12), 1)).get().version());
    Location v2 = LogPath.v2Checkpoint(TABLE, 12, UUID.fromString(ID));
    assertEquals(CheckpointKind.V2_PARQUET, part(v2.name()).kind());
  }
}
