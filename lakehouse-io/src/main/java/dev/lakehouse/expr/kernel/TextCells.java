package dev.lakehouse.expr.kernel;

import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.DictionaryColumn;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Texts or bytes of a column with or without a dictionary, row by row. */
public final class TextCells {
  private final byte[] data;
  private final int[] offsets;
  private final int @Nullable [] codes;

  private TextCells(BytesColumn values, int @Nullable [] codes) {
    this.data = values.data();
    this.offsets = values.offsets();
    this.codes = codes;
  }

  /** The cells of {@code column}. */
  public static TextCells of(Column column) {
    return column instanceof DictionaryColumn dictionary
        ? new TextCells(dictionary.dictionary(), dictionary.codes())
        : new TextCells((BytesColumn) column, null);
  }

  /** The bytes of all cells. */
  public byte[] data() {
    return data;
  }

  /** Where the cell of {@code row} starts in {@link #data()}. */
  public int start(int row) {
    return offsets[codes == null ? row : codes[row]];
  }

  /** Where it ends, exclusive. */
  public int end(int row) {
    return offsets[(codes == null ? row : codes[row]) + 1];
  }

  /** The cell as text. */
  public String string(int row) {
    int start = start(row);
    return new String(data, start, end(row) - start, StandardCharsets.UTF_8);
  }

  /** About how many bytes the first {@code rows} cells have. */
  public int length(int rows) {
    return codes == null ? offsets[rows] - offsets[0] : 8 * rows;
  }
}
