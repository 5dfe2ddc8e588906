package dev.lakehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ColumnBuilder;
import dev.lakehouse.columnar.Variant;
import dev.lakehouse.data.BatchReader;
import dev.lakehouse.data.VerifyReport.Finding;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.testing.CanonicalRows;
import dev.lakehouse.testing.Shared;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.FieldMetadata;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.PrimitiveType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every table of another program that can be read takes an append, or refuses it by name. */
class ForeignTablesAppendTest {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** Tables that are read but not written, and what the refusal must say. */
  private static final Map<String, String> REFUSED =
      Map.of(
          "delta_spark-identity_test_written_by_version_5",
              "makes use of 'identityColumns', which its protocol does not list",
          "deltars-table_with_liquid_clustering", "needs the writer feature 'liquid'");

  @TempDir private Path temporary;

  @Test
  void everyReadableTableIsAppendedToOrRefusesByName() throws IOException {
    Map<String, String> wrong = new TreeMap<>();
    int appended = 0;
    try (Stream<Path> folders = Files.list(Shared.folder("tables"))) {
      for (Path folder : folders.filter(Files::isDirectory).sorted().toList()) {
        String name = folder.getFileName().toString();
        JsonNode expected = MAPPER.readTree(folder.resolve("EXPECT.json").toFile());
        if (List.of("rows", "variant").contains(expected.get("compare").asText())) {
          String fault = append(copy(folder, name), REFUSED.get(name));
          if (fault != null) {
            wrong.put(name, fault);
          }
          appended++;
        }
      }
    }
    assertEquals(Map.of(), wrong, () -> wrong.size() + " are wrong");
    assertEquals(96, appended);
  }

  private Path copy(Path folder, String name) throws IOException {
    Path target = temporary.resolve(name);
    try (Stream<Path> tree = Files.walk(folder)) {
      for (Path from : tree.sorted().toList()) {
        String relative = folder.relativize(from).toString();
        if (relative.equals("EXPECT.json") || relative.startsWith("_expected")) {
          continue;
        }
        Path to = target.resolve(relative);
        if (Files.isDirectory(from)) {
          Files.createDirectories(to);
        } else {
          Files.copy(from, to);
        }
      }
    }
    return target;
  }

  private static @Nullable String append(Path folder, @Nullable String refusal) {
    try (Lakehouse lake = Lakehouse.create()) {
      Table table = lake.table(folder.toString());
      List<Finding> before = table.verify().findings();
      List<String> rows = new ArrayList<>(read(table).sorted());
      long version = table.version();
      Batch batch = batch(table.schema());
      table.append(Source.batches(batch.schema(), List.of(batch))).execute();
      if (refusal != null) {
        return "is appended to, but should say: " + refusal;
      } else if (table.version() != version + 1) {
        return "is at version " + table.version();
      }
      if (batch.schema().equals(table.schema())) {
        CanonicalRows added = new CanonicalRows();
        added.add(batch);
        rows.addAll(added.sorted());
        rows.sort(null);
        if (!rows.equals(read(table).sorted())) {
          return "has rows " + read(table).sorted() + ", but should have " + rows;
        }
      } else if (read(table).size() != rows.size() + batch.rowCount()) {
        return "has " + read(table).size() + " rows";
      }
      List<Finding> after = new ArrayList<>(table.verify().findings());
      after.removeAll(before);
      return after.isEmpty() ? null : after.toString();
    } catch (LakehouseException e) {
      return refusal != null && String.valueOf(e.getMessage()).contains(refusal)
          ? null
          : e.toString();
    }
  }

  private static CanonicalRows read(Table table) {
    CanonicalRows rows = new CanonicalRows();
    try (BatchReader batches = table.scan().batches()) {
      batches.forEachRemaining(rows::add);
    }
    return rows;
  }

  /** A row of values and one of nulls, as far as the columns allow. */
  private static Batch batch(StructType schema) {
    List<StructField> given = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    for (StructField field : schema) {
      if (field.generatedAs().isPresent() || field.metadata().has(FieldMetadata.IDENTITY_START)) {
        continue;
      }
      given.add(field);
      @Nullable Object value = value(field.type());
      @Nullable Object other = field.nullable() ? null : value;
      columns.add(ColumnBuilder.column(field.type(), Arrays.asList(value, other)));
    }
    return new Batch(new StructType(given), columns, 2);
  }

  private static @Nullable Object value(DataType type) {
    if (type instanceof StructType struct) {
      List<@Nullable Object> values = new ArrayList<>();
      struct.forEach(field -> values.add(value(field.type())));
      return values;
    } else if (type instanceof ArrayType array) {
      return Arrays.asList(value(array.element()), value(array.element()));
    } else if (type instanceof MapType map) {
      Object key = value(map.key());
      return key == null ? Map.of() : java.util.Collections.singletonMap(key, value(map.value()));
    } else if (type instanceof DecimalType decimal) {
      return BigDecimal.valueOf(decimal.precision() > decimal.scale() ? 7 : 0)
          .setScale(decimal.scale());
    }
    return switch ((PrimitiveType) type) {
      case BOOLEAN -> true;
      case BYTE -> (byte) 7;
      case SHORT -> (short) 7;
      case INT -> 7;
      case LONG -> 7L;
      case FLOAT -> 7.5f;
      case DOUBLE -> 7.25;
      case STRING -> "é seven";
      case BINARY -> new byte[] {7, 8};
      case DATE -> LocalDate.of(2026, 1, 7);
      case TIMESTAMP -> Instant.parse("2026-01-07T07:07:07.123456Z");
      case TIMESTAMP_NTZ -> LocalDateTime.of(2026, 1, 7, 7, 7, 7, 123456000);
      case VARIANT -> new Variant(new byte[] {1, 0, 0}, new byte[] {12, 7});
      case VOID -> null;
    };
  }
}
