package dev.lakehouse.log.files;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Selection;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.expr.eval.Filter;
import dev.lakehouse.expr.skip.StatisticsFilter;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.packed.Bits;
import dev.lakehouse.log.stats.FileStatistics;
import dev.lakehouse.log.stats.StatisticsColumn;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the files that may hold rows for which a predicate is TRUE: by their partition values
 * first, exactly, then by the statistics of the predicate's columns. Thread-safe.
 */
public final class FileFilter {
  private final FileSchema schema;
  private final ExpressionContext context;
  private final @Nullable Filter partitions;
  private final List<Integer> partitionIndexes;
  private final @Nullable StatisticsFilter statistics;
  private final Map<ColumnPath, StatisticsColumn> wanted;

  private FileFilter(
      FileSchema schema,
      ExpressionContext context,
      @Nullable Filter partitions,
      @Nullable StatisticsFilter statistics) {
    this.schema = schema;
    this.context = context;
    this.partitions = partitions;
    this.partitionIndexes =
        partitions == null
            ? List.of()
            : partitions.columns().stream()
                .map(path -> schema.partitionIndex(path.root()))
                .distinct()
                .toList();
    this.statistics = statistics;
    this.wanted = new HashMap<>();
    if (statistics != null) {
      for (ColumnPath path : statistics.columns()) {
        if (!schema.isPartition(path)) {
          schema.statisticsColumn(path).ifPresent(column -> wanted.put(path, column));
        }
      }
    }
  }

  /** A filter that chooses all. */
  public static FileFilter all(FileSchema schema, ExpressionContext context) {
    return new FileFilter(schema, context, null, null);
  }

  /**
   * A filter for {@code predicate}.
   *
   * @throws dev.lakehouse.error.ExpressionException if the part on partition columns does not bind
   */
  public static FileFilter bind(
      Expression predicate, FileSchema schema, ExpressionContext context) {
    List<Expression> exact = new ArrayList<>();
    List<Expression> others = new ArrayList<>();
    for (Expression conjunct : Expressions.splitConjuncts(predicate)) {
      boolean onPartitions =
          Expressions.references(conjunct).stream().allMatch(schema::isPartition);
      (onPartitions ? exact : others).add(conjunct);
    }
    exact.addAll(ImpliedPartitions.of(others, schema, context));
    StructType partitionSchema = new StructType(schema.partitionFields());
    Filter partitions = exact.isEmpty() ? null : Filter.bind(all(exact), partitionSchema, context);
    StatisticsFilter statistics =
        others.isEmpty() ? null : StatisticsFilter.bind(all(others), schema.schema(), context);
    return new FileFilter(schema, context, partitions, statistics);
  }

  private static Expression all(List<Expression> conjuncts) {
    return conjuncts.size() == 1
        ? conjuncts.get(0)
        : Expressions.and(conjuncts.toArray(Expression[]::new));
  }

  /** The live files of {@code view} that may hold rows that match. */
  FileBatch select(FileView view) {
    FileBatch byPartition = byPartition(view);
    if (statistics == null || byPartition.size() == 0 || statistics.columns().isEmpty()) {
      return byPartition;
    }
    boolean[] may = statistics.mayMatch(statisticsOf(byPartition));
    int[] indexes = new int[may.length];
    int count = 0;
    for (int i = 0; i < may.length; i++) {
      indexes[count] = i;
      count += may[i] ? 1 : 0;
    }
    return count == may.length ? byPartition : byPartition.select(indexes, count);
  }

  /**
   * For each file of {@code batch}, one that this filter gave: true only if every row that is not
   * deleted matches.
   */
  public boolean[] allRowsMatch(FileBatch batch) {
    if (statistics == null) {
      boolean[] all = new boolean[batch.size()];
      Arrays.fill(all, true);
      return all;
    }
    return statistics.mustMatch(statisticsOf(batch));
  }

  /** The first of {@code files} that may hold rows that match; empty if none may. */
  public Optional<AddFile> first(List<AddFile> files) {
    return first(files, this::select);
  }

  /**
   * The first of {@code files} in a partition that may hold rows that match, whatever its
   * statistics say; empty if none is.
   */
  public Optional<AddFile> firstByPartition(List<AddFile> files) {
    return first(files, this::byPartition);
  }

  private static Optional<AddFile> first(
      List<AddFile> files, Function<FileView, FileBatch> selection) {
    if (files.isEmpty()) {
      return Optional.empty();
    }
    FileBlockBuilder builder = new FileBlockBuilder();
    files.forEach(builder::append);
    FileBatch chosen = selection.apply(FileView.ofAdds(builder.build()));
    return chosen.size() == 0 ? Optional.empty() : Optional.of(files.get(chosen.row(0)));
  }

  /** For each of {@code files}: false only if no row of it matches. */
  public boolean[] mayMatch(List<AddFile> files) {
    boolean[] may = new boolean[files.size()];
    if (!files.isEmpty()) {
      FileBlockBuilder builder = new FileBlockBuilder();
      files.forEach(builder::append);
      FileBatch chosen = select(FileView.ofAdds(builder.build()));
      for (int i = 0; i < chosen.size(); i++) {
        may[chosen.row(i)] = true;
      }
    }
    return may;
  }

  private FileBatch byPartition(FileView view) {
    FileBlock block = view.block();
    if (partitions == null && view.liveCount() == block.size()) {
      return new FileBatch(block, schema, null, block.size());
    }
    boolean[] keep = partitions == null ? null : matchingTuples(partitions, block);
    int[] rows = new int[view.liveCount()];
    int count = 0;
    for (int row = Bits.next(view.live(), 0); row >= 0; row = Bits.next(view.live(), row + 1)) {
      rows[count] = row;
      count += keep == null || keep[block.tupleCode(row)] ? 1 : 0;
      if (count == rows.length) {
        break;
      }
    }
    return new FileBatch(block, schema, rows, count);
  }

  private boolean[] matchingTuples(Filter filter, FileBlock block) {
    TupleValues values = new TupleValues(block.tuples(), schema, context.zone());
    List<StructField> fields = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    for (int index : partitionIndexes) {
      fields.add(schema.partitionFields().get(index));
      columns.add(values.column(index));
    }
    int size = block.tuples().size();
    Selection selected = filter.select(new Batch(new StructType(fields), columns, size));
    boolean[] keep = new boolean[size];
    for (int i = 0; i < selected.count(); i++) {
      keep[selected.rows()[i]] = true;
    }
    return keep;
  }

  private SelectedStatistics statisticsOf(FileBatch batch) {
    FileStatistics read = batch.block().statistics().of(wanted.values());
    return new SelectedStatistics(batch, read, wanted, schema, context.zone());
  }
}
