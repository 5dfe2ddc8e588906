package dev.lakehouse.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lakehouse.CreateTable;
import dev.lakehouse.Lakehouse;
import dev.lakehouse.Merge;
import dev.lakehouse.Overwrite;
import dev.lakehouse.Scan;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.Update;
import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ColumnBuilder;
import dev.lakehouse.data.BatchReader;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.expr.Literal;
import dev.lakehouse.testing.CanonicalRows;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.PrimitiveType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One random table and the statements on it, with the answers of Delta Spark. */
final class SparkChain implements AutoCloseable {
  /** What depends on how rows are laid out in files. */
  private static final Set<String> LAYOUT =
      Set.of("numCopiedRows", "numTargetRowsCopied", "numOutputRows");

  /** Where Spark's optimizer sees that nothing matches it does not even read the source. */
  private static final String SOURCE_ROWS = "numSourceRows";

  private final JsonNode chain;
  private final Set<String> deviations;
  private final Lakehouse lake = Lakehouse.create();
  private final Table table;
  private final Map<Long, Long> versions = new HashMap<>();
  private @Nullable String fault;
  private @Nullable String end;

  SparkChain(JsonNode chain, Path folder, Set<String> deviations) {
    this.chain = chain;
    this.deviations = deviations;
    this.table = lake.table(folder.toString());
  }

  /** What is wrong, if anything is. */
  Optional<String> fault() {
    return Optional.ofNullable(fault);
  }

  /** Why it did not come to its end, if it did not. */
  Optional<String> end() {
    return Optional.ofNullable(end);
  }

  /** Runs until the first statement that is wrong or that we do not have; how many were right. */
  int run() {
    String name = chain.get("case").asText() + " " + chain.get("feature").asText();
    for (JsonNode step : chain.get("setup")) {
      String op = step.get("stmt").get("op").asText();
      if (!isKnown(step.get("stmt"))) {
        end = name + " setup " + op;
        return 0;
      }
      try {
        execute(step.get("stmt"));
        versions.put(step.get("answer").path("version").asLong(-1), table.version());
      } catch (dev.lakehouse.error.UnsupportedFeatureException e) {
        end = name + " setup refused: " + e.feature();
        return 0;
      } catch (RuntimeException e) {
        if (!step.get("answer").has("error")) {
          fault = name + " setup " + op + ": " + e;
          return 0;
        }
      }
    }
    String initial = compare(chain.get("initial"));
    if (initial != null) {
      fault = name + " after setup: " + initial;
      return 0;
    }
    int right = 0;
    for (JsonNode step : chain.get("statements")) {
      String where = name + " statement " + (right + 1);
      JsonNode statement = step.get("stmt");
      if (!isKnown(statement)) {
        end = where + " " + statement.get("op").asText();
        return right;
      } else if (deviations.contains(chain.get("case").asText() + "." + (right + 1))) {
        end = where + " deviates";
        return right;
      }
      String wrong = judge(statement, step.get("answer"));
      if (wrong != null) {
        fault =
            where
                + " "
                + step.get("sql").asText().replaceAll("FROM VALUES.*AS v\\(", "FROM ... (")
                + ": "
                + wrong;
        return right;
      }
      versions.put(step.get("answer").path("version").asLong(-1), table.version());
      right++;
    }
    return right;
  }

  private static boolean isKnown(JsonNode statement) {
    return switch (statement.get("op").asText()) {
      case "create" -> true;
      case "append" -> !statement.path("mergeSchema").asBoolean();
      case "delete", "update", "restore" -> true;
      case "merge" -> !statement.path("schemaEvolution").asBoolean();
      case "overwrite" -> true;
      default -> false;
    };
  }

  private @Nullable String judge(JsonNode statement, JsonNode answer) {
    long before = table.version();
    RuntimeException failure = null;
    try {
      execute(statement);
    } catch (LakehouseException | IllegalArgumentException e) {
      failure = e;
    } catch (RuntimeException e) {
      return "broke: " + e + " at " + e.getStackTrace()[0];
    }
    if (answer.has("error")) {
      return failure == null
          ? "succeeded, but Spark: " + answer.get("kind").asText() + ", " + answer.get("error")
          : table.version() == before ? null : "failed, but made a version";
    } else if (failure != null) {
      return "failed: " + failure;
    }
    boolean unchanged = answer.path("unchanged").asBoolean();
    if (unchanged && table.version() != before) {
      return "made a version where Spark makes none";
    }
    String rows = compare(answer);
    if (rows != null || unchanged) {
      return rows;
    }
    if (table.version() == before) {
      return null;
    }
    String metrics = statement.get("op").asText().equals("restore") ? null : metrics(answer);
    return metrics == null ? feed(statement, answer) : metrics;
  }

