package dev.lakehouse.parquet.read;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.parquet.Decompressor;
import dev.lakehouse.parquet.decode.LeafFit;
import dev.lakehouse.parquet.decode.LeafValues;
import dev.lakehouse.parquet.footer.FileNode;
import dev.lakehouse.parquet.footer.Footer;
import dev.lakehouse.parquet.footer.PageIndex;
import dev.lakehouse.parquet.footer.PlannedLeaf;
import dev.lakehouse.parquet.footer.RowRanges;
import dev.lakehouse.parquet.read.ReadPlan.PlannedColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.RowGroup;
import org.jspecify.annotations.Nullable;

/** Opens the chunks of planned columns, and names file and column in whatever goes wrong there. */
final class ColumnOpener {
  private final InputFile file;
  private final ReadOptions options;
  private final Footer footer;
  private final ScanMemory memory;
  private final int windowBytes;
  private final long batchBytes;

  /**
   * Opens columns.
   *
   * @param windowBytes how many bytes of a chunk are read at once
   * @param batchBytes how many bytes of variable length a column has in a batch
   */
  ColumnOpener(
      InputFile file,
      ReadOptions options,
      Footer footer,
      ScanMemory memory,
      int windowBytes,
      long batchBytes) {
    this.file = file;
    this.options = options;
    this.footer = footer;
    this.memory = memory;
    this.windowBytes = windowBytes;
    this.batchBytes = batchBytes;
  }

  /**
   * A reader of {@code column} in {@code group}.
   *
   * @param rows the rows that will be asked for
   * @param indexes where the pages of a leaf are, if that helps
   */
  ColumnReader open(
      RowGroup group,
      PlannedColumn column,
      RowRanges rows,
      Function<PlannedLeaf, Optional<PageIndex>> indexes) {
    if (column.shape() instanceof Shape.Missing missing) {
      return new MissingReader(missing.type());
    }
    Opening opening = new Opening(group, column, rows, indexes);
    ColumnReader reader = opening.naming(opening::reader);
    return new NamingReader(opening, reader);
  }

  /** Where the first page of a chunk is. */
  static long start(ColumnMetaData chunk) {
    boolean dictionaryFirst =
        chunk.isSetDictionary_page_offset()
            && chunk.dictionary_page_offset > 0
            && chunk.dictionary_page_offset < chunk.data_page_offset;
    return dictionaryFirst ? chunk.dictionary_page_offset : chunk.data_page_offset;
  }

  /** The column being opened, and then read. */
  private final class Opening {
    private final RowGroup group;
    private final PlannedColumn column;
    private final RowRanges rows;
    private final Function<PlannedLeaf, Optional<PageIndex>> indexes;
    private final List<LeafPages> opened = new ArrayList<>();

    Opening(
        RowGroup group,
        PlannedColumn column,
        RowRanges rows,
        Function<PlannedLeaf, Optional<PageIndex>> indexes) {
      this.group = group;
      this.column = column;
      this.rows = rows;
      this.indexes = indexes;
    }

    ColumnReader reader() {
      if (column.isFlat()) {
        PlannedLeaf leaf = column.leaves().get(0);
        LeafValues values = Objects.requireNonNull(values(leaf));
        return new FlatReader(pages(leaf, values), values, batchBytes);
      }
      List<LevelLeaf> leaves = new ArrayList<>();
      for (PlannedLeaf leaf : column.leaves()) {
        LeafValues values = values(leaf);
        leaves.add(new LevelLeaf(leaf.node(), pages(leaf, values), values, batchBytes));
      }
      return new NestedReader(column.shape(), leaves);
    }

    private @Nullable LeafValues values(PlannedLeaf leaf) {
      return leaf.isLevelsOnly()
          ? null
          : LeafFit.values(leaf.stored(), leaf.type(), footer.calendar()).orElseThrow();
    }

    private LeafPages pages(PlannedLeaf leaf, @Nullable LeafValues values) {
      FileNode node = leaf.node();
      ColumnMetaData chunk = footer.chunk(group, node.leafIndex());
      long start = start(chunk);
      long end = start + chunk.total_compressed_size;
      ChunkBytes bytes = new ChunkBytes(file, start, end, windowBytes, memory);
      PageSelection selection =
          indexes.apply(leaf).map(index -> new PageSelection(index, rows)).orElse(null);
      String where = "column '" + node.path() + "' of " + footer.name();
      LeafPages pages =
          new LeafPages(
              node,
              bytes,
              Decompressor.of(chunk.codec, where),
              values,
              chunk.num_values,
              selection,
              options,
              memory);
      opened.add(pages);
      return pages;
    }

    private <T> T naming(Supplier<T> step) {
      try {
        return step.get();
      } catch (LakehouseException | IllegalStateException e) {
        throw e;
      } catch (BufferTooLargeException e) {
        throw new IllegalStateException(where() + e.getMessage(), e);
      } catch (RuntimeException e) {
        String detail = e.getMessage() == null ? e.toString() : e.getMessage();
        throw new CorruptTableException(where() + detail, e);
      }
    }

    private String where() {
      FileNode node = column.leaves().get(Math.max(0, opened.size() - 1)).node();
      String at = opened.isEmpty() ? "" : " before byte " + last().position();
      return "Cannot read column '" + node.path() + "' of " + footer.name() + at + ": ";
    }

    private LeafPages last() {
      return opened.get(opened.size() - 1);
    }
  }

  /** Names file and column in what goes wrong below. */
  private record NamingReader(Opening opening, ColumnReader reader) implements ColumnReader {
    @Override
    public int available(long row, int max) {
      IntSupplier step = () -> reader.available(row, max);
      return opening.naming(step::getAsInt);
    }

    @Override
    public Column take(long row, int count) {
      return opening.naming(() -> reader.take(row, count));
    }

    @Override
    public void close() {
      reader.close();
    }
  }
}
