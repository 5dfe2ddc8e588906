package dev.lakehouse.expr.eval;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.expr.kernel.Concatenation;
import dev.lakehouse.expr.kernel.Nulls;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.List;

/**
 * An expression of one text column that cannot fail. Where the column has a dictionary, it is
 * computed once for each entry, and once for null, and the results are brought to the rows.
 *
 * @param text the column
 * @param type its type
 * @param overSlot the expression over a batch whose one column is called {@link #SLOT}
 */
record DictionaryNode(Node text, DataType type, Node overSlot) implements Node {
  /** What the text column is called within. */
  static final String SLOT = "text";

  @Override
  public Column evaluate(Rows rows) {
    Column column = text.evaluate(rows);
    if (column instanceof DictionaryColumn dictionary
        && dictionary.dictionary().size() < dictionary.size()) {
      return ofEntries(dictionary);
    }
    return over(column);
  }

  private Column over(Column column) {
    StructType schema = StructType.of(StructField.optional(SLOT, type));
    return overSlot.evaluate(Nodes.all(new Batch(schema, List.of(column), column.size())));
  }

  private Column ofEntries(DictionaryColumn column) {
    BytesColumn entries = column.dictionary();
    Column results = over(Concatenation.of(List.of(entries, Nulls.column(type, 1))));
    int[] codes = column.codes();
    if (column.validity() != null) {
      codes = new int[column.size()];
      for (int i = 0; i < codes.length; i++) {
        codes[i] = column.isNull(i) ? entries.size() : column.codes()[i];
      }
    }
    return results.gather(codes, column.size());
  }

  @Override
  public boolean canFail() {
    return false;
  }
}