  /** What the change feed says of the newest version; of a restore it depends on files. */
  private @Nullable String feed(JsonNode statement, JsonNode answer) {
    if (!answer.has("feed") || statement.get("op").asText().equals("restore")) {
      return null;
    }
    List<String> columns = new ArrayList<>(table.schema().names());
    columns.remove(chain.get("feature").asText().equals("identity") ? "seq" : "");
    columns.add("_change_type");
    CanonicalRows rows = new CanonicalRows();
    long version = table.version();
    try (BatchReader batches =
        table.changes().from(version).to(version).select(quoted(columns)).batches()) {
      for (Batch batch : batches) {
        rows.add(batch);
      }
    }
    String wrong = difference(rows, answer.get("feed"));
    return wrong == null ? null : "feed: " + wrong;
  }

  private static String[] quoted(List<String> names) {
    return names.stream().map(name -> "`" + name + "`").toArray(String[]::new);
  }

  private @Nullable String metrics(JsonNode answer) {
    var entry = table.history(1).get(0);
    String operation = entry.operation().orElse("");
    if (!operation.equals(answer.path("operation").asText(operation))) {
      return "operation " + operation + ", not " + answer.get("operation");
    }
    for (Map.Entry<String, JsonNode> metric : answer.path("metrics").properties()) {
      String ours = entry.operationMetrics().get(metric.getKey());
      boolean unread =
          metric.getKey().equals(SOURCE_ROWS) && metric.getValue().asText().equals("0");
      if (!LAYOUT.contains(metric.getKey())
          && !unread
          && !metric.getValue().asText().equals(ours)) {
        return metric.getKey() + " is " + ours + ", not " + metric.getValue();
      }
    }
    return null;
  }

  private @Nullable String compare(JsonNode answer) {
    CanonicalRows rows = new CanonicalRows();
    Scan scan = table.scan();
    if (chain.get("feature").asText().equals("identity")) {
      scan =
          scan.select(
              table.schema().names().stream()
                  .filter(name -> !name.equals("seq"))
                  .map(name -> "`" + name + "`")
                  .toArray(String[]::new));
    }
    try (BatchReader batches = scan.batches()) {
      for (Batch batch : batches) {
        rows.add(batch);
      }
    }
    return difference(rows, answer);
  }

  private static @Nullable String difference(CanonicalRows rows, JsonNode answer) {
    if (rows.hash().equals(answer.path("hash").asText())) {
      return null;
    }
    List<String> expected = new ArrayList<>();
    answer.path("canonical").forEach(line -> expected.add(line.asText()));
    List<String> missing = new ArrayList<>(expected);
    List<String> more = new ArrayList<>(rows.sorted());
    rows.sorted().forEach(missing::remove);
    expected.forEach(more::remove);
    return rows.size()
        + " rows, not "
        + answer.get("rows")
        + ": missing "
        + missing
        + ", more "
        + more;
  }

  // Statements.

  private void execute(JsonNode statement) {
    switch (statement.get("op").asText()) {
      case "create" -> create(statement);
      case "append" -> table.append(source(statement.get("source"))).execute();
      case "delete" -> {
        var delete = table.delete();
        if (statement.has("where")) {
          delete.where(statement.get("where").asText());
        }
        delete.execute();
      }
      case "update" -> update(statement);
      case "overwrite" -> overwrite(statement);
      case "merge" -> merge(statement);
      case "restore" ->
          table
              .restore()
              .toVersion(
                  java.util.Objects.requireNonNull(versions.get(statement.get("version").asLong())))
              .execute();
      default -> throw new IllegalStateException(statement.toString());
    }
  }

  private void create(JsonNode statement) {
    List<StructField> fields = new ArrayList<>();
    for (JsonNode column : statement.get("columns")) {
      StructField field =
          StructField.optional(column.get("name").asText(), type(column.get("type").asText()))
              .withNullable(column.path("nullable").asBoolean(true));
      if (column.hasNonNull("default")) {
        field = field.defaultValue(column.get("default").asText());
      }
      if (column.hasNonNull("generated")) {
        field = field.generatedAs(column.get("generated").asText());
      }
      if (column.hasNonNull("identity")) {
        JsonNode identity = column.get("identity");
        field = field.identity(identity.path("start").asLong(1), identity.path("step").asLong(1));
      }
      fields.add(field);
    }
    CreateTable create = lake.createTable(table.location(), new StructType(fields));
    List<String> partitions = new ArrayList<>();
    statement.path("partitionBy").forEach(column -> partitions.add(column.asText()));
    create.partitionedBy(partitions.toArray(String[]::new));
    for (Map.Entry<String, JsonNode> property : statement.path("properties").properties()) {
      create.property(property.getKey(), property.getValue().asText());
    }
    List<String> clustering = new ArrayList<>();
    statement.path("clusterBy").forEach(column -> clustering.add(column.asText()));
    if (!clustering.isEmpty()) {
      create.clusteredBy(clustering.toArray(String[]::new));
    }
    create.execute();
  }

