package dev.lakehouse.parquet.write;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.lakehouse.types.StructType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParquetWriterTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void anyRowsOfAnySchemaAreReadBackByParquetJava(long seed) {
    RandomTables tables = new RandomTables(seed);
    StructType schema = tables.schema(8, 3);
    List<List<@Nullable Object>> rows = tables.rows(schema, 2000);
    Path file = folder.resolve("random.parquet");
    write(file, schema, rows, 700, WriteOptions.builder().pageRows(500).build());
    List<List<@Nullable Object>> back = ParquetJava.rows(file, schema);
    assertEquals(rows.size(), back.size());
    for (int i = 0; i < rows.size(); i++) {
      assertEquals(plain(rows.get(i)), plain(back.get(i)), "row " + i + " of " + schema);
    }
  }

  static WrittenFile write(
      Path file,
      StructType schema,
      List<List<@Nullable Object>> rows,
      int batchRows,
      WriteOptions options) {
    try (ParquetWriter writer = ParquetWriter.create(new PathFile(file), schema, options)) {
      for (int from = 0; from < rows.size(); from += batchRows) {
        writer.write(
            RandomTables.batch(
                schema, rows.subList(from, Math.min(rows.size(), from + batchRows))));
      }
      return writer.finish();
    }
  }

  /** The value with arrays of bytes as lists, so that it has an equals. */
  static @Nullable Object plain(@Nullable Object value) {
    if (value instanceof byte[] bytes) {
      return Arrays.toString(bytes);
    } else if (value instanceof List<?> list) {
      List<@Nullable Object> plain = new ArrayList<>();
      list.forEach(element -> plain.add(plain(element)));
      return plain;
    } else if (value instanceof Map<?, ?> map) {
      List<@Nullable Object> plain = new ArrayList<>();
      map.forEach((key, element) -> plain.add(Arrays.asList(plain(key), plain(element))));
      return plain;
    }
    return value;
  }
}
