package dev.lakehouse.arrow;

import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.PrimitiveType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/** Schemas of tables as Arrow schemas, and the other way. */
public final class ArrowSchemas {
  private static final FieldType VARIANT =
      new FieldType(
          true,
          ArrowType.Struct.INSTANCE,
          null,
          Map.of("ARROW:extension:name", "arrow.parquet.variant", "ARROW:extension:metadata", ""));

  private ArrowSchemas() {}

  /** The Arrow schema of batches of {@code schema}. */
  public static Schema toArrow(StructType schema) {
    return new Schema(fields(schema));
  }

  private static List<Field> fields(StructType struct) {
    return struct.fields().stream().map(f -> field(f.name(), f.type(), f.nullable())).toList();
  }

  private static Field field(String name, DataType type, boolean nullable) {
    if (type == PrimitiveType.VARIANT) {
      List<Field> parts =
          List.of(
              field("metadata", DataType.BINARY, false), field("value", DataType.BINARY, false));
      return new Field(name, VARIANT, parts);
    }
    FieldType fieldType = new FieldType(nullable || type == DataType.VOID, arrowType(type), null);
    return new Field(name, fieldType, children(type));
  }

  private static List<Field> children(DataType type) {
    if (type instanceof StructType struct) {
      return fields(struct);
    } else if (type instanceof ArrayType array) {
      return List.of(field("element", array.element(), array.containsNull()));
    } else if (type instanceof MapType map) {
      StructType entry =
          StructType.of(
              StructField.required("key", map.key()),
              new StructField("value", map.value(), map.valueContainsNull()));
      return List.of(field("entries", entry, false));
    }
    return List.of();
  }

  private static ArrowType arrowType(DataType type) {
    if (type instanceof DecimalType decimal) {
      return new ArrowType.Decimal(decimal.precision(), decimal.scale(), 128);
    } else if (type instanceof StructType) {
      return ArrowType.Struct.INSTANCE;
    } else if (type instanceof ArrayType) {
      return ArrowType.List.INSTANCE;
    } else if (type instanceof MapType) {
      return new ArrowType.Map(false);
    }
    return switch ((PrimitiveType) type) {
      case BOOLEAN -> ArrowType.Bool.INSTANCE;
      case BYTE -> new ArrowType.Int(8, true);
      case SHORT -> new ArrowType.Int(16, true);
      case INT -> new ArrowType.Int(32, true);
      case LONG -> new ArrowType.Int(64, true);
      case FLOAT -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case DOUBLE -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case STRING -> ArrowType.Utf8.INSTANCE;
      case BINARY -> ArrowType.Binary.INSTANCE;
      case DATE -> new ArrowType.Date(DateUnit.DAY);
      case TIMESTAMP -> new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC");
      case TIMESTAMP_NTZ -> new ArrowType.Timestamp(TimeUnit.MICROSECOND, null);
      case VARIANT -> ArrowType.Struct.INSTANCE;
      case VOID -> ArrowType.Null.INSTANCE;
    };
  }

  /**
   * The schema of batches made of vectors of {@code schema}.
   *
   * @param dictionaryTypes the value type of each dictionary by its id
   * @throws SchemaMismatchException naming the first field whose type no table has
   */
  public static StructType fromArrow(Schema schema, Map<Long, Field> dictionaryTypes) {
    List<StructField> fields = new ArrayList<>();
    for (Field field : schema.getFields()) {
      fields.add(structField(field, dictionaryTypes));
    }
    return new StructType(fields);
  }

  private static StructField structField(Field field, Map<Long, Field> dictionaries) {
    if (field.getDictionary() != null) {
      Field values = dictionaries.get(field.getDictionary().getId());
      if (values == null) {
        throw refused(field, "names a dictionary that the reader does not have");
      }
      return new StructField(field.getName(), type(values, dictionaries), field.isNullable());
    }
    return new StructField(field.getName(), type(field, dictionaries), field.isNullable());
  }

  private static DataType type(Field field, Map<Long, Field> dictionaries) {
    List<Field> children = field.getChildren();
    return switch (field.getType().getTypeID()) {
      case Bool -> DataType.BOOLEAN;
      case Int -> whole((ArrowType.Int) field.getType());
      case FloatingPoint -> floating(field);
      case Utf8, LargeUtf8, Utf8View -> DataType.STRING;
      case Binary, LargeBinary, FixedSizeBinary, BinaryView -> DataType.BINARY;
      case Date -> DataType.DATE;
      case Timestamp ->
          ((ArrowType.Timestamp) field.getType()).getTimezone() == null
              ? DataType.TIMESTAMP_NTZ
              : DataType.TIMESTAMP;
      case Decimal -> decimal(field);
      case Null -> DataType.VOID;
      case List, LargeList, FixedSizeList -> list(children.get(0), dictionaries);
      case Map -> map(children.get(0), dictionaries);
      case Struct -> struct(field, dictionaries);
      default -> throw refused(field, "is of Arrow type " + field.getType());
    };
  }

  private static DataType list(Field element, Map<Long, Field> dictionaries) {
    StructField inner = structField(element, dictionaries);
    return new ArrayType(inner.type(), inner.nullable());
  }

  private static DataType map(Field entries, Map<Long, Field> dictionaries) {
    StructField key = structField(entries.getChildren().get(0), dictionaries);
    StructField value = structField(entries.getChildren().get(1), dictionaries);
    return new MapType(key.type(), value.type(), value.nullable());
  }

  private static DataType struct(Field field, Map<Long, Field> dictionaries) {
    if (isVariant(field)) {
      return DataType.VARIANT;
    }
    return new StructType(
        field.getChildren().stream().map(child -> structField(child, dictionaries)).toList());
  }

  static boolean isVariant(Field field) {
    return "arrow.parquet.variant".equals(field.getMetadata().get("ARROW:extension:name"));
  }

  private static DataType whole(ArrowType.Int type) {
    int bits = type.getIsSigned() ? type.getBitWidth() : 2 * type.getBitWidth();
    return switch (bits) {
      case 8 -> DataType.BYTE;
      case 16 -> DataType.SHORT;
      case 32 -> DataType.INT;
      case 64 -> DataType.LONG;
      default -> DataType.decimal(20, 0);
    };
  }

  private static DataType floating(Field field) {
    return switch (((ArrowType.FloatingPoint) field.getType()).getPrecision()) {
      case SINGLE -> DataType.FLOAT;
      case DOUBLE -> DataType.DOUBLE;
      case HALF -> throw refused(field, "is of Arrow type " + field.getType());
    };
  }

  private static DataType decimal(Field field) {
    ArrowType.Decimal type = (ArrowType.Decimal) field.getType();
    boolean fits =
        type.getBitWidth() <= 128
            && type.getPrecision() <= DecimalType.MAX_PRECISION
            && type.getScale() >= 0
            && type.getScale() <= type.getPrecision();
    if (!fits) {
      throw refused(field, "is of Arrow type " + type);
    }
    return DataType.decimal(type.getPrecision(), type.getScale());
  }

  private static SchemaMismatchException refused(Field field, String why) {
    return new SchemaMismatchException(
        "Arrow field '" + field.getName() + "' " + why + ", which no table column holds");
  }
}
