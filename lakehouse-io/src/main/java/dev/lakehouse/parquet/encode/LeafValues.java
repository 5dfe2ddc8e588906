package dev.lakehouse.parquet.encode;

import dev.lakehouse.columnar.Column;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.column.values.bloomfilter.BloomFilter;
import org.jspecify.annotations.Nullable;

/**
 * What depends on the physical type in writing a leaf: taking values out of a column, encoding them
 * plainly or as ids of a dictionary, and their bounds, per page and for the file.
 *
 * <p>Used in this order, again and again: {@link #load}, then {@link #toPlain} or {@link #toIds}
 * for what was loaded; at the end of a page {@link #endPage}.
 */
sealed interface LeafValues permits BooleanValues, NumberValues, BytesValues {
  /**
   * Takes the alive values {@code from} up to {@code to} of {@code slots} out of {@code column}.
   *
   * @return how many bytes they take if encoded plainly
   */
  long load(Column column, Slots slots, int from, int to);

  /** Appends what was loaded to a page. */
  void toPlain(Bytes page);

  /** Writes the dictionary ids of what was loaded, new values added. */
  void toIds(int[] ids, int at);

  /** Appends to a page the values of dictionary ids that were given before. */
  void idsToPlain(int[] ids, int count, Bytes page);

  /** True if values of this type can have a dictionary at all. */
  boolean hasDictionary();

  /** How many values the dictionary has. */
  int dictionarySize();

  /** How many bytes the dictionary takes if encoded plainly. */
  long dictionaryBytes();

  /** Appends the dictionary's values to its page. */
  void dictionaryToPlain(Bytes page);

  /** Adds the dictionary's values to a Bloom filter. */
  void dictionaryToBloom(BloomFilter bloom);

  /** Adds what was loaded to a Bloom filter. */
  void toBloom(BloomFilter bloom);

  /** Forgets the dictionary. */
  void clearDictionary();

  /**
   * Ends a page.
   *
   * @param ids the ids of the page's values if they are encoded so, else null
   * @param count how many ids there are
   * @param nulls how many slots of the page have no value
   * @return the bounds of the page; without bounds, but not of nulls only, if it has none that
   *     readers may trust
   */
  Statistics<?> endPage(int @Nullable [] ids, int count, long nulls);

  /** The least value of the file under the rules of the Delta protocol; null if there is none. */
  @Nullable Object min();

  /** The greatest value of the file under the rules of the Delta protocol; null if none. */
  @Nullable Object max();

  /** Forgets the bounds of the file, for the next one. */
  long capacity();

  /** Gives the arrays back. */
  void release();
}
