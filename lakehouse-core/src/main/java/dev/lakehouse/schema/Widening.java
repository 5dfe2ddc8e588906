package dev.lakehouse.schema;

import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.protocol.ProtocolRules;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.log.protocol.TableProperty;
import dev.lakehouse.log.protocol.TypeWidening;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.PrimitiveType;
import java.util.Locale;
import java.util.Map;

/** Which types a table's columns may get instead of theirs when they are written to. */
enum Widening {
  /**
   * Among whole numbers of up to 32 bits, which all stand as INT32 in files: needs no feature and
   * leaves no record.
   */
  WITHIN_INT32,
  /** All that the feature type widening allows. */
  ALL,
  /** What Iceberg allows of it. */
  AS_ICEBERG;

  private static final String ICEBERG_COMPAT = "delta.enableicebergcompatv";

  static Widening of(Protocol protocol, Metadata metadata) {
    boolean enabled =
        TableProperty.ENABLE_TYPE_WIDENING.of(metadata)
            && ProtocolRules.supports(protocol, TableFeature.TYPE_WIDENING);
    if (!enabled) {
      return WITHIN_INT32;
    }
    return isIcebergCompatible(metadata.configuration()) ? AS_ICEBERG : ALL;
  }

  static boolean isIcebergCompatible(Map<String, String> properties) {
    return properties.entrySet().stream()
        .anyMatch(
            entry ->
                entry.getKey().toLowerCase(Locale.ROOT).startsWith(ICEBERG_COMPAT)
                    && entry.getValue().equalsIgnoreCase("true"));
  }

  /** True if the change is noted in the schema, for readers of older files. */
  boolean isRecorded() {
    return this != WITHIN_INT32;
  }

  /** True if a column of type {@code from} becomes one of {@code to}. */
  boolean allows(DataType from, DataType to) {
    if (from.equals(to)) {
      return false;
    }
    return switch (this) {
      case WITHIN_INT32 -> isWithinInt32(from, to);
      case ALL -> TypeWidening.isAllowed(from, to) && hasRoomForDigits(from, to);
      case AS_ICEBERG -> ALL.allows(from, to) && isAllowedByIceberg(from, to);
    };
  }

  private static boolean isWithinInt32(DataType from, DataType to) {
    return (from == DataType.BYTE && (to == DataType.SHORT || to == DataType.INT))
        || (from == DataType.SHORT && to == DataType.INT);
  }

  /** PROTOCOL "Type Widening": whole numbers become decimals of ten, longs of twenty digits. */
  private static boolean hasRoomForDigits(DataType from, DataType to) {
    if (!(from instanceof PrimitiveType) || !(to instanceof DecimalType decimal)) {
      return true;
    }
    return decimal.precision() - decimal.scale() >= (from == DataType.LONG ? 20 : 10);
  }

  private static boolean isAllowedByIceberg(DataType from, DataType to) {
    if (from instanceof DecimalType narrow && to instanceof DecimalType wide) {
      return narrow.scale() == wide.scale();
    }
    boolean toDouble = to == DataType.DOUBLE && from != DataType.FLOAT;
    return !toDouble && to != DataType.TIMESTAMP_NTZ && !(to instanceof DecimalType);
  }
}
