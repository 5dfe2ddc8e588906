package dev.lakehouse.log.replay;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.Environment;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.files.FileBlock;
import dev.lakehouse.log.files.FileBlockBuilder;
import dev.lakehouse.log.files.FileDetails;
import dev.lakehouse.log.packed.Bits;
import dev.lakehouse.log.stats.FileStatistics;
import dev.lakehouse.log.stats.JsonStatistics;
import dev.lakehouse.log.stats.ParsedStatistics;
import dev.lakehouse.log.stats.StatisticsColumn;
import dev.lakehouse.log.stats.StatisticsConcat;
import dev.lakehouse.parquet.read.ParquetFile;
import dev.lakehouse.parquet.read.ReadOptions;
import dev.lakehouse.parquet.read.ReadRequest;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A Parquet file of a checkpoint: the whole of it, a part, or a sidecar. Each question opens it
 * anew and reads only the columns it is about.
 */
final class CheckpointFile implements FileDetails {
  private static final String ADD = "add";
  private static final String STATS_PARSED = "stats_parsed";

  /** Batches of texts that may wait to be parsed; a few megabytes. */
  private static final int MOST_UNPARSED = 8;

  private final Environment environment;
  private final FileEntry entry;

  CheckpointFile(Environment environment, FileEntry entry) {
    this.environment = environment;
    this.entry = entry;
  }

  private ParquetFile open() {
    ReadOptions options = ReadOptions.of(environment.memory()).withExecutor(environment.executor());
    return ParquetFile.open(environment.files().open(entry), options);
  }

  private CheckpointRows rows() {
    return new CheckpointRows(entry.location().toString());
  }

  /** Gives all actions that are no file actions. */
  void forEachHeader(Consumer<Action> consumer) {
    CheckpointRows rows = rows();
    try (ParquetFile file = open();
        CloseableIterator<Batch> batches = file.read(headerRequest(file))) {
      while (batches.hasNext()) {
        Batch batch = batches.next();
        for (int i = 0; i < batch.columns().size(); i++) {
          StructColumn column = (StructColumn) batch.column(i);
          String kind = batch.schema().field(i).name();
          for (int row = 0; row < column.size(); row++) {
            if (!column.isNull(row)) {
              consumer.accept(rows.header(kind, column, row));
            }
          }
        }
      }
    }
  }

  /** The columns of the header that the file has, in the few rows that have any. */
  private static ReadRequest headerRequest(ParquetFile file) {
    StructType inFile = file.schema();
    List<StructField> fields =
        CheckpointColumns.HEADER.fields().stream()
            .filter(field -> inFile.find(field.name()).isPresent())
            .toList();
    ReadRequest request = ReadRequest.of(new StructType(fields));
    if (fields.isEmpty()) {
      return request;
    }
    Expression[] there =
        fields.stream()
            .map(field -> Expressions.col(CheckpointColumns.key(field)).isNotNull())
            .toArray(Expression[]::new);
    return request.where(
        there.length == 1 ? there[0] : Expressions.or(there),
        new ExpressionContext(ZoneOffset.UTC, Instant.EPOCH));
  }

  /** The files: one block unless there are many millions, none if there are none. */
  List<FileBlock> adds() {
    CheckpointRows rows = rows();
    List<FileBlock> blocks = new ArrayList<>();
    try (ParquetFile file = open()) {
      int expected = (int) Math.min(file.rowCount(), FileBlockBuilder.MOST_ROWS);
      FileBlockBuilder[] builder = {new FileBlockBuilder(expected)};
      TupleCodes[] tuples = {new TupleCodes(builder[0])};
      int[] first = {0};
      forEachBatch(
          file,
          CheckpointColumns.ADDS,
          ADD,
          adds -> {
            if (builder[0].isFull()) {
              blocks.add(build(builder[0], first[0]));
              first[0] += builder[0].size();
              builder[0] = new FileBlockBuilder();
              tuples[0] = new TupleCodes(builder[0]);
            }
            rows.appendAdds(adds, builder[0], tuples[0]);
          });
      if (builder[0].size() > 0) {
        blocks.add(build(builder[0], first[0]));
      }
    }
    return blocks;
  }

  private FileBlock build(FileBlockBuilder builder, int first) {
    return builder.build(first == 0 ? this : new CheckpointRange(this, first, builder.size()));
  }

  /** Gives the tombstones. */
  void forEachRemove(Consumer<RemoveFile> consumer) {
    CheckpointRows rows = rows();
    forEachBatch(
        CheckpointColumns.REMOVES,
        "remove",
        removes -> {
          for (int row = 0; row < removes.size(); row++) {
            if (!removes.isNull(row)) {
              consumer.accept(rows.remove(removes, row));
            }
          }
        });
  }

  private void forEachBatch(StructType columns, String action, Consumer<StructColumn> consumer) {
    try (ParquetFile file = open()) {
      forEachBatch(file, columns, action, consumer);
    }
  }

