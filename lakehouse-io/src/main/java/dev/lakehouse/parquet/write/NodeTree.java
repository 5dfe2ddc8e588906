package dev.lakehouse.parquet.write;

import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.parquet.Compressor;
import dev.lakehouse.parquet.ParquetSchemas;
import dev.lakehouse.parquet.encode.LeafWriter;
import dev.lakehouse.parquet.encode.PageOptions;
import dev.lakehouse.parquet.encode.WriteBuffers;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.MessageType;

/** Makes the nodes and leaf writers for a schema. Used once. */
final class NodeTree {
  private static final int MAX_LEVEL = ParquetSchemas.MAX_DEPTH;

  private final WriteOptions options;
  private final WriteBuffers buffers;
  private final Compressor compressor;
  private final MessageType parquetSchema;
  private final Iterator<ColumnDescriptor> descriptors;
  private final List<LeafWriter> leaves = new ArrayList<>();
  private final List<Node> columns = new ArrayList<>();

  NodeTree(StructType schema, WriteOptions options, WriteBuffers buffers, Compressor compressor) {
    this.options = options;
    this.buffers = buffers;
    this.compressor = compressor;
    parquetSchema = ParquetSchemas.of(schema, options.naming());
    if (parquetSchema.getFieldCount() == 0) {
      throw new IllegalArgumentException(
          "A Parquet file needs a column that is not void: " + schema + " has none");
    }
    descriptors = parquetSchema.getColumns().iterator();
    for (StructField field : schema) {
      columns.add(node(ColumnPath.of(field.name()), field.type(), 0, false));
    }
  }

  MessageType parquetSchema() {
    return parquetSchema;
  }

  /** One node a column. */
  List<Node> columns() {
    return columns;
  }

  /** One writer a leaf, in the order of the file. */
  List<LeafWriter> leaves() {
    return leaves;
  }

  /**
   * Makes a node and those below it.
   *
   * @param repetition the repetition level above the node
   * @param isKey whether the node is the key of a map, so that it is never null
   */
  private Node node(ColumnPath path, DataType type, int repetition, boolean isKey) {
    if (type instanceof StructType struct) {
      List<Node> fields = new ArrayList<>();
      struct.forEach(
          field -> fields.add(node(path.child(field.name()), field.type(), repetition, false)));
      return new Node.Struct(path, isKey, fields);
    } else if (type instanceof ArrayType array) {
      int inner = repetition + 1;
      Node element = node(path.child("element"), array.element(), inner, false);
      return new Node.Array(path, isKey, element, inner);
    } else if (type instanceof MapType map) {
      int inner = repetition + 1;
      Node key = node(path.child("key"), map.key(), inner, true);
      Node value = node(path.child("value"), map.value(), inner, false);
      return new Node.Mapping(path, isKey, key, value, inner);
    } else if (type == DataType.VARIANT) {
      return variant(path, isKey);
    } else if (type == DataType.VOID) {
      return new Node.Nothing(path);
    }
    return new Node.Leaf(path, isKey, leaf(path, type));
  }

  private Node variant(ColumnPath path, boolean isKey) {
    ColumnDescriptor first = descriptors.next();
    boolean valueFirst = first.getPath()[first.getPath().length - 1].equals("value");
    LeafWriter one = leaf(path, DataType.BINARY, first);
    LeafWriter two = leaf(path, DataType.BINARY, descriptors.next());
    return new Node.VariantPair(path, isKey, valueFirst ? two : one, valueFirst ? one : two);
  }

  private LeafWriter leaf(ColumnPath path, DataType type) {
    return leaf(path, type, descriptors.next());
  }

  private LeafWriter leaf(ColumnPath path, DataType type, ColumnDescriptor descriptor) {
    if (descriptor.getPath().length > MAX_LEVEL) {
      throw new UnsupportedFeatureException(
          "nesting", "Column '" + path + "' is nested more than " + MAX_LEVEL + " levels deep");
    }
    LeafWriter leaf = LeafWriter.of(type, descriptor, pageOptions(path, type), buffers, compressor);
    leaves.add(leaf);
    return leaf;
  }

  private PageOptions pageOptions(ColumnPath path, DataType type) {
    boolean filtered = options.bloomFilters().contains(path) && type != DataType.BOOLEAN;
    return new PageOptions(
        options.compression().parquetName(),
        options.pageBytes(),
        options.dictionary() ? options.dictionaryBytes() : 0,
        options.statisticsPrefix(),
        filtered ? options.bloomFilterBytes() : 0);
  }
}
