package judge;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delta.kernel.Scan;
import io.delta.kernel.Snapshot;
import io.delta.kernel.Table;
import io.delta.kernel.data.ArrayValue;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.MapValue;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import org.apache.hadoop.conf.Configuration;

/**
 * Delta Kernel as a judge: one JSON request a line on standard input, one JSON answer a line on
 * standard output.
 *
 * <pre>
 * {"read": "/t"}  {"read": "/t", "version": 3}   {"version": 3, "files": 2, "rows": 1, "hash": "...", "canonical": [...]}
 * </pre>
 *
 * Rows are canonical text: columns in schema order, floats and doubles as bits, decimals at their
 * scale, dates as epoch days, timestamps as epoch microseconds, map entries sorted; the hash is
 * SHA-256 over the sorted lines. A failure answers {"error": class, "message": text}.
 */
public final class KernelJudge {
  private static final ObjectMapper JSON = new ObjectMapper();

  private KernelJudge() {}

  public static void main(String[] args) throws Exception {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    Configuration configuration = new Configuration();
    configuration.set("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
    Engine engine = DefaultEngine.create(configuration);
    out.println("{\"ready\":\"kernel\"}");
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line; (line = in.readLine()) != null; ) {
      ObjectNode answer = JSON.createObjectNode();
      try {
        JsonNode request = JSON.readTree(line);
        read(engine, request, answer);
      } catch (Throwable e) {
        answer.removeAll();
        answer
            .put("error", e.getClass().getSimpleName())
            .put("message", String.valueOf(e.getMessage()));
      }
      out.println(JSON.writeValueAsString(answer));
    }
  }

  private static void read(Engine engine, JsonNode request, ObjectNode answer) throws Exception {
    Table table = Table.forPath(engine, request.get("read").asText());
    Snapshot snapshot =
        request.has("version")
            ? table.getSnapshotAsOfVersion(engine, request.get("version").asLong())
            : table.getLatestSnapshot(engine);
    StructType schema = snapshot.getSchema();
    Scan scan = snapshot.getScanBuilder().build();
    Row state = scan.getScanState(engine);
    StructType physical = ScanStateRow.getPhysicalDataReadSchema(state);
    List<String> lines = new ArrayList<>();
    int files = 0;
    try (CloseableIterator<FilteredColumnarBatch> batches = scan.getScanFiles(engine)) {
      while (batches.hasNext()) {
        try (CloseableIterator<Row> rows = batches.next().getRows()) {
          for (; rows.hasNext(); files++) {
            readFile(engine, state, rows.next(), physical, schema, lines);
          }
        }
      }
    }
    Collections.sort(lines);
    answer.put("version", snapshot.getVersion()).put("files", files).put("rows", lines.size());
    answer.put("hash", hash(lines));
    if (lines.size() <= request.path("limit").asInt(100)) {
      answer.set("canonical", JSON.valueToTree(lines));
    }
  }

  private static void readFile(
      Engine engine,
      Row state,
      Row file,
      StructType physical,
      StructType schema,
      List<String> lines)
      throws Exception {
    FileStatus status = InternalScanFileUtils.getAddFileStatus(file);
    try (CloseableIterator<FilteredColumnarBatch> data =
        Scan.transformPhysicalData(
            engine,
            state,
            file,
            engine
                .getParquetHandler()
                .readParquetFiles(
                    Utils.singletonCloseableIterator(status), physical, Optional.empty())
                .map(result -> result.getData()))) {
      while (data.hasNext()) {
        try (CloseableIterator<Row> rows = data.next().getRows()) {
          while (rows.hasNext()) {
            lines.add(row(rows.next(), schema));
          }
        }
      }
    }
  }

