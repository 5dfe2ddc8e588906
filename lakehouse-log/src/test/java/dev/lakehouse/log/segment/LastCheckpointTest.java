package dev.lakehouse.log.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.io.Location;
import dev.lakehouse.io.memory.MemoryFileIO;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LastCheckpointTest {
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void theChecksumIsThatOfTheProtocolsExample() throws IOException {
    String text =
        "{\"k0\":\"'v 0'\",\"checksum\":\"ignored\",\"k1\":{\"k2\":2,\"k3\":[\"v3\",[1,2],"
            + "{\"k4\":\"v4\",\"k5\":[\"v5\",\"v6\",\"v7\"]}]}}";
    assertEquals("6a92d155a59bf2eecbd4b4ec7fd1f875", JsonChecksum.of(bytes(text)));
  }

  @Test
  void theChecksumKeepsTheTextOfNumbersAndLeavesOutEmptyValues() throws IOException {
    assertEquals(
        JsonChecksum.of(bytes("{\"a\":1.0,\"b\":{},\"c\":[]}")),
        JsonChecksum.of(bytes("{ \"a\" : 1.0 }")));
    assertTrue(
        !JsonChecksum.of(bytes("{\"a\":1.0}")).equals(JsonChecksum.of(bytes("{\"a\":1.00}"))));
    assertThrows(IOException.class, () -> JsonChecksum.of(bytes("{\"a\":1,\"a\":1}")));
  }

  @Test
  void aHintOfSparkIsRead() {
    // Written by Delta Spark, with its checksum.
    String text =
        "{\"version\":2,\"size\":9,\"sizeInBytes\":19554,\"numOfAddFiles\":4,\"checksum\":\"%s\"}";
    String right = LastCheckpointTest.checksum(text);
    LastCheckpoint hint = LastCheckpoint.parse(bytes(text.formatted(right))).orElseThrow();
    assertEquals(2, hint.version());
    assertEquals(9, hint.size());
    assertEquals(4, hint.numOfAddFiles());
    assertEquals(Optional.empty(), LastCheckpoint.parse(bytes(text.formatted("0".repeat(32)))));
  }

  private static String checksum(String text) {
    try {
      return JsonChecksum.of(bytes(text));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "{\"version\":",
        "[]",
        "{}",
        "{\"version\":-1}",
        "{\"version\":\"x\"}",
        "nonsense"
      })
  void aTornHintIsNone(String text) {
    assertEquals(Optional.empty(), LastCheckpoint.parse(bytes(text)));
  }

  @Test
  void aMissingHintIsNone() {
    assertEquals(
        Optional.empty(),
        LastCheckpoint.read(new MemoryFileIO(), Location.parse("memory://t/table")));
  }

  @Test
  void whatIsWrittenIsReadWithItsChecksum() throws IOException {
    LastCheckpoint hint =
        new LastCheckpoint(20, 7, null, 100L, 3L, "{\"type\":\"struct\",\"fields\":[]}");
    String text = new String(hint.write(), StandardCharsets.UTF_8);
    assertTrue(text.contains("\"checkpointSchema\":{\"type\":\"struct\",\"fields\":[]}"), text);
    assertTrue(text.contains(JsonChecksum.of(hint.write())), text);
    assertEquals(
        Optional.of(new LastCheckpoint(20, 7, null, 100L, 3L, null)),
        LastCheckpoint.parse(hint.write()));
  }
}
