package dev.lakehouse.log.action;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.io.CloseableIterator;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ActionJsonTest {
  /** A line of each kind, as this library writes it. */
  static List<String> lines() {
    return List.of(
        "{\"add\":{\"path\":\"a%20b.parquet\",\"partitionValues\":{\"p\":null,\"q\":\"\"},\"size\":9007199254740993,"
            + "\"modificationTime\":-1,\"dataChange\":false,\"stats\":\"{\\\"numRecords\\\":1}\",\"tags\":{\"k\":\"v\"},"
            + "\"deletionVector\":{\"storageType\":\"u\",\"pathOrInlineDv\":\"vBn[lx{q8@P<9BNH/isA\",\"offset\":1,"
            + "\"sizeInBytes\":36,\"cardinality\":1},\"baseRowId\":41,\"defaultRowCommitVersion\":5,"
            + "\"clusteringProvider\":\"liquid\"}}",
        "{\"remove\":{\"path\":\"a.parquet\",\"deletionTimestamp\":1732900000000,\"dataChange\":true,"
            + "\"extendedFileMetadata\":true,\"partitionValues\":{},\"size\":1000,\"baseRowId\":0,"
            + "\"defaultRowCommitVersion\":0}}",
        "{\"remove\":{\"path\":\"a.parquet\",\"dataChange\":true}}",
        "{\"cdc\":{\"path\":\"_change_data/c.parquet\",\"partitionValues\":{},\"size\":1100,\"dataChange\":false}}",
        "{\"metaData\":{\"id\":\"i\",\"format\":{\"provider\":\"parquet\",\"options\":{}},"
            + "\"schemaString\":\"{\\\"type\\\":\\\"struct\\\",\\\"fields\\\":[]}\",\"partitionColumns\":[\"p\"],"
            + "\"configuration\":{\"free\":\"1\"},\"createdTime\":3}}",
        "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,\"readerFeatures\":[],"
            + "\"writerFeatures\":[\"rowTracking\",\"domainMetadata\"]}}",
        "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}",
        "{\"txn\":{\"appId\":\"a\",\"version\":-3,\"lastUpdated\":4}}",
        "{\"domainMetadata\":{\"domain\":\"d\",\"configuration\":\"\",\"removed\":true}}",
        "{\"checkpointMetadata\":{\"version\":6}}",
        "{\"sidecar\":{\"path\":\"s.parquet\",\"sizeInBytes\":1,\"modificationTime\":2}}",
        "{\"commitInfo\":{\"inCommitTimestamp\":1,\"timestamp\":2,\"operation\":\"WRITE\",\"operationParameters\":{\"mode\":\"Append\",\"predicate\":\"[\\\"(id"
            + " = 3)\\\"]\"},\"readVersion\":4,"
            + "\"isolationLevel\":\"Serializable\",\"isBlindAppend\":false,\"operationMetrics\":{\"numFiles\":\"1\"},"
            + "\"tags\":{\"a\":\"b\"},\"engineInfo\":\"e\",\"txnId\":\"t\"}}");
  }

  @ParameterizedTest
  @MethodSource("lines")
  void anActionReadAndWrittenIsTheSameText(String line) {
    assertEquals(line, ActionJson.write(read(line).get(0)));
  }

  @Test
  void everyKindOfActionIsReadAndWritten() {
    Set<Class<?>> seen = new HashSet<>();
    lines().forEach(line -> seen.add(read(line).get(0).getClass()));
    assertEquals(Set.of(Action.class.getPermittedSubclasses()), seen);
  }

  @Test
  void unknownActionsAndUnknownFieldsAreIgnored() {
    List<Action> actions =
        read(
            "{}\r\n\n"
                + "{\"later\":{\"a\":[1,{}]}}\n"
                + "{\"checkpoint\":null}\n"
                + "{\"txn\":{\"appId\":\"a\",\"version\":1,\"x\":{\"y\":[1]},\"lastUpdated\":null}}\r\n"
                + "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2,\"readerFeatures\":null}}");
    assertEquals(List.of(new Txn("a", 1, null), new Protocol(1, 2)), actions);
  }

  @Test
  void everyOptionalFieldMayBeMissingOrNull() {
    AddFile bare = (AddFile) read("{\"add\":{\"path\":\"a\",\"size\":1}}").get(0);
    AddFile nulls =
        (AddFile)
            read("{\"add\":{\"path\":\"a\",\"size\":1,\"partitionValues\":null,\"tags\":null,"
                    + "\"stats\":null,\"deletionVector\":null,\"baseRowId\":null,\"dataChange\":null,"
                    + "\"modificationTime\":null,\"clusteringProvider\":null}}")
                .get(0);
    assertEquals(bare, nulls);
    assertTrue(bare.dataChange());
  }

  @Test
  void operationParametersOfAnyJsonTypeAreKept() {
    CommitInfo info =
        (CommitInfo)
            read("{\"commitInfo\":{\"timestamp\":1,\"operationParameters\":{\"s\":\"t\",\"a\":[1,\"x\"],"
                    + "\"o\":{\"k\":null},\"n\":1.50,\"b\":true,\"z\":null},\"operationMetrics\":{\"n\":3},"
                    + "\"isBlindAppend\":true,\"new\":[1]}}")
                .get(0);
    assertEquals("[1,\"x\"]", info.operationParameters().get("a"));
    assertEquals("{\"k\":null}", info.operationParameters().get("o"));
    assertEquals("t", info.operationParameters().get("s"));
    assertEquals("true", info.operationParameters().get("b"));
    assertNull(info.operationParameters().get("z"));
    assertEquals(Map.of("n", "3"), info.operationMetrics());
  }

  @Test
  void aTornLineIsAnErrorNamingFileAndLine() {
    String text = "{\"txn\":{\"appId\":\"a\",\"version\":1}}\n{\"txn\":{\"appId\":\"b\",\"ver";
    CorruptTableException e = assertThrows(CorruptTableException.class, () -> read(text));
    assertTrue(e.getMessage().contains("00.json, line 2"), e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"add\":{\"size\":1}}",
        "{\"add\":{\"path\":\"a\"}}",
        "{\"add\":{\"path\":\"a\",\"size\":\"x\"}}",
        "{\"add\":[]}",
        "[]",
        "{\"metaData\":{\"id\":\"a\"}}",
        "{\"metaData\":{\"id\":null,\"format\":{\"provider\":\"parquet\",\"options\":{}},\"schemaString\":\"\","
            + "\"partitionColumns\":[],\"configuration\":{}}}",
        "{\"protocol\":{\"minReaderVersion\":99999999999,\"minWriterVersion\":1}}"
      })
  void anActionWithoutWhatItMustHaveIsAnError(String line) {
    assertThrows(CorruptTableException.class, () -> read(line));
  }

  @Test
  void aLineOfManyMegabytesIsRead() {
    String stats = "s".repeat(30_000_000);
    AddFile add = AddFile.of("a", Map.of(), 1, 1, stats);
    assertEquals(add, read(ActionJson.write(add)).get(0));
  }

  @Test
  void onlyTheKindsAskedForAreRead() {
    String text = "{\"metaData\":{\"broken\":true}}\n{\"txn\":{\"appId\":\"a\",\"version\":1}}";
    try (CloseableIterator<Action> actions =
        ActionJson.read(stream(text), "f", Set.of("txn")::contains)) {
      assertEquals(new Txn("a", 1, null), actions.next());
    }
  }

  @Test
  void theIdentityOfAVectorHasItsOffsetOnlyIfTheLogHasOne() {
    DeletionVectorDescriptor with = new DeletionVectorDescriptor("u", "x", 4, 1, 1);
    DeletionVectorDescriptor without = new DeletionVectorDescriptor("i", "x", null, 1, 1);
    assertEquals("ux@4", with.uniqueId());
    assertEquals("ix", without.uniqueId());
  }

  private static List<Action> read(String text) {
    List<Action> actions = new ArrayList<>();
    try (CloseableIterator<Action> read = ActionJson.read(stream(text), "00.json")) {
      read.forEachRemaining(actions::add);
    }
    return actions;
  }

  private static ByteArrayInputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }
}