  private void update(JsonNode statement) {
    Update update = table.update();
    for (Map.Entry<String, JsonNode> set : statement.get("set").properties()) {
      update.set(set.getKey(), set.getValue().asText());
    }
    if (statement.has("where")) {
      update.where(statement.get("where").asText());
    }
    update.execute();
  }

  private void overwrite(JsonNode statement) {
    Overwrite overwrite = table.overwrite(source(statement.get("source")));
    if (statement.path("partitions").asBoolean()) {
      overwrite.partitions();
    } else if (statement.has("where")) {
      overwrite.where(Expressions.sql(statement.get("where").asText()));
    }
    overwrite.execute();
  }

  private void merge(JsonNode statement) {
    Merge merge = table.merge(source(statement.get("source"))).on(statement.get("on").asText());
    for (JsonNode clause : statement.get("clauses")) {
      String condition = clause.path("condition").asText(null);
      String action = clause.get("action").asText();
      Map<String, String> values = new LinkedHashMap<>();
      for (String key : List.of("set", "values")) {
        for (Map.Entry<String, JsonNode> value : clause.path(key).properties()) {
          values.put(value.getKey(), value.getValue().asText());
        }
      }
      switch (clause.get("kind").asText()) {
        case "matched" -> {
          var when = condition == null ? merge.whenMatched() : merge.whenMatched(condition);
          switch (action) {
            case "update" -> when.update(values);
            case "updateAll" -> when.updateAll();
            default -> when.delete();
          }
        }
        case "notMatched" -> {
          var when = condition == null ? merge.whenNotMatched() : merge.whenNotMatched(condition);
          if (action.equals("insertAll")) {
            when.insertAll();
          } else {
            when.insert(values);
          }
        }
        default -> {
          var when =
              condition == null
                  ? merge.whenNotMatchedBySource()
                  : merge.whenNotMatchedBySource(condition);
          if (action.equals("update")) {
            when.update(values);
          } else {
            when.delete();
          }
        }
      }
    }
    merge.execute();
  }

  // Values.

  private static Source source(JsonNode source) {
    List<StructField> fields = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    JsonNode rows = source.get("rows");
    for (int i = 0; i < source.get("columns").size(); i++) {
      JsonNode column = source.get("columns").get(i);
      DataType type = type(column.get(1).asText());
      List<@Nullable Object> values = new ArrayList<>();
      for (JsonNode row : rows) {
        values.add(value(row.get(i), type));
      }
      fields.add(StructField.optional(column.get(0).asText(), type));
      columns.add(ColumnBuilder.column(type, values));
    }
    StructType schema = new StructType(fields);
    return Source.batches(schema, List.of(new Batch(schema, columns, rows.size())));
  }

  private static DataType type(String text) {
    return ((Literal) Expressions.sql("CAST(NULL AS " + text + ")")).type();
  }

  private static @Nullable Object value(JsonNode json, DataType type) {
    if (json.isNull()) {
      return null;
    } else if (type instanceof DecimalType) {
      return new BigDecimal(json.asText());
    } else if (type instanceof ArrayType array) {
      List<@Nullable Object> values = new ArrayList<>();
      json.forEach(element -> values.add(value(element, array.element())));
      return values;
    } else if (type instanceof MapType map) {
      Map<@Nullable Object, @Nullable Object> values = new LinkedHashMap<>();
      json.forEach(
          entry -> values.put(value(entry.get(0), map.key()), value(entry.get(1), map.value())));
      return values;
    } else if (type instanceof StructType struct) {
      List<@Nullable Object> values = new ArrayList<>();
      struct.forEach(field -> values.add(value(json.get(field.name()), field.type())));
      return values;
    }
    return switch ((PrimitiveType) type) {
      case BOOLEAN -> json.asBoolean();
      case BYTE -> (byte) json.asInt();
      case SHORT -> (short) json.asInt();
      case INT -> json.asInt();
      case LONG -> json.asLong();
      case FLOAT -> Float.intBitsToFloat(Integer.parseUnsignedInt(json.asText().substring(1), 16));
      case DOUBLE ->
          Double.longBitsToDouble(Long.parseUnsignedLong(json.asText().substring(1), 16));
      case STRING -> json.asText();
      case BINARY -> HexFormat.of().parseHex(json.asText().substring(1));
      case DATE -> LocalDate.ofEpochDay(json.asLong());
      case TIMESTAMP -> Instant.EPOCH.plus(json.asLong(), ChronoUnit.MICROS);
      case TIMESTAMP_NTZ ->
          LocalDateTime.ofInstant(
              Instant.EPOCH.plus(json.asLong(), ChronoUnit.MICROS), ZoneOffset.UTC);
      default -> throw new IllegalStateException(type.toString());
    };
  }

  @Override
  public void close() {
    lake.close();
  }
}
