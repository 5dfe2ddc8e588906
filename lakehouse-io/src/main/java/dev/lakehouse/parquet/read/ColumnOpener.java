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
import dev.lakehouse.parquet.read.ReadPlan.PlannedColumn;
import dev.lakehouse.parquet.read.ReadPlan.PlannedLeaf;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.RowGroup;
import org.jspecify.annotations.Nullable;

/** Opens the chunks of a planned column, and names file and column in whatever goes wrong there. */
final class ColumnOpener {
  private static final int WINDOW = 1 << 20;

  private final InputFile file;
  private final ReadOptions options;
  private final Footer footer;

  ColumnOpener(InputFile file, ReadOptions options, Footer footer) {
    this.file = file;
    this.options = options;
    this.footer = footer;
  }

  /** A reader of {@code column} in {@code group}. */
  ColumnReader open(RowGroup group, PlannedColumn column) {
    if (column.shape() instanceof Shape.Missing missing) {
      return new BatchReader.MissingReader(missing.type());
    }
    List<LeafPages> pages = new ArrayList<>();
    ColumnReader reader = naming(column, pages, () -> reader(group, column, pages));
    return new NamingReader(column, pages, reader);
  }

  private ColumnReader reader(RowGroup group, PlannedColumn column, List<LeafPages> pages) {
    if (column.isFlat()) {
      PlannedLeaf leaf = column.leaves().get(0);
      LeafValues values = java.util.Objects.requireNonNull(values(leaf));
      return new FlatReader(pages(group, leaf, values, pages), values);
    }
    List<LevelLeaf> leaves = new ArrayList<>();
    for (PlannedLeaf leaf : column.leaves()) {
      LeafValues values = values(leaf);
      leaves.add(new LevelLeaf(leaf.node(), pages(group, leaf, values, pages), values));
    }
    return new NestedReader(column.shape(), leaves);
  }

  private @Nullable LeafValues values(PlannedLeaf leaf) {
    return leaf.isLevelsOnly()
        ? null
        : LeafFit.values(leaf.stored(), leaf.type(), footer.calendar()).orElseThrow();
  }

  private LeafPages pages(
      RowGroup group, PlannedLeaf leaf, @Nullable LeafValues values, List<LeafPages> opened) {
    FileNode node = leaf.node();
    ColumnMetaData chunk = footer.chunk(group, node.leafIndex());
    long start = chunk.data_page_offset;
    if (chunk.isSetDictionary_page_offset()
        && chunk.dictionary_page_offset > 0
        && chunk.dictionary_page_offset < start) {
      start = chunk.dictionary_page_offset;
    }
    ChunkBytes bytes =
        new ChunkBytes(file, start, start + chunk.total_compressed_size, file.length(), WINDOW);
    LeafPages pages =
        new LeafPages(
            node,
            bytes,
            Decompressor.of(chunk.codec, "column '" + node.path() + "' of " + footer.name()),
            values,
            chunk.num_values,
            options.verifyChecksums(),
            options.memory().total());
    opened.add(pages);
    return pages;
  }

  private <T> T naming(PlannedColumn column, List<LeafPages> pages, Supplier<T> step) {
    try {
      return step.get();
    } catch (LakehouseException e) {
      throw e;
    } catch (PageTooLargeException e) {
      throw new IllegalStateException(where(column, pages) + e.getMessage(), e);
    } catch (RuntimeException e) {
      throw new CorruptTableException(
          where(column, pages) + (e.getMessage() == null ? e.toString() : e.getMessage()), e);
    }
  }

  private String where(PlannedColumn column, List<LeafPages> pages) {
    FileNode node = column.leaves().get(Math.max(0, pages.size() - 1)).node();
    String at = pages.isEmpty() ? "" : " before byte " + pages.get(pages.size() - 1).position();
    return "Cannot read column '" + node.path() + "' of " + footer.name() + at + ": ";
  }

  /** Names file and column in what goes wrong below. */
  private final class NamingReader implements ColumnReader {
    private final PlannedColumn column;
    private final List<LeafPages> pages;
    private final ColumnReader reader;

    NamingReader(PlannedColumn column, List<LeafPages> pages, ColumnReader reader) {
      this.column = column;
      this.pages = pages;
      this.reader = reader;
    }

    @Override
    public int available(long row, int max) {
      IntSupplier step = () -> reader.available(row, max);
      return naming(column, pages, step::getAsInt);
    }

    @Override
    public Column take(long row, int count) {
      return naming(column, pages, () -> reader.take(row, count));
    }
  }
}
