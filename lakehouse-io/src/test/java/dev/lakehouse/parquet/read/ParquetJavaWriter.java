package dev.lakehouse.parquet.read;

import dev.lakehouse.columnar.Values;
import dev.lakehouse.columnar.Variant;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.PrimitiveType;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/** Writes rows with parquet-java's own record writer. */
final class ParquetJavaWriter {
  private ParquetJavaWriter() {}

  /** What is varied. */
  record Settings(
      WriterVersion version,
      boolean dictionary,
      boolean byteStreamSplit,
      int pageRows,
      int groupRows) {}

  static void write(
      Path file,
      MessageType parquetSchema,
      StructType schema,
      List<List<@Nullable Object>> rows,
      Settings settings)
      throws IOException {
    try (ParquetWriter<List<@Nullable Object>> writer =
        new Builder(new LocalOutputFile(file), parquetSchema, schema)
            .withConf(new PlainParquetConfiguration())
            .withCodecFactory(new NoCodecs())
            .withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
            .withWriterVersion(settings.version())
            .withDictionaryEncoding(settings.dictionary())
            .withByteStreamSplitEncoding(settings.byteStreamSplit())
            .withPageRowCountLimit(settings.pageRows())
            .withRowGroupRowCountLimit(settings.groupRows())
            .withPageWriteChecksumEnabled(true)
            .build()) {
      for (List<@Nullable Object> row : rows) {
        writer.write(row);
      }
    }
  }

  /** A builder of writers of rows. */
  private static final class Builder
      extends ParquetWriter.Builder<List<@Nullable Object>, Builder> {
    private final MessageType parquetSchema;
    private final StructType schema;

    Builder(OutputFile file, MessageType parquetSchema, StructType schema) {
      super(file);
      this.parquetSchema = parquetSchema;
      this.schema = schema;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected WriteSupport<List<@Nullable Object>> getWriteSupport(Configuration configuration) {
      return new Rows(parquetSchema, schema);
    }

    @Override
    protected WriteSupport<List<@Nullable Object>> getWriteSupport(
        ParquetConfiguration configuration) {
      return new Rows(parquetSchema, schema);
    }
  }

  /** Tells parquet-java what is in a row. */
  private static final class Rows extends WriteSupport<List<@Nullable Object>> {
    private final MessageType parquetSchema;
    private final StructType schema;
    private RecordConsumer out;

    Rows(MessageType parquetSchema, StructType schema) {
      this.parquetSchema = parquetSchema;
      this.schema = schema;
    }

    @Override
    public WriteContext init(Configuration configuration) {
      return new WriteContext(parquetSchema, Map.of());
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
      return new WriteContext(parquetSchema, Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer consumer) {
      out = consumer;
    }

    @Override
    public void write(List<@Nullable Object> row) {
      out.startMessage();
      fields(schema, row);
      out.endMessage();
    }

    private void fields(StructType struct, List<?> values) {
      for (int i = 0; i < struct.size(); i++) {
        field(struct.field(i).name(), i, struct.field(i).type(), values.get(i));
      }
    }

    private void field(String name, int index, DataType type, @Nullable Object value) {
      if (value != null) {
        out.startField(name, index);
        value(type, value);
        out.endField(name, index);
      }
    }

    private void value(DataType type, Object value) {
      if (type instanceof PrimitiveType primitive && type != DataType.VARIANT) {
        primitive(primitive, value);
      } else if (type instanceof DecimalType decimal) {
        decimal(decimal, (BigDecimal) value);
      } else {
        out.startGroup();
        group(type, value);
        out.endGroup();
      }
    }

    private void group(DataType type, Object value) {
      if (type instanceof StructType struct) {
        fields(struct, (List<?>) value);
      } else if (value instanceof Variant variant) {
        field("value", 0, DataType.BINARY, variant.value());
        field("metadata", 1, DataType.BINARY, variant.metadata());
      } else if (value instanceof Map<?, ?> map && !map.isEmpty()) {
        MapType types = (MapType) type;
        out.startField("key_value", 0);
        map.forEach((key, element) -> entry(types, key, element));
        out.endField("key_value", 0);
      } else if (value instanceof List<?> list && !list.isEmpty()) {
        DataType element = ((ArrayType) type).element();
        out.startField("list", 0);
        list.forEach(item -> element(element, item));
        out.endField("list", 0);
      }
    }

    private void entry(MapType type, Object key, @Nullable Object value) {
      out.startGroup();
      field("key", 0, type.key(), key);
      field("value", 1, type.value(), value);
      out.endGroup();
    }

    private void element(DataType type, @Nullable Object value) {
      out.startGroup();
      field("element", 0, type, value);
      out.endGroup();
    }

    private void primitive(PrimitiveType type, Object value) {
      switch (type) {
        case BOOLEAN -> out.addBoolean((Boolean) value);
        case BYTE, SHORT, INT -> out.addInteger(((Number) value).intValue());
        case LONG -> out.addLong((Long) value);
        case FLOAT -> out.addFloat((Float) value);
        case DOUBLE -> out.addDouble((Double) value);
        case STRING -> out.addBinary(Binary.fromString((String) value));
        case BINARY -> out.addBinary(Binary.fromConstantByteArray((byte[]) value));
        case DATE -> out.addInteger((int) ((LocalDate) value).toEpochDay());
        case TIMESTAMP -> out.addLong(Values.micros((Instant) value));
        case TIMESTAMP_NTZ -> out.addLong(Values.micros((LocalDateTime) value));
        default -> throw new IllegalArgumentException(type.toString());
      }
    }

    private void decimal(DecimalType type, BigDecimal value) {
      BigInteger unscaled = value.setScale(type.scale()).unscaledValue();
      if (type.precision() <= 9) {
        out.addInteger(unscaled.intValueExact());
      } else if (type.fitsLong()) {
        out.addLong(unscaled.longValueExact());
      } else {
        out.addBinary(Binary.fromConstantByteArray(fixed(type, unscaled)));
      }
    }

    private static byte[] fixed(DecimalType type, BigInteger unscaled) {
      byte[] number = unscaled.toByteArray();
      byte[] fixed = new byte[dev.lakehouse.parquet.ParquetSchemas.decimalBytes(type.precision())];
      Arrays.fill(fixed, (byte) (unscaled.signum() < 0 ? -1 : 0));
      System.arraycopy(number, 0, fixed, fixed.length - number.length, number.length);
      return fixed;
    }
  }

  /** Codecs that do not compress. */
  private static final class NoCodecs implements CompressionCodecFactory {
    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName codec) {
      return new BytesInputCompressor() {
        @Override
        public BytesInput compress(BytesInput bytes) {
          return bytes;
        }

        @Override
        public CompressionCodecName getCodecName() {
          return CompressionCodecName.UNCOMPRESSED;
        }

        @Override
        public void release() {}
      };
    }

    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
      throw new UnsupportedOperationException("Only for writing");
    }

    @Override
    public void release() {}
  }
}
