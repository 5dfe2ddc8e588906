package dev.lakehouse.log.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.io.Location;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartitionValuesTest {
  @Test
  void nullAndEmptyAreNull() {
    assertNull(PartitionValues.text(DataType.STRING, null));
    assertNull(PartitionValues.text(DataType.STRING, ""));
    assertNull(PartitionValues.text(DataType.BINARY, new byte[0]));
    assertEquals("null", PartitionValues.text(DataType.STRING, "null"));
    assertEquals(" ", PartitionValues.text(DataType.STRING, " "));
  }

  @Test
  void numbersAreTheTextThatJavaWrites() {
    assertEquals("-7", PartitionValues.text(DataType.BYTE, (byte) -7));
    assertEquals("9223372036854775807", PartitionValues.text(DataType.LONG, Long.MAX_VALUE));
    assertEquals("0.0", PartitionValues.text(DataType.DOUBLE, 0.0));
    assertEquals("-0.0", PartitionValues.text(DataType.DOUBLE, -0.0));
    assertEquals("1.0E10", PartitionValues.text(DataType.DOUBLE, 1e10));
    assertEquals("NaN", PartitionValues.text(DataType.DOUBLE, Double.NaN));
    assertEquals("-Infinity", PartitionValues.text(DataType.FLOAT, Float.NEGATIVE_INFINITY));
    assertEquals("3.4028235E38", PartitionValues.text(DataType.FLOAT, Float.MAX_VALUE));
  }

  /** Java before 19 writes 2.0E-3 style values with a digit too many in such cases. */
  @Test
  void theShortestDecimalIsWrittenOnEveryJdk() {
    assertEquals("2.0E23", PartitionValues.text(DataType.DOUBLE, 2e23));
    assertEquals("2.2E-322", PartitionValues.text(DataType.DOUBLE, 2.2e-322));
    assertEquals("1.0E23", PartitionValues.text(DataType.DOUBLE, 1e23));
    assertEquals("1.1E-44", PartitionValues.text(DataType.FLOAT, 1.1e-44f));
  }

  @Test
  void decimalsHaveTheirTypesScale() {
    assertEquals("0.00", PartitionValues.text(DataType.decimal(5, 2), BigDecimal.ZERO));
    assertEquals("12.30", PartitionValues.text(DataType.decimal(5, 2), new BigDecimal("12.3")));
    assertEquals("100000", PartitionValues.text(DataType.decimal(38, 0), new BigDecimal("1E5")));
  }

  @Test
  void datesAreIsoInEveryYear() {
    assertEquals("2024-02-29", PartitionValues.text(DataType.DATE, LocalDate.of(2024, 2, 29)));
    assertEquals("+10000-01-01", PartitionValues.text(DataType.DATE, LocalDate.of(10000, 1, 1)));
    assertEquals("-0001-01-01", PartitionValues.text(DataType.DATE, LocalDate.of(-1, 1, 1)));
  }

  @Test
  void timestampsAreUtcWithSixDigits() {
    assertEquals(
        "1970-01-01T00:00:00.123456Z",
        PartitionValues.text(DataType.TIMESTAMP, Instant.parse("1970-01-01T00:00:00.123456Z")));
    assertEquals(
        "2024-01-01T10:00:00.000000Z",
        PartitionValues.text(DataType.TIMESTAMP, Instant.parse("2024-01-01T10:00:00Z")));
    assertEquals(
        "1969-12-31T23:59:59.999999Z",
        PartitionValues.text(DataType.TIMESTAMP, Instant.parse("1969-12-31T23:59:59.999999Z")));
  }

  @Test
  void localTimestampsHaveNoZone() {
    assertEquals(
        "2021-11-18 02:30:00",
        PartitionValues.text(DataType.TIMESTAMP_NTZ, LocalDateTime.parse("2021-11-18T02:30:00")));
    assertEquals(
        "2021-11-18 02:30:00.123000",
        PartitionValues.text(
            DataType.TIMESTAMP_NTZ, LocalDateTime.parse("2021-11-18T02:30:00.123")));
  }

  @Test
  void binaryIsItsUtf8Text() {
    assertEquals("\u0001\u0002", PartitionValues.text(DataType.BINARY, new byte[] {1, 2}));
    assertEquals(
        "Köln", PartitionValues.text(DataType.BINARY, "Köln".getBytes(StandardCharsets.UTF_8)));
    byte[] latin1 = {(byte) 0xE4};
    assertThrows(
        SchemaMismatchException.class, () -> PartitionValues.text(DataType.BINARY, latin1));
  }

  @Test
  void halfASurrogatePairIsRefused() {
    assertThrows(
        SchemaMismatchException.class, () -> PartitionValues.text(DataType.STRING, "a\uD83D"));
  }

  @Test
  void nestedTypesAndVariantsCannotPartition() {
    assertFalse(PartitionValues.isAllowed(DataType.VARIANT));
    assertFalse(PartitionValues.isAllowed(DataType.VOID));
    assertFalse(PartitionValues.isAllowed(DataType.array(DataType.INT)));
    assertFalse(PartitionValues.isAllowed(StructType.of()));
    assertTrue(PartitionValues.isAllowed(DataType.decimal(10, 2)));
    assertTrue(PartitionValues.isAllowed(DataType.BINARY));
  }

  @Test
  void foldersAreHiveEscaped() {
    assertEquals("p=a%2Fb", folder("a/b"));
    assertEquals("p=%25", folder("%"));
    assertEquals("p= ", folder(" "));
    assertEquals("p=%3D", folder("="));
    assertEquals("p=2024-01-01 10%3A00%3A00", folder("2024-01-01 10:00:00"));
    assertEquals(
        "p=%01%1F%7F%22%23%27%2A%3F%5C%7B%5B%5D%5E", folder("\u0001\u001f\u007f\"#'*?\\{[]^"));
    assertEquals("p=<>`|}&+;,@", folder("<>`|}&+;,@"));
    assertEquals("p=__HIVE_DEFAULT_PARTITION__", folder(null));
    assertEquals("p=__HIVE_DEFAULT_PARTITION__", folder(""));
  }

  @Test
  void foldersAreAsciiOnly() {
    assertEquals("p=K%C3%B6ln", folder("Köln"));
    assertEquals("p=%F0%9F%98%80", folder("😀"));
    assertEquals("%C3%A4%3D=1/b=2", PartitionValues.folder(List.of("ä=", "b"), List.of("1", "2")));
  }

  @Test
  void theLogEncodesTheEscapedFolderOnceMore() {
    assertEquals("p=2024-01-01%2010%253A00%253A00", Location.encode(folder("2024-01-01 10:00:00")));
  }

  @Test
  void longValuesAreCutInTheFolderOnly() {
    String folder = folder("é".repeat(100));
    assertTrue(folder.length() <= 240);
    assertTrue(folder.endsWith("%A9") || folder.endsWith("%C3"), folder);
  }

  @Test
  void noColumnsNoFolder() {
    assertEquals("", PartitionValues.folder(List.of(), List.of()));
  }

  private static String folder(@Nullable String text) {
    return PartitionValues.folder(List.of("p"), Arrays.asList(text));
  }
}
