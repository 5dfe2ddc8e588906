package dev.lakehouse.log.protocol;

import static dev.lakehouse.log.protocol.TableFeature.*;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProtocolRulesTest {
  private static final StructType SCHEMA = StructType.of(StructField.optional("a", DataType.INT));

  @ParameterizedTest
  @CsvSource({
    "1, 1, ''",
    "1, 2, 'APPEND_ONLY INVARIANTS'",
    "1, 4, 'APPEND_ONLY INVARIANTS CHECK_CONSTRAINTS CHANGE_DATA_FEED GENERATED_COLUMNS'",
    "1, 5, 'APPEND_ONLY INVARIANTS CHECK_CONSTRAINTS CHANGE_DATA_FEED GENERATED_COLUMNS'",
    "2, 4, 'APPEND_ONLY INVARIANTS CHECK_CONSTRAINTS CHANGE_DATA_FEED GENERATED_COLUMNS'",
    "2, 5, 'APPEND_ONLY INVARIANTS CHECK_CONSTRAINTS CHANGE_DATA_FEED GENERATED_COLUMNS"
        + " COLUMN_MAPPING'",
    "2, 6, 'APPEND_ONLY INVARIANTS CHECK_CONSTRAINTS CHANGE_DATA_FEED GENERATED_COLUMNS"
        + " COLUMN_MAPPING IDENTITY_COLUMNS'"
  })
  void legacyVersionsImplyTheFeaturesThatBothSidesReach(int reader, int writer, String expected) {
    assertEquals(features(expected), TableFeature.supportedBy(new Protocol(reader, writer)));
  }

  private static Set<TableFeature> features(String names) {
    Set<TableFeature> features = EnumSet.noneOf(TableFeature.class);
    for (String name : names.split(" ")) {
      if (!name.isEmpty()) {
        features.add(TableFeature.valueOf(name));
      }
    }
    return features;
  }

  @Test
  void aNewTableGetsTheLeastProtocolThatSaysItsFeatures() {
    assertEquals(new Protocol(1, 2), forNew(APPEND_ONLY, INVARIANTS));
    assertEquals(new Protocol(1, 1), ProtocolRules.forNewTable(Set.of()));
    assertEquals(new Protocol(1, 3), forNew(APPEND_ONLY, INVARIANTS, CHECK_CONSTRAINTS));
    assertEquals(
        new Protocol(1, 7, null, Set.of("domainMetadata", "rowTracking")), forNew(ROW_TRACKING));
    assertEquals(new Protocol(2, 7, null, Set.of("columnMapping")), forNew(COLUMN_MAPPING));
    assertEquals(
        new Protocol(
            3,
            7,
            Set.of("columnMapping", "deletionVectors"),
            Set.of("columnMapping", "deletionVectors", "appendOnly", "invariants")),
        forNew(APPEND_ONLY, INVARIANTS, COLUMN_MAPPING, DELETION_VECTORS));
    assertEquals(
        new Protocol(2, 5),
        forNew(
            APPEND_ONLY,
            INVARIANTS,
            CHECK_CONSTRAINTS,
            CHANGE_DATA_FEED,
            GENERATED_COLUMNS,
            COLUMN_MAPPING));
  }

  private static Protocol forNew(TableFeature first, TableFeature... rest) {
    return ProtocolRules.forNewTable(EnumSet.of(first, rest));
  }

  @Test
  void anUpgradeFromLegacyListsAllThatTheVersionsImplied() {
    Protocol grown = ProtocolRules.withFeatures(new Protocol(1, 4), Set.of(DELETION_VECTORS));
    assertEquals(
        new Protocol(
            3,
            7,
            Set.of("deletionVectors"),
            Set.of(
                "appendOnly",
                "invariants",
                "checkConstraints",
                "changeDataFeed",
                "generatedColumns",
                "deletionVectors")),
        grown);
  }

  @Test
  void anUpgradeKeepsNamesItDoesNotKnowAndNeverLowersAVersion() {
    Protocol foreign = new Protocol(1, 7, null, Set.of("fromTheFuture"));
    assertEquals(
        Set.of("fromTheFuture", "domainMetadata"),
        ProtocolRules.withFeatures(foreign, Set.of(DOMAIN_METADATA)).writerFeatures());
    assertEquals(
        new Protocol(2, 4),
        ProtocolRules.withFeatures(new Protocol(2, 4), Set.of(CHANGE_DATA_FEED)));
    assertEquals(
        3,
        ProtocolRules.withFeatures(new Protocol(3, 7, Set.of(), Set.of()), Set.of(DOMAIN_METADATA))
            .minReaderVersion());
  }

  @Test
  void aMergeSupportsWhatEitherSideSupports() {
    Protocol merged =
        ProtocolRules.merge(
            new Protocol(2, 5), new Protocol(1, 7, null, Set.of("domainMetadata", "later")));
    assertTrue(ProtocolRules.supports(merged, COLUMN_MAPPING));
    assertTrue(ProtocolRules.supports(merged, DOMAIN_METADATA));
    assertTrue(merged.writerFeatures().contains("later"));
    assertEquals(new Protocol(2, 5), ProtocolRules.merge(new Protocol(2, 5), new Protocol(1, 2)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fromTheFuture",
        "catalogManaged",
        "catalogOwned-preview",
        "geospatial",
        "adaptiveMetadata-preview",
        "redirectReaderWriter-preview",
        "DeletionVectors"
      })
  void aReaderFeatureWeLackIsRefusedByName(String name) {
    Protocol protocol = new Protocol(3, 7, Set.of(name), Set.of(name));
    UnsupportedFeatureException e =
        assertThrows(
            UnsupportedFeatureException.class, () -> ProtocolRules.requireReadable(protocol, "t"));
    assertEquals(name, e.feature());
    assertTrue(e.getMessage().contains(name), e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "columnMapping",
        "deletionVectors",
        "timestampNtz",
        "timestampWithoutTimezone",
        "v2Checkpoint",
        "typeWidening",
        "typeWidening-preview",
        "variantType",
        "variantType-preview",
        "variantShredding",
        "variantShredding-preview",
        "vacuumProtocolCheck"
      })
  void everyReaderFeatureWeReadIsAccepted(String name) {
    assertDoesNotThrow(
        () -> ProtocolRules.requireReadable(new Protocol(3, 7, Set.of(name), Set.of(name)), "t"));
  }

  @Test
  void readerVersionsOfTheFutureAreRefused() {
    assertThrows(
        UnsupportedFeatureException.class,
        () -> ProtocolRules.requireReadable(new Protocol(4, 7, Set.of(), Set.of()), "t"));
  }

  @Test
  void anUnknownWriterFeatureBlocksWritingOnly() {
    Protocol protocol = new Protocol(1, 7, null, Set.of("fromTheFuture"));
    assertDoesNotThrow(() -> ProtocolRules.requireReadable(protocol, "t"));
    UnsupportedFeatureException e =
        assertThrows(UnsupportedFeatureException.class, () -> requireWritable(protocol, Map.of()));
    assertEquals("fromTheFuture", e.feature());
    assertThrows(
        UnsupportedFeatureException.class,
        () -> requireWritable(new Protocol(1, 8, null, Set.of()), Map.of()));
  }

  @Test
  void protocolsThatContradictThemselvesAreRefused() {
    for (Protocol protocol :
        List.of(
            new Protocol(3, 7),
            new Protocol(1, 7),
            new Protocol(3, 6, Set.of(), null),
            new Protocol(1, 2, Set.of("deletionVectors"), null),
            new Protocol(1, 2, null, Set.of("appendOnly")),
            new Protocol(3, 7, Set.of("appendOnly"), Set.of("appendOnly")),
            new Protocol(0, 2))) {
      assertThrows(
          CorruptTableException.class,
          () -> ProtocolRules.requireReadable(protocol, "t"),
          protocol::toString);
    }
  }

  @Test
  void shapesInTheWildAreRead() {
    for (Protocol protocol :
        List.of(
            new Protocol(2, 7, null, Set.of("columnMapping")),
            new Protocol(1, 2, Set.of(), Set.of()),
            new Protocol(3, 7, Set.of("deletionVectors"), Set.of()),
            new Protocol(3, 7, Set.of(), Set.of("deletionVectors")))) {
      assertDoesNotThrow(() -> ProtocolRules.requireReadable(protocol, "t"), protocol::toString);
    }
    assertTrue(
        ProtocolRules.supports(new Protocol(2, 7, null, Set.of("columnMapping")), COLUMN_MAPPING));
  }

  @Test
  void aFeatureOfReadersAloneIsNotWritten() {
    assertThrows(
        CorruptTableException.class,
        () -> requireWritable(new Protocol(3, 7, Set.of("deletionVectors"), Set.of()), Map.of()));
  }

  @Test
  void aLegacyTableIsWrittenWithWhatItsVersionImpliesAndNoMore() {
    Protocol protocol = new Protocol(2, 5);
    assertDoesNotThrow(() -> requireWritable(protocol, Map.of("delta.appendOnly", "true")));
    assertDoesNotThrow(
        () -> requireWritable(protocol, Map.of("Delta.Constraints.positive", "a > 0")));
    assertThrows(
        CorruptTableException.class,
        () -> requireWritable(new Protocol(1, 2), Map.of("Delta.Constraints.positive", "a > 0")));
  }

  @Test
  void metadataWithoutItsFeatureIsNotWritten() {
    assertThrows(
        CorruptTableException.class,
        () -> requireWritable(new Protocol(1, 2), Map.of("delta.enableDeletionVectors", "true")));
  }

  private static void requireWritable(Protocol protocol, Map<String, String> properties) {
    ProtocolRules.requireWritable(
        protocol, Metadata.of("id", null, null, SCHEMA, List.of(), properties, 0), SCHEMA, "t");
  }

  @Test
  void dependenciesComeAlong() {
    assertEquals(
        EnumSet.of(
            ICEBERG_WRITER_COMPAT_V3,
            ICEBERG_COMPAT_V3,
            COLUMN_MAPPING,
            ROW_TRACKING,
            DOMAIN_METADATA),
        TableFeature.closure(EnumSet.of(ICEBERG_WRITER_COMPAT_V3)));
    assertFalse(TableFeature.closure(EnumSet.of(VARIANT_SHREDDING)).contains(DOMAIN_METADATA));
  }
}
