package dev.lakehouse.parquet.write;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.MemoryBudget;
import dev.lakehouse.io.memory.MemoryFileIO;
import dev.lakehouse.parquet.read.ParquetFile;
import dev.lakehouse.parquet.read.ReadOptions;
import dev.lakehouse.parquet.read.ReadRequest;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.nio.file.Path;
import java.sql.Blob;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Struct;
import java.sql.Timestamp;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of random schemas, read by DuckDB and by this library. */
class OtherReadersTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void ourReaderReadsWhatWasWritten(long seed) {
    RandomTables tables = new RandomTables(seed);
    StructType schema = tables.schema(10, 3);
    List<List<@Nullable Object>> rows = tables.rows(schema, 2000);
    WriteOptions options = WriteOptions.builder().pageRows(400).rowGroupBytes(100_000).build();
    try (FileIO files = new MemoryFileIO()) {
      Location location = Location.parse("memory://test/file.parquet");
      try (ParquetWriter writer = ParquetWriter.create(files.create(location), schema, options)) {
        for (int from = 0; from < rows.size(); from += 500) {
          writer.write(RandomTables.batch(schema, rows.subList(from, from + 500)));
        }
        writer.finish();
      }
      RandomTables.assertRows(rows, ours(files, location, schema), schema);
    }
  }

  private static List<List<@Nullable Object>> ours(
      FileIO files, Location location, StructType schema) {
    ReadOptions options = ReadOptions.of(new MemoryBudget(256L << 20)).withVerifyChecksums(true);
    List<List<@Nullable Object>> rows = new ArrayList<>();
    try (InputFile input = files.open(location);
        ParquetFile file = ParquetFile.open(input, options);
        CloseableIterator<Batch> batches = file.read(ReadRequest.of(schema))) {
      while (batches.hasNext()) {
        Batch batch = batches.next();
        for (int i = 0; i < batch.rowCount(); i++) {
          List<@Nullable Object> row = new ArrayList<>();
          for (Column column : batch.columns()) {
            row.add(Values.get(column, i));
          }
          rows.add(row);
        }
      }
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void duckDbReadsWhatWasWritten(long seed) throws SQLException {
    RandomTables tables = new RandomTables(seed).withinCenturies();
    StructType schema = tables.schema(10, 2);
    List<List<@Nullable Object>> rows = tables.rows(schema, 1000);
    Path file = folder.resolve("file.parquet");
    RandomTables.write(file, schema, rows, 500, WriteOptions.builder().pageRows(300).build());
    RandomTables.assertRows(rows, duckDb("SELECT * FROM '" + file + "'", schema), schema);
  }

  @Test
  void duckDbFindsEachRowThroughPageIndexAndBloomFilter() throws SQLException {
    StructType schema =
        StructType.of(
            StructField.optional("n", DataType.LONG), StructField.optional("s", DataType.STRING));
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      rows.add(Arrays.asList(i * 7919L % 5003, i % 9 == 0 ? null : "s" + i));
    }
    Path file = folder.resolve("file.parquet");
    WriteOptions options =
        WriteOptions.builder().pageRows(200).bloomFilters(Set.of(ColumnPath.of("s"))).build();
    RandomTables.write(file, schema, rows, 500, options);
    for (int i = 1; i < 5000; i += 501) {
      String query =
          "SELECT * FROM '%s' WHERE n = %s AND s IS NOT DISTINCT FROM %s"
              .formatted(file, rows.get(i).get(0), literal(rows.get(i).get(1)));
      assertEquals(List.of(rows.get(i)), duckDb(query, schema), query);
    }
  }

  private static String literal(@Nullable Object value) {
    return value == null ? "NULL" : "'" + value + "'";
  }

  private static List<List<@Nullable Object>> duckDb(String query, StructType schema)
      throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("SET TimeZone = 'UTC'");
      List<List<@Nullable Object>> rows = new ArrayList<>();
      try (ResultSet result = statement.executeQuery(query)) {
        while (result.next()) {
          List<@Nullable Object> row = new ArrayList<>();
          for (int c = 0; c < schema.size(); c++) {
            row.add(value(result.getObject(c + 1), schema.field(c).type()));
          }
          rows.add(row);
        }
      }
      return rows;
    }
  }

  private static @Nullable Object value(@Nullable Object value, DataType type) throws SQLException {
    if (value == null) {
      return null;
    } else if (type instanceof StructType struct) {
      return struct(((Struct) value).getAttributes(), struct);
    } else if (type instanceof ArrayType array) {
      List<@Nullable Object> list = new ArrayList<>();
      for (Object element : (Object[]) ((java.sql.Array) value).getArray()) {
        list.add(value(element, array.element()));
      }
      return list;
    } else if (type instanceof MapType map) {
      Map<@Nullable Object, @Nullable Object> values = new LinkedHashMap<>();
      for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
        values.put(value(entry.getKey(), map.key()), value(entry.getValue(), map.value()));
      }
      return values;
    } else if (value instanceof Blob blob) {
      return blob.getBytes(1, (int) blob.length());
    } else if (value instanceof Timestamp time) {
      return time.toLocalDateTime();
    } else if (value instanceof OffsetDateTime time) {
      return time.toInstant();
    }
    return value;
  }

  private static List<@Nullable Object> struct(Object[] attributes, StructType struct)
      throws SQLException {
    List<@Nullable Object> values = new ArrayList<>();
    for (int f = 0; f < struct.size(); f++) {
      values.add(value(attributes[f], struct.field(f).type()));
    }
    return values;
  }
}