  private static void forEachBatch(
      ParquetFile file, StructType columns, String action, Consumer<StructColumn> consumer) {
    if (file.schema().find(action).isEmpty()) {
      return;
    }
    try (CloseableIterator<Batch> batches = file.read(ReadRequest.of(columns))) {
      while (batches.hasNext()) {
        consumer.accept((StructColumn) batches.next().column(0));
      }
    }
  }

  /** That of the file: it does not change, and has each key once. */
  @Override
  public long fingerprint(int row) {
    return 31L * entry.location().hashCode() + entry.length();
  }

  @Override
  public FileStatistics statistics(Collection<StatisticsColumn> columns) {
    Optional<StructType> parsed = parsedType();
    if (parsed.isEmpty()) {
      return fromText(columns);
    }
    FileStatistics fromColumns = fromColumns(parsed.get(), columns);
    if (fromColumns != null && fromColumns.numRecords().nullCount() == 0) {
      return fromColumns;
    }
    FileStatistics fromText = fromText(columns);
    if (fromColumns == null
        || fromColumns.numRecords().nullCount() >= fromText.numRecords().nullCount()) {
      return fromText;
    }
    return fromColumns;
  }

  private Optional<StructType> parsedType() {
    try (ParquetFile file = open()) {
      return file.schema()
          .find(ADD)
          .flatMap(add -> inner(add.type()).find(STATS_PARSED))
          .map(field -> inner(field.type()))
          .filter(struct -> struct.find("numRecords").isPresent());
    }
  }

  private static StructType inner(DataType type) {
    return type instanceof StructType struct ? struct : StructType.of();
  }

  /** Null if the columns are of types that do not go with the table's. */
  private @Nullable FileStatistics fromColumns(
      StructType inFile, Collection<StatisticsColumn> columns) {
    StructField wanted =
        StructField.optional(STATS_PARSED, ParsedStatistics.request(inFile, columns));
    List<FileStatistics> pieces = new ArrayList<>();
    try {
      forEachBatch(
          CheckpointColumns.adds(wanted),
          ADD,
          adds -> pieces.add(ParsedStatistics.read((StructColumn) there(adds, 0), columns)));
    } catch (SchemaMismatchException | UnsupportedFeatureException e) {
      return null;
    }
    return StatisticsConcat.of(pieces, columns);
  }

  /** Texts are parsed by other threads while this one reads on. */
  private FileStatistics fromText(Collection<StatisticsColumn> columns) {
    Tasks<FileStatistics> parsing = new Tasks<>(environment.executor(), MOST_UNPARSED);
    forEachBatch(
        CheckpointColumns.adds(CheckpointColumns.stats()),
        ADD,
        adds -> {
          BytesColumn texts = flat(there(adds, 0));
          parsing.submit(() -> JsonStatistics.read(texts, columns));
        });
    return StatisticsConcat.of(parsing.results(), columns);
  }

  /** The child's values in the rows that hold an add. */
  private static Column there(StructColumn adds, int child) {
    Column values = adds.child(child);
    if (adds.validity() == null) {
      return values;
    }
    int[] rows = new int[adds.size()];
    int count = 0;
    for (int row = 0; row < adds.size(); row++) {
      rows[count] = row;
      count += adds.isNull(row) ? 0 : 1;
    }
    return count == adds.size() ? values : values.gather(rows, count);
  }

  private static BytesColumn flat(Column column) {
    return column instanceof DictionaryColumn dictionary ? dictionary.flat() : (BytesColumn) column;
  }

  @Override
  public void read(long[] rows, DetailConsumer consumer) {
    List<StructField> fields = new ArrayList<>();
    fields.add(CheckpointColumns.stats());
    fields.add(CheckpointColumns.tags());
    fields.add(CheckpointColumns.clusteringProvider());
    parsedType().ifPresent(type -> fields.add(StructField.optional(STATS_PARSED, type)));
    int[] next = {0};
    forEachBatch(
        CheckpointColumns.adds(fields.toArray(StructField[]::new)),
        ADD,
        adds -> {
          for (int row = 0; row < adds.size(); row++) {
            if (!adds.isNull(row)) {
              int number = next[0]++;
              if (number < 64 * rows.length && Bits.get(rows, number)) {
                consumer.accept(number, detail(adds, row));
              }
            }
          }
        });
  }

  private static Detail detail(StructColumn adds, int row) {
    String stats = (String) Values.get(CheckpointRows.child(adds, "stats"), row);
    if (stats == null && adds.type().find(STATS_PARSED).isPresent()) {
      stats = ParsedStatistics.json((StructColumn) CheckpointRows.child(adds, STATS_PARSED), row);
    }
    return new Detail(
        stats,
        CheckpointRows.tags(adds, row),
        (String) Values.get(CheckpointRows.child(adds, "clusteringProvider"), row));
  }
}
