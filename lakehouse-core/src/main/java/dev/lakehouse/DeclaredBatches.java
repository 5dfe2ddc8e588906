package dev.lakehouse;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;

/** Batches of a user, each of which must have the columns that he said they have. */
final class DeclaredBatches implements CloseableIterator<Batch> {
  private final StructType schema;
  private final CloseableIterator<Batch> batches;
  private long number;

  DeclaredBatches(StructType schema, CloseableIterator<Batch> batches) {
    this.schema = schema;
    this.batches = batches;
  }

  @Override
  public boolean hasNext() {
    return batches.hasNext();
  }

  @Override
  public Batch next() {
    Batch batch = batches.next();
    if (!sameColumns(batch.schema())) {
      throw new SchemaMismatchException(
          "Batch "
              + number
              + " of the source has the columns "
              + batch.schema()
              + ", but "
              + schema
              + " were declared");
    }
    number++;
    return batch;
  }

  /** Names and types; what may be null is looked at value by value. */
  private boolean sameColumns(StructType other) {
    if (other.equals(schema)) {
      return true;
    }
    boolean same = other.size() == schema.size();
    for (int i = 0; same && i < schema.size(); i++) {
      StructField declared = schema.field(i);
      StructField given = other.field(i);
      same =
          declared.name().equals(given.name())
              && declared.type().toString().equals(given.type().toString());
    }
    return same;
  }

  @Override
  public void close() {
    batches.close();
  }
}
