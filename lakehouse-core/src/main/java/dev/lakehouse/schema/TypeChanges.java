package dev.lakehouse.schema;

import dev.lakehouse.types.DataType;
import dev.lakehouse.types.FieldMetadata;
import dev.lakehouse.types.SchemaJson;
import dev.lakehouse.types.StructField;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The changes of types within one field, as the field's metadata records them. */
final class TypeChanges {
  private static final String KEY = "delta.typeChanges";

  private final List<String> changes = new ArrayList<>();

  boolean isEmpty() {
    return changes.isEmpty();
  }

  /**
   * @param inField {@code .element}, {@code .key.element} and so on; empty for the field itself
   */
  void add(DataType from, DataType to, String inField) {
    String change =
        "{\"toType\":" + SchemaJson.writeType(to) + ",\"fromType\":" + SchemaJson.writeType(from);
    changes.add(
        inField.isEmpty()
            ? change + "}"
            : change + ",\"fieldPath\":\"" + inField.substring(1) + "\"}");
  }

  /** {@code field} with these changes after those that it records already. */
  StructField recordedIn(StructField field) {
    if (changes.isEmpty()) {
      return field;
    }
    Optional<String> before = field.metadata().jsonText(KEY).filter(text -> text.length() > 2);
    String mine = String.join(",", changes);
    String all =
        before
            .map(text -> text.substring(0, text.length() - 1) + "," + mine + "]")
            .orElse("[" + mine + "]");
    FieldMetadata metadata = field.metadata().withJson(KEY, all);
    return field.withMetadata(metadata);
  }
}
