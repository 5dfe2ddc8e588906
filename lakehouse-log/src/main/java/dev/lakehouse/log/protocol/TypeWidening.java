package dev.lakehouse.log.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.PrimitiveType;
import dev.lakehouse.types.SchemaJson;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/** Which types of columns may become which, and whether a table's recorded changes are such. */
public final class TypeWidening {
  private static final String CHANGES = "delta.typeChanges";

  private TypeWidening() {}

  /**
   * Checks the changes that the fields of {@code schema} record.
   *
   * @throws UnsupportedFeatureException if one of them is none that readers must know
   */
  public static void requireKnown(StructType schema, String table) {
    SchemaFields.any(
        schema,
        field -> {
          field.metadata().jsonText(CHANGES).ifPresent(text -> check(field, text, table));
          return false;
        });
  }

  private static void check(StructField field, String changes, String table) {
    try {
      for (JsonNode change : new ObjectMapper().readTree(changes)) {
        String from = change.path("fromType").asText();
        String to = change.path("toType").asText();
        Optional<DataType> fromType = type(from);
        Optional<DataType> toType = type(to);
        if (fromType.isEmpty() || toType.isEmpty() || !isAllowed(fromType.get(), toType.get())) {
          throw new UnsupportedFeatureException(
              TableFeature.TYPE_WIDENING.featureName(),
              "Cannot read "
                  + table
                  + ": column '"
                  + field.name()
                  + "' was changed from "
                  + from
                  + " to "
                  + to
                  + ", which this version of Lakehouse does not know");
        }
      }
    } catch (IOException e) {
      throw new CorruptTableException(
          "Column '" + field.name() + "' of " + table + " has no list under " + CHANGES, e);
    }
  }

  private static Optional<DataType> type(String name) {
    try {
      return Optional.of(SchemaJson.readType('"' + name + '"'));
    } catch (CorruptTableException | UnsupportedFeatureException e) {
      return Optional.empty();
    }
  }

  /** True if a column of type {@code from} may become one of type {@code to}. */
  public static boolean isAllowed(DataType from, DataType to) {
    if (from.equals(to)) {
      return true;
    } else if (to instanceof DecimalType decimal) {
      return from instanceof DecimalType narrow
          ? isWider(narrow, decimal)
          : from instanceof PrimitiveType whole
              && digits(whole).filter(least -> isWider(least, decimal)).isPresent();
    }
    return from instanceof PrimitiveType narrow
        && switch (narrow) {
          case BYTE -> isOneOf(to, DataType.SHORT, DataType.INT, DataType.LONG, DataType.DOUBLE);
          case SHORT -> isOneOf(to, DataType.INT, DataType.LONG, DataType.DOUBLE);
          case INT -> isOneOf(to, DataType.LONG, DataType.DOUBLE);
          case FLOAT -> to == DataType.DOUBLE;
          case DATE -> to == DataType.TIMESTAMP_NTZ;
          default -> false;
        };
  }

  /**
   * {@code field} with one more change of type on record.
   *
   * @param part what leads from the field to the part that changed: {@code element}, {@code key},
   *     {@code value}; empty for the field itself
   */
  public static StructField record(
      StructField field, List<String> part, DataType from, DataType to) {
    ObjectMapper mapper = new ObjectMapper();
    ArrayNode changes = mapper.createArrayNode();
    try {
      field.metadata().jsonText(CHANGES).ifPresent(text -> changes.addAll(parse(mapper, text)));
    } catch (UncheckedIOException e) {
      throw new CorruptTableException(
          "Column '" + field.name() + "' has no list under " + CHANGES, e);
    }
    ObjectNode change = changes.addObject();
    change.put("fromType", name(from));
    change.put("toType", name(to));
    if (!part.isEmpty()) {
      change.put("fieldPath", String.join(".", part));
    }
    return field.withMetadata(field.metadata().withJson(CHANGES, changes.toString()));
  }

  private static ArrayNode parse(ObjectMapper mapper, String text) {
    try {
      return (ArrayNode) mapper.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String name(DataType type) {
    String schema = SchemaJson.write(StructType.of(StructField.optional("c", type)));
    try {
      return new ObjectMapper().readTree(schema).path("fields").path(0).path("type").asText();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isOneOf(DataType type, DataType... types) {
    for (DataType one : types) {
      if (one == type) {
        return true;
      }
    }
    return false;
  }

  private static boolean isWider(DecimalType from, DecimalType to) {
    int moreScale = to.scale() - from.scale();
    return moreScale >= 0 && to.precision() - from.precision() >= moreScale;
  }

  /**
   * A decimal that holds every whole number of a type. The protocol wants room for ten digits for
   * bytes and shorts too; others have written less, and it does no harm.
   */
  private static Optional<DecimalType> digits(PrimitiveType type) {
    return switch (type) {
      case BYTE -> Optional.of(new DecimalType(3, 0));
      case SHORT -> Optional.of(new DecimalType(5, 0));
      case INT -> Optional.of(new DecimalType(10, 0));
      case LONG -> Optional.of(new DecimalType(20, 0));
      default -> Optional.empty();
    };
  }
}
