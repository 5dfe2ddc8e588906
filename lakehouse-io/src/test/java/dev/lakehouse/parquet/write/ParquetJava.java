package dev.lakehouse.parquet.write;

import com.github.luben.zstd.Zstd;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.columnar.Variant;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.PrimitiveType;
import dev.lakehouse.types.StructType;
import io.airlift.compress.lz4.Lz4Decompressor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;
import org.xerial.snappy.Snappy;

/** Reads files with parquet-java's own record reader: the judge of what we write. */
final class ParquetJava {
  private ParquetJava() {}

  static ParquetFileReader open(Path file, FilterCompat.Filter filter) throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.builder(new PlainParquetConfiguration())
            .withCodecFactory(new Codecs())
            .withPageChecksumVerification(true)
            .withRecordFilter(filter)
            .build();
    return ParquetFileReader.open(new LocalInputFile(file), options);
  }

  static ParquetMetadata footer(Path file) {
    try (ParquetFileReader reader = open(file, FilterCompat.NOOP)) {
      return reader.getFooter();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The rows, each the values of its columns as {@link Values} has them. */
  static List<List<@Nullable Object>> rows(Path file, StructType schema) {
    return pages(file, schema, FilterCompat.NOOP);
  }

  /** The rows of the pages that may match {@code filter}, also those that do not. */
  static List<List<@Nullable Object>> pages(
      Path file, StructType schema, FilterCompat.Filter filter) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    try (ParquetFileReader reader = open(file, filter)) {
      MessageType parquetSchema = reader.getFooter().getFileMetaData().getSchema();
      PageReadStore pages;
      while ((pages = reader.readNextFilteredRowGroup()) != null) {
        RecordReader<Group> records =
            new ColumnIOFactory()
                .getColumnIO(parquetSchema)
                .getRecordReader(pages, new GroupRecordConverter(parquetSchema));
        for (long i = 0; i < pages.getRowCount(); i++) {
          rows.add(struct(records.read(), schema));
        }
      }
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<@Nullable Object> struct(Group group, StructType type) {
    List<@Nullable Object> values = new ArrayList<>();
    type.forEach(
        field ->
            values.add(
                field.type() == DataType.VOID
                    ? null
                    : field(group, field.name(), 0, field.type())));
    return values;
  }

  private static @Nullable Object field(Group group, String name, int index, DataType type) {
    if (group.getFieldRepetitionCount(name) == 0) {
      return null;
    } else if (type instanceof StructType struct) {
      return struct(group.getGroup(name, index), struct);
    } else if (type instanceof ArrayType array) {
      return list(group.getGroup(name, index), array);
    } else if (type instanceof MapType map) {
      return map(group.getGroup(name, index), map);
    } else if (type instanceof DecimalType decimal) {
      return decimal(group, name, index, decimal);
    } else if (type == DataType.VARIANT) {
      Group variant = group.getGroup(name, index);
      return new Variant(
          variant.getBinary("metadata", 0).getBytes(), variant.getBinary("value", 0).getBytes());
    }
    return primitive(group, name, index, (PrimitiveType) type);
  }

  private static List<@Nullable Object> list(Group group, ArrayType type) {
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < group.getFieldRepetitionCount("list"); i++) {
      values.add(field(group.getGroup("list", i), "element", 0, type.element()));
    }
    return values;
  }

  private static Map<@Nullable Object, @Nullable Object> map(Group group, MapType type) {
    Map<@Nullable Object, @Nullable Object> values = new LinkedHashMap<>();
    for (int i = 0; i < group.getFieldRepetitionCount("key_value"); i++) {
      Group entry = group.getGroup("key_value", i);
      values.put(field(entry, "key", 0, type.key()), field(entry, "value", 0, type.value()));
    }
    return values;
  }

  private static BigDecimal decimal(Group group, String name, int index, DecimalType type) {
    if (type.precision() <= 9) {
      return BigDecimal.valueOf(group.getInteger(name, index), type.scale());
    } else if (type.fitsLong()) {
      return BigDecimal.valueOf(group.getLong(name, index), type.scale());
    }
    return new BigDecimal(new BigInteger(group.getBinary(name, index).getBytes()), type.scale());
  }

  private static Object primitive(Group group, String name, int index, PrimitiveType type) {
    return switch (type) {
      case BOOLEAN -> group.getBoolean(name, index);
      case BYTE -> (byte) group.getInteger(name, index);
      case SHORT -> (short) group.getInteger(name, index);
      case INT -> group.getInteger(name, index);
      case DATE -> LocalDate.ofEpochDay(group.getInteger(name, index));
      case LONG -> group.getLong(name, index);
      case TIMESTAMP -> Values.instant(group.getLong(name, index));
      case TIMESTAMP_NTZ -> Values.localDateTime(group.getLong(name, index));
      case FLOAT -> group.getFloat(name, index);
      case DOUBLE -> group.getDouble(name, index);
      case STRING -> group.getString(name, index);
      case BINARY -> group.getBinary(name, index).getBytes();
      default -> throw new IllegalArgumentException("No column of type " + type);
    };
  }

  /** Decompressors without Hadoop. */
  private static final class Codecs implements CompressionCodecFactory {
    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName codec) {
      throw new UnsupportedOperationException();
    }

    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
      return new BytesInputDecompressor() {
        @Override
        public BytesInput decompress(BytesInput bytes, int size) throws IOException {
          return BytesInput.from(inflate(codec, bytes.toByteArray(), size));
        }

        @Override
        public void decompress(ByteBuffer input, int length, ByteBuffer output, int size) {
          throw new UnsupportedOperationException();
        }

        @Override
        public void release() {}
      };
    }

    private static byte[] inflate(CompressionCodecName codec, byte[] bytes, int size)
        throws IOException {
      return switch (codec) {
        case UNCOMPRESSED -> bytes;
        case SNAPPY -> Snappy.uncompress(bytes);
        case GZIP -> new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes();
        case ZSTD -> Zstd.decompress(bytes, size);
        case LZ4_RAW -> {
          byte[] inflated = new byte[size];
          new Lz4Decompressor().decompress(bytes, 0, bytes.length, inflated, 0, size);
          yield inflated;
        }
        default -> throw new IllegalArgumentException("Codec " + codec);
      };
    }

    @Override
    public void release() {}
  }
}
