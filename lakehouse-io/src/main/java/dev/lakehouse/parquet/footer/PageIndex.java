package dev.lakehouse.parquet.footer;

import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.parquet.DamagedDataException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/**
 * The pages of one column chunk: where they are, which rows they start at, and what their values
 * are like.
 *
 * @param locations where the pages are, in order
 * @param values what their values are like; null if the file does not say
 * @param rows how many rows the row group has
 */
public record PageIndex(List<PageLocation> locations, @Nullable ColumnIndex values, long rows) {
  private static final int MAX_BYTES = 64 << 20;

  /**
   * The index of the leaf column {@code leaf} in {@code group}; null if the file has none that
   * makes sense.
   */
  public static @Nullable PageIndex read(
      InputFile file, Footer footer, RowGroup group, int leaf, boolean withValues) {
    ColumnChunk chunk = group.columns.get(leaf);
    if (!chunk.isSetOffset_index_offset() || !chunk.isSetOffset_index_length()) {
      return null;
    }
    try {
      OffsetIndex offsets =
          Util.readOffsetIndex(
              stream(file, footer, chunk.offset_index_offset, chunk.offset_index_length));
      ColumnIndex values = withValues ? values(file, footer, chunk) : null;
      PageIndex index = new PageIndex(offsets.page_locations, values, group.num_rows);
      return index.isSound(file.length()) ? index : null;
    } catch (IOException | DamagedDataException | NullPointerException e) {
      throw new CorruptTableException(
          "Cannot read "
              + footer.name()
              + ": the page index of its column "
              + leaf
              + " is damaged: "
              + e.getMessage(),
          e);
    }
  }

  private static @Nullable ColumnIndex values(InputFile file, Footer footer, ColumnChunk chunk)
      throws IOException {
    return chunk.isSetColumn_index_offset() && chunk.isSetColumn_index_length()
        ? Util.readColumnIndex(
            stream(file, footer, chunk.column_index_offset, chunk.column_index_length))
        : null;
  }

  private static ByteArrayInputStream stream(
      InputFile file, Footer footer, long position, int length) {
    if (position < 0 || length < 0 || length > MAX_BYTES || position + length > file.length()) {
      throw new DamagedDataException("it is said to have " + length + " bytes at " + position);
    }
    if (position >= footer.tailStart()) {
      return new ByteArrayInputStream(footer.tail(), (int) (position - footer.tailStart()), length);
    }
    byte[] bytes = new byte[length];
    file.read(position, bytes, 0, length);
    return new ByteArrayInputStream(bytes);
  }

  private boolean isSound(long fileLength) {
    long row = -1;
    long position = 0;
    for (PageLocation page : locations) {
      if (page.first_row_index <= row
          || page.offset < position
          || page.compressed_page_size < 0
          || page.offset + page.compressed_page_size > fileLength) {
        return false;
      }
      row = page.first_row_index;
      position = page.offset + page.compressed_page_size;
    }
    return !locations.isEmpty()
        && firstRow(0) == 0
        && row < rows
        && (values == null || hasAllPages(values));
  }

  private boolean hasAllPages(ColumnIndex index) {
    int pages = locations.size();
    return index.null_pages.size() == pages
        && index.min_values.size() == pages
        && index.max_values.size() == pages
        && (!index.isSetNull_counts() || index.null_counts.size() == pages);
  }

  /** True if the page at {@code index} holds nothing but nulls, and no sign speaks against it. */
  static boolean isAllNull(ColumnIndex values, int index) {
    return values.null_pages.get(index)
        && (!values.isSetNull_counts() || values.null_counts.get(index) > 0);
  }

  /** How many pages there are. */
  public int size() {
    return locations.size();
  }

  /** The first row of the page at {@code index}; the number of rows after the last. */
  public long firstRow(int index) {
    return index == locations.size() ? rows : locations.get(index).first_row_index;
  }

  /** The first rows of all pages, and the number of rows. */
  long[] bounds() {
    long[] bounds = new long[size() + 1];
    for (int i = 0; i < bounds.length; i++) {
      bounds[i] = firstRow(i);
    }
    return bounds;
  }

  /** The pages that have rows of {@code rows}. */
  public List<Integer> pagesOf(RowRanges rows) {
    List<Integer> pages = new ArrayList<>();
    for (int i = 0; i < size(); i++) {
      if (rows.overlaps(firstRow(i), firstRow(i + 1))) {
        pages.add(i);
      }
    }
    return pages;
  }
}
