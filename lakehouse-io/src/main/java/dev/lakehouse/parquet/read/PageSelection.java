package dev.lakehouse.parquet.read;

import dev.lakehouse.parquet.footer.PageIndex;
import dev.lakehouse.parquet.footer.RowRanges;
import java.util.List;
import org.apache.parquet.format.PageLocation;

/** The pages of a chunk that hold wanted rows. */
final class PageSelection {
  private final PageIndex index;
  private final List<Integer> pages;
  private int next;

  PageSelection(PageIndex index, RowRanges rows) {
    this.index = index;
    this.pages = index.pagesOf(rows);
  }

  /** Where the first page of the chunk is, be it wanted or not. */
  long firstOffset() {
    return index.locations().get(0).offset;
  }

  /** Goes past pages that end before {@code row}; false if none is left. */
  boolean seek(long row) {
    while (next < pages.size() && index.firstRow(pages.get(next) + 1) <= row) {
      next++;
    }
    return next < pages.size();
  }

  /** Where the page is. */
  long offset() {
    return location(next).offset;
  }

  /** Where the pages end that follow without a gap. */
  long goal() {
    int last = next;
    while (last + 1 < pages.size() && pages.get(last + 1) == pages.get(last) + 1) {
      last++;
    }
    PageLocation location = location(last);
    return location.offset + location.compressed_page_size;
  }

  private PageLocation location(int page) {
    return index.locations().get(pages.get(page));
  }

  /** The first row of the page. */
  long firstRow() {
    return index.firstRow(pages.get(next));
  }

  /** The row after the page's last. */
  long endRow() {
    return index.firstRow(pages.get(next) + 1);
  }

  /** Takes the page. */
  void advance() {
    next++;
  }
}
