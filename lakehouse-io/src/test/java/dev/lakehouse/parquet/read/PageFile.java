package dev.lakehouse.parquet.read;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;

/**
 * Writes a file with one column and one row group from pages made by hand, without compression:
 * what other writers may do and ours does not.
 */
final class PageFile implements AutoCloseable {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  private final OutputStream out;
  private final SchemaElement column;
  private long position;
  private long values;
  private Encoding encoding = Encoding.PLAIN;

  private PageFile(Path file, SchemaElement column) throws IOException {
    this.out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
    this.column = column;
    write(MAGIC);
  }

  /** A file with a required text column {@code c}. */
  static PageFile ofTexts(Path file) throws IOException {
    SchemaElement column = column(Type.BYTE_ARRAY);
    column.setConverted_type(ConvertedType.UTF8);
    return new PageFile(file, column);
  }

  /** A file with a required column {@code c}. */
  static PageFile of(Path file, SchemaElement column) throws IOException {
    return new PageFile(file, column);
  }

  /** A required column {@code c}. */
  static SchemaElement column(Type type) {
    SchemaElement column = new SchemaElement("c");
    column.setType(type);
    column.setRepetition_type(FieldRepetitionType.REQUIRED);
    return column;
  }

  /** A page of plain texts. */
  PageFile texts(byte[]... texts) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (byte[] text : texts) {
      for (int shift = 0; shift < 32; shift += 8) {
        body.write(text.length >>> shift);
      }
      body.writeBytes(text);
    }
    return page(Encoding.PLAIN, texts.length, body.toByteArray());
  }

  /** A page with this body. */
  PageFile page(Encoding pageEncoding, int valueCount, byte[] body) throws IOException {
    encoding = pageEncoding;
    PageHeader header = new PageHeader(PageType.DATA_PAGE, body.length, body.length);
    header.setData_page_header(
        new DataPageHeader(valueCount, pageEncoding, Encoding.RLE, Encoding.RLE));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Util.writePageHeader(header, bytes);
    write(bytes.toByteArray());
    write(body);
    values += valueCount;
    return this;
  }

  /** A dictionary page. The footer does not say where it is, as some writers leave that out. */
  PageFile dictionary(int valueCount, byte[] body) throws IOException {
    PageHeader header = new PageHeader(PageType.DICTIONARY_PAGE, body.length, body.length);
    header.setDictionary_page_header(new DictionaryPageHeader(valueCount, Encoding.PLAIN));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Util.writePageHeader(header, bytes);
    write(bytes.toByteArray());
    write(body);
    return this;
  }

  private void write(byte[] bytes) throws IOException {
    out.write(bytes);
    position += bytes.length;
  }

  @Override
  public void close() throws IOException {
    long size = position - MAGIC.length;
    ColumnMetaData chunk =
        new ColumnMetaData(
            column.type,
            List.of(encoding),
            List.of("c"),
            CompressionCodec.UNCOMPRESSED,
            values,
            size,
            size,
            MAGIC.length);
    ColumnChunk place = new ColumnChunk(MAGIC.length);
    place.setMeta_data(chunk);
    SchemaElement root = new SchemaElement("root");
    root.setNum_children(1);
    RowGroup group = new RowGroup(List.of(place), size, values);
    List<SchemaElement> schema = new ArrayList<>(List.of(root, column));
    ByteArrayOutputStream footer = new ByteArrayOutputStream();
    Util.writeFileMetaData(new FileMetaData(1, schema, values, List.of(group)), footer);
    write(footer.toByteArray());
    for (int shift = 0; shift < 32; shift += 8) {
      out.write(footer.size() >>> shift);
    }
    write(MAGIC);
    out.close();
  }
}
