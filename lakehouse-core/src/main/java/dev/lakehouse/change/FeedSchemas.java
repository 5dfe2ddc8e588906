package dev.lakehouse.change;

import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.log.protocol.ColumnMapping;
import dev.lakehouse.log.protocol.TypeWidening;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How the changes of versions with an older schema are read with a newer one.
 *
 * <p>A field is the same where files know it by the same name. Fields may have come, types may have
 * been widened, and with column mapping names may have changed. A field that went, or changed its
 * type in another way, cannot be shown with the newer schema: then the feed is not read.
 */
final class FeedSchemas {
  private final String table;
  private final long version;
  private final ColumnMapping older;
  private final ColumnMapping newer;

  private FeedSchemas(String table, long version, ColumnMapping older, ColumnMapping newer) {
    this.table = table;
    this.version = version;
    this.older = older;
    this.newer = newer;
  }

  /**
   * {@code to}, with fields nullable that are so in {@code from}, or not there.
   *
   * @param version the version that has the schema {@code from}, for messages
   * @throws SchemaMismatchException if rows of {@code from} cannot be shown as rows of {@code to}
   */
  static StructType reconcile(
      String table,
      long version,
      StructType from,
      ColumnMapping older,
      StructType to,
      ColumnMapping newer) {
    return new FeedSchemas(table, version, older, newer).struct(from, to, "");
  }

  private StructType struct(StructType from, StructType to, String path) {
    for (StructField old : from) {
      if (field(to, old).isEmpty()) {
        throw unreadable("has the column '" + path + old.name() + "', which is not there any more");
      }
    }
    List<StructField> fields = new ArrayList<>();
    for (StructField now : to) {
      Optional<StructField> old =
          from.fields().stream()
              .filter(field -> isSame(older.physicalName(field), newer.physicalName(now)))
              .findFirst();
      fields.add(
          old.isEmpty()
              ? now.withNullable(true)
              : now.withNullable(now.nullable() || old.get().nullable())
                  .withType(type(old.get().type(), now.type(), path + old.get().name())));
    }
    return new StructType(fields);
  }

  private Optional<StructField> field(StructType to, StructField old) {
    return to.fields().stream()
        .filter(now -> isSame(older.physicalName(old), newer.physicalName(now)))
        .findFirst();
  }

  private boolean isSame(String oldName, String newName) {
    return older.isMapped() || newer.isMapped()
        ? oldName.equals(newName)
        : oldName.equalsIgnoreCase(newName);
  }

  private DataType type(DataType from, DataType to, String path) {
    if (from.equals(to)) {
      return to;
    } else if (from instanceof StructType old && to instanceof StructType now) {
      return struct(old, now, path + ".");
    } else if (from instanceof ArrayType old && to instanceof ArrayType now) {
      return new ArrayType(
          type(old.element(), now.element(), path + ".element"),
          old.containsNull() || now.containsNull());
    } else if (from instanceof MapType old && to instanceof MapType now) {
      return new MapType(
          type(old.key(), now.key(), path + ".key"),
          type(old.value(), now.value(), path + ".value"),
          old.valueContainsNull() || now.valueContainsNull());
    } else if (TypeWidening.isAllowed(from, to)) {
      return to;
    }
    throw unreadable("has the column '" + path + "' as " + from + ", which is now " + to);
  }

  private SchemaMismatchException unreadable(String why) {
    return new SchemaMismatchException(
        "Cannot read the changes of version "
            + version
            + " of "
            + table
            + " with the columns of the last version wanted: version "
            + version
            + " "
            + why
            + ". Read the changes up to the version before that change, and those after it, each by"
            + " itself.");
  }
}
