package dev.lakehouse.interop;

import static dev.lakehouse.types.DataType.LONG;
import static dev.lakehouse.types.DataType.STRING;
import static dev.lakehouse.types.StructField.optional;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.io.testing.ExternalStore;
import dev.lakehouse.io.testing.Workers;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One table in a bucket, written by delta-rs and by us at the same time, read by all. */
@Tag("store")
class StoreInteropTest {
  private static final int WRITERS = 4;
  private static final int APPENDS = 10;
  private static final StructType SCHEMA =
      StructType.of(optional("id", LONG), optional("writer", STRING));

  /** Appends of {@code WRITERS} threads. delta-rs takes the store from the environment. */
  private static final String DELTA_RS =
      """
      import os, sys, threading
      import pyarrow as pa
      from deltalake import CommitProperties, write_deltalake
      table, writers, appends = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
      options = {
          "AWS_ENDPOINT_URL": os.environ["AWS_ENDPOINT_URL_S3"],
          "AWS_ALLOW_HTTP": "true",
          "AWS_S3_ADDRESSING_STYLE": "path",
          "AWS_REGION": "us-east-1",
      }
      failures = []
      def run(writer):
          try:
              for i in range(appends):
                  ids = pa.array([1000 + writer * appends + i], pa.int64())
                  rows = pa.table({"id": ids, "writer": pa.array(["delta-rs"], pa.string())})
                  # Of itself it gives up after losing fifteen times.
                  patient = CommitProperties(max_commit_retries=1000)
                  write_deltalake(
                      table,
                      rows,
                      mode="append",
                      storage_options=options,
                      commit_properties=patient)
          except Exception as e:
              failures.append(repr(e))
      threads = [threading.Thread(target=run, args=(w,)) for w in range(writers)]
      [t.start() for t in threads]
      [t.join() for t in threads]
      sys.exit("\\n".join(failures) if failures else 0)
      """;

  @Test
  void deltaRsAndWeAppendToOneTableAtOnceAndEveryReaderSeesAllRows() throws Exception {
    ExternalStore store = ExternalStore.required();
    PythonReaders readers = PythonReaders.start();
    String location = store.fresh("mixed").toString();
    List<String> expected = new ArrayList<>();
    try (Lakehouse lake = Lakehouse.create();
        Workers workers = new Workers()) {
      Table table = lake.createTable(location, SCHEMA).execute();
      Process deltaRs = deltaRs(readers, location);
      workers.forEach(
          IntStream.range(0, WRITERS).boxed().toList(),
          writer -> {
            for (int i = 0; i < APPENDS; i++) {
              table.append(row((long) writer * APPENDS + i)).execute();
            }
          });
      String said = new String(deltaRs.getInputStream().readAllBytes(), UTF_8);
      assertEquals(0, deltaRs.waitFor(), said);

      for (int i = 0; i < WRITERS * APPENDS; i++) {
        expected.add("{\"id\":" + i + ",\"writer\":\"us\"}");
        expected.add("{\"id\":" + (1000 + i) + ",\"writer\":\"delta-rs\"}");
      }
      expected.sort(null);
      assertEquals(2 * WRITERS * APPENDS, table.version(), "every append is one version");
      assertEquals(List.of(), table.verify().findings());
      assertEquals(expected, ourRows(table));
    }
    for (String reader : List.of("deltalake", "polars", "duckdb")) {
      assertEquals(expected, readers.rows(reader, location, store), reader);
    }
  }

  private static Process deltaRs(PythonReaders readers, String location) throws Exception {
    return new ProcessBuilder(
            readers.python().toString(),
            "-c",
            DELTA_RS,
            location,
            String.valueOf(WRITERS),
            String.valueOf(APPENDS))
        .redirectErrorStream(true)
        .start();
  }

  private static Source row(long id) {
    return Source.rows(SCHEMA, List.of(Row.of(SCHEMA, id, "us")));
  }

  private static List<String> ourRows(Table table) {
    List<String> lines = new ArrayList<>();
    try (RowReader rows = table.scan().rows()) {
      for (Row row : rows) {
        lines.add("{\"id\":" + row.getLong(0) + ",\"writer\":\"" + row.getString(1) + "\"}");
      }
    }
    lines.sort(null);
    return lines;
  }
}
