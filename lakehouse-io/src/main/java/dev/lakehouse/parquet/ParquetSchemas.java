package dev.lakehouse.parquet;

import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BOOLEAN;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.FLOAT;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.PrimitiveType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/**
 * The Parquet schema of files with a table's columns: three-level lists, {@code key_value} maps,
 * timestamps as 64-bit microseconds, every field optional but map keys.
 *
 * <p>Columns of type {@code VOID} are left out at every level, as the protocol says.
 */
public final class ParquetSchemas {
  /** The name of the root of files' schemas, as Spark writes it. */
  private static final String ROOT = "spark_schema";

  /** How deep fields may nest in files; an array or map takes two steps. */
  public static final int MAX_DEPTH = 100;

  /** Largest precision of a decimal in an INT32. */
  public static final int MAX_INT_PRECISION = 9;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final FieldNaming naming;

  private ParquetSchemas(FieldNaming naming) {
    this.naming = naming;
  }

  /**
   * The schema of files with the columns of {@code schema}.
   *
   * @throws IllegalArgumentException naming the field, if a struct, list or map holds nothing that
   *     a file can store
   */
  public static MessageType of(StructType schema, FieldNaming naming) {
    return new MessageType(ROOT, new ParquetSchemas(naming).fields(schema));
  }

  /** How deep the fields of a struct of this type nest in files: 1 for plain columns. */
  public static int depth(StructType schema) {
    int deepest = 0;
    for (StructField field : schema) {
      deepest = Math.max(deepest, 1 + below(field.type()));
    }
    return deepest;
  }

  private static int below(DataType type) {
    if (type instanceof StructType struct) {
      return depth(struct);
    } else if (type instanceof ArrayType array) {
      return 2 + below(array.element());
    } else if (type instanceof MapType map) {
      return 2 + Math.max(below(map.key()), below(map.value()));
    }
    return type == DataType.VARIANT ? 1 : 0;
  }

  /** How many bytes the unscaled value of a decimal of {@code precision} digits takes. */
  public static int decimalBytes(int precision) {
    return BigInteger.TEN.pow(precision).subtract(BigInteger.ONE).bitLength() / 8 + 1;
  }

  private List<Type> fields(StructType struct) {
    List<Type> types = new ArrayList<>();
    for (StructField field : struct) {
      if (field.type() != DataType.VOID) {
        Type type = field(field);
        OptionalInt id = naming.idOf(field);
        types.add(id.isPresent() ? type.withId(id.getAsInt()) : type);
      }
    }
    return types;
  }

  private Type field(StructField field) {
    String name = naming.nameOf(field);
    return type(name, Repetition.OPTIONAL, field.type(), NestedIds.of(field, naming));
  }

  private Type type(String name, Repetition repetition, DataType type, NestedIds ids) {
    if (type instanceof StructType struct) {
      return struct(name, repetition, struct);
    } else if (type instanceof ArrayType array) {
      Type element =
          ids.apply(
              "element", type("element", Repetition.OPTIONAL, array.element(), ids.in("element")));
      return group(
          name,
          repetition,
          LogicalTypeAnnotation.listType(),
          new GroupType(Repetition.REPEATED, "list", element));
    } else if (type instanceof MapType map) {
      Type key = ids.apply("key", type("key", Repetition.REQUIRED, map.key(), ids.in("key")));
      Type value =
          ids.apply("value", type("value", Repetition.OPTIONAL, map.value(), ids.in("value")));
      return group(
          name,
          repetition,
          LogicalTypeAnnotation.mapType(),
          new GroupType(Repetition.REPEATED, "key_value", key, value));
    } else if (type instanceof DecimalType decimal) {
      return decimal(name, repetition, decimal);
    }
    return primitive(name, repetition, (PrimitiveType) type);
  }

  private Type struct(String name, Repetition repetition, StructType struct) {
    List<Type> fields = fields(struct);
    if (fields.isEmpty()) {
      throw new IllegalArgumentException(
          "The struct '" + name + "' has no field that a Parquet file can store: " + struct);
    }
    return new GroupType(repetition, name, fields);
  }

