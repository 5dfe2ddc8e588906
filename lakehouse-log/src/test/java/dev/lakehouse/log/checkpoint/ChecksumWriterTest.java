package dev.lakehouse.log.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.lakehouse.io.Location;
import dev.lakehouse.io.memory.MemoryFileIO;
import dev.lakehouse.log.action.DomainMetadata;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.action.Txn;
import dev.lakehouse.log.segment.LogPath;
import dev.lakehouse.log.segment.VersionChecksum;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChecksumWriterTest {
  private static final Metadata METADATA =
      Metadata.of(
          "id",
          null,
          null,
          StructType.of(StructField.optional("a", DataType.INT)),
          List.of(),
          Map.of("k", "v"),
          5L);

  @Test
  void whatIsWrittenIsReadBack() {
    VersionChecksum sums =
        new VersionChecksum(
            10,
            2,
            METADATA,
            new Protocol(3, 7, Set.of("deletionVectors"), Set.of("deletionVectors")),
            "txn",
            77L,
            List.of(new Txn("app", 3, 4L)),
            List.of(new DomainMetadata("d", "{\"a\":1}", false)),
            TableSums.EMPTY.sizes().histogram(),
            5L,
            1L);
    assertEquals(sums, VersionChecksum.parse(ChecksumWriter.json(sums)).orElseThrow());
  }

  @Test
  void theNamesAreThoseOfTheProtocol() {
    VersionChecksum sums =
        new VersionChecksum(
            10, 2, METADATA, new Protocol(1, 2), null, null, List.of(), null, null, null, null);
    assertEquals(
        "{\"tableSizeBytes\":10,\"numFiles\":2,\"numMetadata\":1,\"numProtocol\":1,"
            + "\"setTransactions\":[],\"metadata\":{\"id\":\"id\",\"format\":{\"provider\":\"parquet\","
            + "\"options\":{}},\"schemaString\":\"{\\\"type\\\":\\\"struct\\\",\\\"fields\\\":["
            + "{\\\"name\\\":\\\"a\\\",\\\"type\\\":\\\"integer\\\",\\\"nullable\\\":true,"
            + "\\\"metadata\\\":{}}]}\",\"partitionColumns\":[],\"configuration\":{\"k\":\"v\"},"
            + "\"createdTime\":5},\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}",
        new String(ChecksumWriter.json(sums), StandardCharsets.UTF_8));
  }

  @Test
  void sumsThatAreThereStay() {
    MemoryFileIO files = new MemoryFileIO();
    Location table = Location.parse("memory://t/x");
    files.put(LogPath.checksum(table, 3), new byte[] {'x'});
    ChecksumWriter.write(
        files,
        table,
        3,
        new VersionChecksum(
            1, 1, METADATA, new Protocol(1, 2), null, null, null, null, null, null, null));
    assertEquals(1, files.stat(LogPath.checksum(table, 3)).length());
  }
}
