package dev.lakehouse.parquet.decode;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.parquet.DamagedDataException;
import dev.lakehouse.parquet.LeafType;
import org.apache.parquet.format.Encoding;
import org.jspecify.annotations.Nullable;

/**
 * Collects the values of one leaf column, page after page, into arrays that it then gives away as a
 * column. Nulls are not its business. Not thread-safe.
 */
public abstract sealed class LeafValues
    permits BooleanValues,
        BytesValues,
        Decimal128Values,
        DoubleValues,
        FloatValues,
        IntValues,
        LongValues {
  /** How many dictionary indices are unpacked before they are looked up. */
  static final int ID_STEP = 2048;

  private final LeafType type;
  private final int[] ids = new int[ID_STEP];
  private @Nullable ValuePage page;

  /** How many values were read since the last {@link #begin}. */
  int size;

  LeafValues(LeafType type) {
    this.type = type;
  }

  /** Takes over the {@code count} values of the chunk's dictionary. */
  public final void dictionary(PageBytes bytes, int count) {
    loadDictionary(ValuePage.of(bytes, Encoding.PLAIN, type), count);
    page = null;
  }

  abstract void loadDictionary(ValuePage values, int count);

  /** Forgets the dictionary. */
  public abstract void clearDictionary();

  /** Goes to the values of the next page. */
  public final void page(PageBytes bytes, @Nullable Encoding encoding) {
    page = ValuePage.of(bytes, encoding, type);
  }

  /** Starts a new column, with room for {@code capacity} values to begin with. */
  public final void begin(int capacity) {
    size = 0;
    allocate(capacity);
  }

  abstract void allocate(int capacity);

  /**
   * How many of the page's next values, at most {@code count}, keep the bytes of the column's
   * values within {@code maxBytes}; 1 at least if the column is empty. Only as many may be read
   * next.
   */
  public int fit(int count, long maxBytes) {
    return count;
  }

  /** Appends the page's next {@code count} values. */
  public final void read(int count) {
    read(currentPage(), count);
    size += count;
  }

  abstract void read(ValuePage values, int count);

  /** Skips the page's next {@code count} values. */
  public final void skip(int count) {
    if (count > 0) {
      currentPage().skip(count);
    }
  }

  /** How many values the column has so far. */
  public final int size() {
    return size;
  }

  /** How many bytes values of variable length have so far. */
  public long bytes() {
    return 0;
  }

  /** The values since {@link #begin}, none of them null. Gives away the arrays. */
  public abstract Column column();

  final ValuePage currentPage() {
    if (page == null) {
      throw new DamagedDataException("it has no values");
    }
    return page;
  }

  /** The next {@code count} indices, at most {@link #ID_STEP}; valid until the next call. */
  final int[] ids(ValuePage.Ids page, int count) {
    page.reader().read(ids, 0, count);
    return ids;
  }

  static <T> T dictionaryOf(@Nullable T dictionary) {
    if (dictionary == null) {
      throw new DamagedDataException("its values refer to a dictionary, but there is none");
    }
    return dictionary;
  }

  /**
   * How long an array of {@code length} must be to hold {@code needed} values, with some to grow.
   */
  static int grown(int length, int needed) {
    return (int) Math.max(needed, Math.min(Integer.MAX_VALUE - 64, 2L * length));
  }

  static DamagedDataException unfit(ValuePage page, String target) {
    return new DamagedDataException(
        "it holds " + page.getClass().getSimpleName() + ", which cannot become " + target);
  }
}