  private static Type group(
      String name, Repetition repetition, LogicalTypeAnnotation annotation, GroupType repeated) {
    return Types.buildGroup(repetition).as(annotation).addField(repeated).named(name);
  }

  private static Type decimal(String name, Repetition repetition, DecimalType decimal) {
    LogicalTypeAnnotation annotation =
        LogicalTypeAnnotation.decimalType(decimal.scale(), decimal.precision());
    if (decimal.fitsLong()) {
      PrimitiveTypeName physical = decimal.precision() <= MAX_INT_PRECISION ? INT32 : INT64;
      return Types.primitive(physical, repetition).as(annotation).named(name);
    }
    return Types.primitive(FIXED_LEN_BYTE_ARRAY, repetition)
        .length(decimalBytes(decimal.precision()))
        .as(annotation)
        .named(name);
  }

  private static Type primitive(String name, Repetition repetition, PrimitiveType type) {
    return switch (type) {
      case BOOLEAN -> leaf(name, repetition, BOOLEAN, null);
      case BYTE -> leaf(name, repetition, INT32, LogicalTypeAnnotation.intType(8, true));
      case SHORT -> leaf(name, repetition, INT32, LogicalTypeAnnotation.intType(16, true));
      case INT -> leaf(name, repetition, INT32, null);
      case LONG -> leaf(name, repetition, INT64, null);
      case FLOAT -> leaf(name, repetition, FLOAT, null);
      case DOUBLE -> leaf(name, repetition, DOUBLE, null);
      case STRING -> leaf(name, repetition, BINARY, LogicalTypeAnnotation.stringType());
      case BINARY -> leaf(name, repetition, BINARY, null);
      case DATE -> leaf(name, repetition, INT32, LogicalTypeAnnotation.dateType());
      case TIMESTAMP ->
          leaf(name, repetition, INT64, LogicalTypeAnnotation.timestampType(true, TimeUnit.MICROS));
      case TIMESTAMP_NTZ ->
          leaf(
              name, repetition, INT64, LogicalTypeAnnotation.timestampType(false, TimeUnit.MICROS));
      case VARIANT -> variant(name, repetition);
      case VOID ->
          throw new IllegalArgumentException(
              "A Parquet file cannot store '" + name + "': it is of type void");
    };
  }

  private static Type leaf(
      String name,
      Repetition repetition,
      PrimitiveTypeName physical,
      @Nullable LogicalTypeAnnotation annotation) {
    var builder = Types.primitive(physical, repetition);
    return annotation == null ? builder.named(name) : builder.as(annotation).named(name);
  }

  /** Value first and no annotation, as Spark has it: DuckDB and Polars fail on annotated groups. */
  private static Type variant(String name, Repetition repetition) {
    return Types.buildGroup(repetition)
        .addField(Types.required(BINARY).named("value"))
        .addField(Types.required(BINARY).named("metadata"))
        .named(name);
  }

  /**
   * The ids of the inner parts of one field's lists and maps, keyed by their path from the field,
   * {@code col.value.element} for one.
   */
  private record NestedIds(JsonNode ids, String path) {
    static NestedIds of(StructField field, FieldNaming naming) {
      String json = field.metadata().jsonText(FieldNaming.NESTED_IDS).orElse("{}");
      return new NestedIds(parse(naming == FieldNaming.MAPPED ? json : "{}"), naming.nameOf(field));
    }

    private static JsonNode parse(String json) {
      try {
        return JSON.readTree(json);
      } catch (JsonProcessingException e) {
        throw new IllegalArgumentException("No JSON: " + json, e);
      }
    }

    NestedIds in(String part) {
      return new NestedIds(ids, path + "." + part);
    }

    Type apply(String part, Type type) {
      JsonNode id = ids.get(path + "." + part);
      return id == null ? type : type.withId(id.intValue());
    }
  }
}
