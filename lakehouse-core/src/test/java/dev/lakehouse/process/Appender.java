package dev.lakehouse.process;

import static dev.lakehouse.types.DataType.INT;
import static dev.lakehouse.types.DataType.STRING;
import static dev.lakehouse.types.StructField.required;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.data.Row;
import dev.lakehouse.types.StructType;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A process that appends to a table until a file tells it to stop, and keeps a diary: what it is
 * about to do, and what it was told it had done. A line that is written survives the process.
 */
final class Appender {
  /** Rows of one append. */
  static final int ROWS = 3;

  static final StructType SCHEMA = StructType.of(required("op", STRING), required("part", INT));

  private Appender() {}

  /** Arguments: the table, this process's name, its diary, and the file that ends it. */
  public static void main(String[] args) throws IOException {
    String name = args[1];
    Path stop = Path.of(args[3]);
    try (FileOutputStream diary = new FileOutputStream(args[2]);
        Lakehouse lake = Lakehouse.create()) {
      Table table = lake.table(args[0]);
      for (int i = 0; !Files.exists(stop); i++) {
        String op = name + "-" + i;
        note(diary, "intent " + op);
        long version = table.append(rows(op)).commitInfo(Map.of("op", op)).execute().version();
        note(diary, "ack " + op + " " + version);
      }
      note(diary, "end");
    }
  }

  private static Source rows(String op) {
    List<Row> rows = IntStream.range(0, ROWS).mapToObj(part -> Row.of(SCHEMA, op, part)).toList();
    return Source.rows(SCHEMA, rows);
  }

  private static void note(FileOutputStream diary, String line) throws IOException {
    diary.write((line + "\n").getBytes(UTF_8));
  }
}
