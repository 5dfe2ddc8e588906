package dev.lakehouse.parquet.read;

import dev.lakehouse.expr.skip.StatisticsFilter;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.parquet.footer.BloomProbe;
import dev.lakehouse.parquet.footer.FilterLeaves;
import dev.lakehouse.parquet.footer.Footer;
import dev.lakehouse.parquet.footer.GroupStatistics;
import dev.lakehouse.parquet.footer.PageIndex;
import dev.lakehouse.parquet.footer.PageStatistics;
import dev.lakehouse.parquet.footer.PlannedLeaf;
import dev.lakehouse.parquet.footer.RowRanges;
import dev.lakehouse.parquet.read.ReadPlan.PlannedColumn;
import dev.lakehouse.parquet.read.ReadRequest.RowFilter;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.StructType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.parquet.format.RowGroup;

/**
 * Finds the rows that a predicate can be TRUE for without reading them: by the statistics of row
 * groups, Bloom filters, and the statistics of pages.
 */
final class Pruning {
  private final InputFile file;
  private final Footer footer;
  private final FilterLeaves leaves;
  private final StatisticsFilter filter;
  private final BloomProbe bloom;
  private final boolean[] may;
  private final boolean[] must;

  /**
   * Rows of a row group.
   *
   * @param rows those to read
   * @param certain those of them for which the predicate is TRUE without a look
   * @param indexes where pages are, by leaf; none where all rows are to be read
   */
  record Selected(RowRanges rows, RowRanges certain, Map<Integer, PageIndex> indexes) {
    static Selected all(long rows) {
      return new Selected(RowRanges.all(rows), RowRanges.all(rows), Map.of());
    }
  }

  Pruning(
      InputFile file,
      Footer footer,
      RowFilter request,
      StructType columns,
      List<PlannedColumn> plan) {
    this.file = file;
    this.footer = footer;
    this.filter = StatisticsFilter.bind(request.predicate(), columns, request.context());
    this.leaves = leaves(filter.columns(), columns, plan);
    this.bloom = new BloomProbe(file, footer, request.predicate(), leaves);
    GroupStatistics statistics = new GroupStatistics(footer, leaves);
    this.may = filter.mayMatch(statistics);
    this.must = filter.mustMatch(statistics);
  }

  private static FilterLeaves leaves(
      Set<ColumnPath> paths, StructType columns, List<PlannedColumn> plan) {
    Map<ColumnPath, PlannedLeaf> found = new HashMap<>();
    Set<ColumnPath> missing = new HashSet<>();
    for (ColumnPath path : paths) {
      PlannedColumn column = plan.get(columns.indexOf(path.root()));
      Shape shape = column.shape();
      for (String name : path.names().subList(1, path.names().size())) {
        shape = field(shape, name);
      }
      if (shape instanceof Shape.Missing) {
        missing.add(path);
      } else if (shape instanceof Shape.Leaf leaf
          && !column.leaves().get(leaf.probe()).isLevelsOnly()) {
        found.put(path, column.leaves().get(leaf.probe()));
      }
    }
    return new FilterLeaves(found, missing);
  }

  private static Shape field(Shape shape, String name) {
    if (shape instanceof Shape.Struct struct) {
      int index = struct.type().indexOf(name);
      return index < 0 ? shape : struct.fields().get(index);
    }
    return shape;
  }

  /** The rows of the row group at {@code index} that the predicate may be TRUE for. */
  Selected select(int index) {
    RowGroup group = footer.rowGroups().get(index);
    if (!may[index]) {
      return Selected.all(0);
    } else if (must[index]) {
      return Selected.all(group.num_rows);
    } else if (!bloom.mayMatch(group)) {
      return Selected.all(0);
    }
    return selectPages(group);
  }

  private Selected selectPages(RowGroup group) {
    Map<ColumnPath, PageIndex> indexes = new HashMap<>();
    Map<Integer, PageIndex> byLeaf = new HashMap<>();
    leaves
        .leaves()
        .forEach(
            (path, leaf) ->
                index(group, leaf, true)
                    .ifPresent(
                        found -> {
                          indexes.put(path, found);
                          byLeaf.put(leaf.node().leafIndex(), found);
                        }));
    PageStatistics statistics =
        new PageStatistics(leaves, indexes, footer.calendar(), group.num_rows);
    RowRanges rows = RowRanges.of(statistics.bounds(), filter.mayMatch(statistics));
    RowRanges certain = RowRanges.of(statistics.bounds(), filter.mustMatch(statistics));
    return new Selected(rows, certain, rows.rows() == group.num_rows ? Map.of() : byLeaf);
  }

  private Optional<PageIndex> index(RowGroup group, PlannedLeaf leaf, boolean withValues) {
    return Optional.ofNullable(
        PageIndex.read(file, footer, group, leaf.node().leafIndex(), withValues));
  }

  /** Where the pages of {@code leaf} are, if the file says so and not all rows are to be read. */
  Optional<PageIndex> index(RowGroup group, PlannedLeaf leaf, Selected selected) {
    if (selected.rows().rows() == group.num_rows) {
      return Optional.empty();
    }
    PageIndex known = selected.indexes().get(leaf.node().leafIndex());
    return known != null ? Optional.of(known) : index(group, leaf, false);
  }
}