  private static String hash(List<String> lines) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    for (String line : lines) {
      digest.update(line.getBytes(StandardCharsets.UTF_8));
      digest.update((byte) '\n');
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static String row(Row row, StructType type) throws Exception {
    StringJoiner text = new StringJoiner(",", "{", "}");
    for (int i = 0; i < type.length(); i++) {
      DataType child = type.at(i).getDataType();
      String value = row.isNullAt(i) ? "null" : value(row, i, child);
      text.add(JSON.writeValueAsString(type.at(i).getName()) + ":" + value);
    }
    return text.toString();
  }

  private static String value(Row row, int i, DataType type) throws Exception {
    if (type instanceof StructType struct) {
      return row(row.getStruct(i), struct);
    } else if (type instanceof ArrayType array) {
      return array(row.getArray(i), array);
    } else if (type instanceof MapType map) {
      return map(row.getMap(i), map);
    } else if (type instanceof DecimalType decimal) {
      return decimal(row.getDecimal(i), decimal);
    } else if (type instanceof StringType) {
      return JSON.writeValueAsString(row.getString(i));
    } else if (type instanceof BinaryType) {
      return "\"x" + HexFormat.of().formatHex(row.getBinary(i)) + '"';
    } else if (type instanceof FloatType) {
      return String.format("\"f%08x\"", Float.floatToIntBits(row.getFloat(i)));
    } else if (type instanceof DoubleType) {
      return String.format("\"d%016x\"", Double.doubleToLongBits(row.getDouble(i)));
    } else if (type instanceof BooleanType) {
      return Boolean.toString(row.getBoolean(i));
    } else if (type instanceof ByteType) {
      return Byte.toString(row.getByte(i));
    } else if (type instanceof ShortType) {
      return Short.toString(row.getShort(i));
    } else if (type instanceof IntegerType || type instanceof DateType) {
      return Integer.toString(row.getInt(i));
    }
    return Long.toString(row.getLong(i));
  }

  private static String array(ArrayValue array, ArrayType type) throws Exception {
    StringJoiner text = new StringJoiner(",", "[", "]");
    for (int i = 0; i < array.getSize(); i++) {
      text.add(element(array.getElements(), i, type.getElementType()));
    }
    return text.toString();
  }

  private static String map(MapValue map, MapType type) throws Exception {
    List<String> pairs = new ArrayList<>();
    for (int i = 0; i < map.getSize(); i++) {
      String key = element(map.getKeys(), i, type.getKeyType());
      pairs.add("[" + key + "," + element(map.getValues(), i, type.getValueType()) + "]");
    }
    Collections.sort(pairs);
    return "[" + String.join(",", pairs) + "]";
  }

  private static String element(ColumnVector vector, int i, DataType type) throws Exception {
    if (vector.isNullAt(i)) {
      return "null";
    } else if (type instanceof StructType struct) {
      return structElement(vector, i, struct);
    } else if (type instanceof ArrayType array) {
      return array(vector.getArray(i), array);
    } else if (type instanceof MapType map) {
      return map(vector.getMap(i), map);
    } else if (type instanceof DecimalType decimal) {
      return decimal(vector.getDecimal(i), decimal);
    } else if (type instanceof StringType) {
      return JSON.writeValueAsString(vector.getString(i));
    } else if (type instanceof BinaryType) {
      return "\"x" + HexFormat.of().formatHex(vector.getBinary(i)) + '"';
    } else if (type instanceof FloatType) {
      return String.format("\"f%08x\"", Float.floatToIntBits(vector.getFloat(i)));
    } else if (type instanceof DoubleType) {
      return String.format("\"d%016x\"", Double.doubleToLongBits(vector.getDouble(i)));
    } else if (type instanceof BooleanType) {
      return Boolean.toString(vector.getBoolean(i));
    } else if (type instanceof ByteType) {
      return Byte.toString(vector.getByte(i));
    } else if (type instanceof ShortType) {
      return Short.toString(vector.getShort(i));
    } else if (type instanceof IntegerType || type instanceof DateType) {
      return Integer.toString(vector.getInt(i));
    }
    return Long.toString(vector.getLong(i));
  }

  private static String structElement(ColumnVector vector, int i, StructType type)
      throws Exception {
    StringJoiner text = new StringJoiner(",", "{", "}");
    for (int k = 0; k < type.length(); k++) {
      String child = element(vector.getChild(k), i, type.at(k).getDataType());
      text.add(JSON.writeValueAsString(type.at(k).getName()) + ":" + child);
    }
    return text.toString();
  }

  private static String decimal(java.math.BigDecimal value, DecimalType type) {
    return '"' + value.setScale(type.getScale(), RoundingMode.UNNECESSARY).toPlainString() + '"';
  }
}
