package dev.lakehouse.parquet.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.MemoryBudget;
import dev.lakehouse.io.OutputFile;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.io.local.LocalFileIOFactory;
import dev.lakehouse.parquet.FieldNaming;
import dev.lakehouse.parquet.ParquetSchemas;
import dev.lakehouse.parquet.write.ParquetWriter;
import dev.lakehouse.parquet.write.RandomTables;
import dev.lakehouse.parquet.write.WriteOptions;
import dev.lakehouse.testing.CanonicalRows;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random rows of random schemas, written by others, read by this library. */
class ForeignWritersTest {
  private static final FileIO FILES = new LocalFileIOFactory().create(StorageOptions.DEFAULT);
  private static final List<String> CODECS =
      List.of("uncompressed", "snappy", "gzip", "zstd", "lz4_raw");

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void whatParquetJavaWroteIsRead(long seed) throws IOException {
    RandomTables tables = new RandomTables(seed);
    StructType schema = tables.schema(6, 3);
    List<List<@Nullable Object>> rows = tables.rows(schema, 700);
    Path file = folder.resolve("foreign.parquet");
    Random random = new Random(seed);
    ParquetJavaWriter.Settings settings =
        new ParquetJavaWriter.Settings(
            random.nextBoolean() ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0,
            random.nextBoolean(),
            random.nextBoolean(),
            50 + random.nextInt(500),
            200 + random.nextInt(600));
    ParquetJavaWriter.write(
        file, ParquetSchemas.of(schema, FieldNaming.LOGICAL), schema, rows, settings);
    assertRows(schema, rows, file, settings.toString());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void whatDuckDbWroteIsRead(long seed) throws SQLException {
    RandomTables tables = new RandomTables(seed);
    StructType schema = withoutVariants(tables.schema(6, 2));
    List<List<@Nullable Object>> rows = tables.rows(schema, 3000);
    Path ours = folder.resolve("ours.parquet");
    write(ours, schema, rows);
    Path theirs = folder.resolve("theirs.parquet");
    String options =
        String.format(
            Locale.ROOT,
            "FORMAT parquet, CODEC '%s', PARQUET_VERSION %s, ROW_GROUP_SIZE 2048",
            CODECS.get((int) (seed % CODECS.size())),
            seed % 2 == 0 ? "V1" : "V2");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("SET threads = 1");
      statement.execute("COPY (FROM '" + ours + "') TO '" + theirs + "' (" + options + ")");
    }
    assertRows(schema, rows, theirs, options);
  }

  private static void write(Path file, StructType schema, List<List<@Nullable Object>> rows) {
    OutputFile out = FILES.create(Location.of(file));
    try (ParquetWriter writer = ParquetWriter.create(out, schema, WriteOptions.defaults())) {
      writer.write(RandomTables.batch(schema, rows));
      writer.finish();
    }
  }

  private static void assertRows(
      StructType schema, List<List<@Nullable Object>> rows, Path path, String options) {
    CanonicalRows expected = new CanonicalRows().add(RandomTables.batch(schema, rows));
    CanonicalRows actual = new CanonicalRows();
    ReadOptions read = ReadOptions.of(new MemoryBudget(64 << 20)).withVerifyChecksums(true);
    try (ParquetFile file = ParquetFile.open(FILES.open(Location.of(path)), read);
        CloseableIterator<Batch> batches = file.read(ReadRequest.of(schema))) {
      batches.forEachRemaining(actual::add);
    }
    assertEquals(expected.size(), actual.size());
    List<String> wanted = expected.sorted();
    List<String> found = actual.sorted();
    for (int i = 0; i < wanted.size(); i++) {
      assertEquals(wanted.get(i), found.get(i), () -> schema + " with " + options);
    }
  }

  /** DuckDB writes variants shredded in its own way, and knows none within others. */
  private static StructType withoutVariants(StructType schema) {
    return new StructType(
        schema.fields().stream().map(field -> field.withType(plain(field.type()))).toList());
  }

  private static DataType plain(DataType type) {
    if (type instanceof StructType struct) {
      return withoutVariants(struct);
    } else if (type instanceof ArrayType array) {
      return DataType.array(plain(array.element()));
    } else if (type instanceof MapType map) {
      return DataType.map(map.key(), plain(map.value()));
    }
    return type == DataType.VARIANT ? DataType.STRING : type;
  }
}
