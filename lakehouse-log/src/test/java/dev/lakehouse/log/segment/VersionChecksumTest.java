package dev.lakehouse.log.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.testing.SharedFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class VersionChecksumTest {
  private static final String METADATA =
      "{\"id\":\"i\",\"format\":{\"provider\":\"parquet\",\"options\":{}},\"schemaString\":\"s\","
          + "\"partitionColumns\":[],\"configuration\":{}}";
  private static final String PROTOCOL = "{\"minReaderVersion\":1,\"minWriterVersion\":2}";

  private static Optional<VersionChecksum> parse(String text) {
    return VersionChecksum.parse(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void sumsAndStateAreReadAndTheRestIsIgnored() {
    VersionChecksum sums =
        parse(
                "{\"txnId\":\"t\",\"tableSizeBytes\":10,\"numFiles\":2,\"numMetadata\":1,\"numProtocol\":1,"
                    + "\"setTransactions\":[{\"appId\":\"a\",\"version\":1}],\"domainMetadata\":[],"
                    + "\"metadata\":"
                    + METADATA
                    + ",\"protocol\":"
                    + PROTOCOL
                    + ",\"histogramOpt\":{\"sortedBinBoundaries\":[0,8],\"fileCounts\":[2,0],\"totalBytes\":[10,0]},"
                    + "\"allFiles\":[{\"path\":\"x\"}],\"new\":{\"a\":1}}")
            .orElseThrow();
    assertEquals(10, sums.tableSizeBytes());
    assertEquals(2, sums.numFiles());
    assertEquals(new Protocol(1, 2), sums.protocol());
    assertEquals(List.of(2L, 0L), sums.histogram().fileCounts());
    assertEquals("a", sums.setTransactions().get(0).appId());
  }

  @Test
  void aTornOrPartialFileIsNone() {
    assertEquals(Optional.empty(), parse(""));
    assertEquals(Optional.empty(), parse("{\"tableSizeBytes\":1"));
    assertEquals(Optional.empty(), parse("{\"tableSizeBytes\":1}"));
    assertEquals(Optional.empty(), parse("{\"tableSizeBytes\":1,\"numFiles\":1,\"metadata\":{}}"));
    assertEquals(Optional.empty(), parse("{\"numFiles\":\"x\"}"));
  }

  @Test
  void allThatOthersWroteIsReadSaveTheMalformedOnes() throws IOException {
    int read = 0;
    try (Stream<Path> files = Files.walk(SharedFolder.tables())) {
      for (Path file :
          files
              .filter(f -> f.getFileName().toString().matches("\\d{20}\\.crc"))
              .filter(f -> !f.toString().contains("crc-malformed"))
              .toList()) {
        assertTrue(VersionChecksum.parse(Files.readAllBytes(file)).isPresent(), file::toString);
        read++;
      }
    }
    assertTrue(read > 50, "only " + read);
  }
}
