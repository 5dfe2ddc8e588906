package dev.lakehouse.rules;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What one version of a table demands of the rows of one write. See the package for how it is used.
 * Used by one thread; of one write only, since it counts the identity values that it gives out.
 */
public final class TableRules implements RowRule {
  private final String table;
  private final Metadata metadata;
  private final StructType schema;
  private final ExpressionContext context;
  private final Map<Integer, GeneratedColumn> generated;
  private final Map<Integer, IdentityColumn> identities;
  private final List<RowRule> checks;

  private TableRules(
      String table,
      Metadata metadata,
      StructType schema,
      ExpressionContext context,
      Map<Integer, GeneratedColumn> generated,
      Map<Integer, IdentityColumn> identities,
      List<RowRule> checks) {
    this.table = table;
    this.metadata = metadata;
    this.schema = schema;
    this.context = context;
    this.generated = generated;
    this.identities = identities;
    this.checks = checks;
  }

  /**
   * The rules of the table at {@code table}.
   *
   * @param schema the columns of {@code metadata}
   * @throws UnsupportedFeatureException if a constraint or a generated column has an expression
   *     that this library cannot evaluate: names its text
   */
  public static TableRules of(
      String table, Metadata metadata, StructType schema, ExpressionContext context) {
    TableExpressions expressions = new TableExpressions(table, schema, context);
    List<RowRule> checks = new ArrayList<>();
    NotNulls.of(schema).ifPresent(checks::add);
    TextLengths.of(table, schema).ifPresent(checks::add);
    checks.addAll(TrueConditions.of(metadata, schema, expressions));
    Map<Integer, GeneratedColumn> generated = new LinkedHashMap<>();
    Map<Integer, IdentityColumn> identities = new LinkedHashMap<>();
    for (int i = 0; i < schema.size(); i++) {
      StructField field = schema.field(i);
      int index = i;
      GeneratedColumn.of(field, expressions).ifPresent(column -> generated.put(index, column));
      IdentityColumn.of(table, field).ifPresent(column -> identities.put(index, column));
    }
    return new TableRules(table, metadata, schema, context, generated, identities, checks);
  }

  /**
   * How new rows become whole whose columns {@code given} have values.
   *
   * @param given names of columns, in any case; a null there stays a null
   * @throws SchemaMismatchException if one of them may not be given
   * @throws UnsupportedFeatureException if one that is not given has a default that this library
   *     cannot evaluate
   */
  public Completion inserting(Collection<String> given) {
    Set<String> names = names(given);
    TableExpressions expressions = new TableExpressions(table, schema, context);
    List<Completion.Fill> fills = new ArrayList<>();
    List<Completion.Fill> computed = new ArrayList<>();
    List<RowRule> rules = new ArrayList<>();
    for (int i = 0; i < schema.size(); i++) {
      StructField field = schema.field(i);
      GeneratedColumn column = generated.get(i);
      IdentityColumn identity = identities.get(i);
      boolean isGiven = names.contains(field.name());
      if (column != null) {
        addGenerated(column, i, isGiven, computed, rules);
      } else if (identity != null && isGiven) {
        identity.requireGivable();
      } else if (identity != null) {
        fills.add(new Completion.Fill(i, identity::next));
      } else if (!isGiven) {
        int index = i;
        DefaultValue.of(field, expressions)
            .ifPresent(value -> fills.add(new Completion.Fill(index, value::column)));
      }
    }
    return new Completion(schema, fills, computed, rules);
  }

  /**
   * How rows of the table become whole again whose columns {@code assigned} have new values.
   *
   * @param assigned names of columns, in any case
   * @throws SchemaMismatchException if one of them may not be assigned
   */
  public Completion updating(Collection<String> assigned) {
    Set<String> names = names(assigned);
    List<Completion.Fill> computed = new ArrayList<>();
    List<RowRule> rules = new ArrayList<>();
    for (int i = 0; i < schema.size(); i++) {
      boolean isAssigned = names.contains(schema.field(i).name());
      GeneratedColumn column = generated.get(i);
      IdentityColumn identity = identities.get(i);
      if (column != null) {
        addGenerated(column, i, isAssigned, computed, rules);
      } else if (identity != null && isAssigned) {
        throw identity.notUpdatable();
      }
    }
    return new Completion(schema, List.of(), computed, rules);
  }

  private static void addGenerated(
      GeneratedColumn column,
      int index,
      boolean hasValues,
      List<Completion.Fill> computed,
      List<RowRule> rules) {
    if (hasValues) {
      rules.add(column.rule());
    } else {
      computed.add(new Completion.Fill(index, column::compute));
    }
  }

  private Set<String> names(Collection<String> columns) {
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (String column : columns) {
      if (schema.indexOf(column) < 0) {
        throw new SchemaMismatchException(
            "There is no column '" + column + "' in " + table + ", only " + schema.names());
      }
      names.add(column);
    }
    return names;
  }

  /**
   * True if a row that does not give {@code field}, a column of the table, gets a value that is not
   * null for it.
   */
  public boolean fills(StructField field) {
    int index = schema.indexOf(field.name());
    return generated.containsKey(index)
        || identities.containsKey(index)
        || DefaultValue.isDeclared(field);
  }

  /**
   * Checks whole rows.
   *
   * @param rowsBefore how many came before, for messages
   * @throws ConstraintViolationException naming rule, column and value, with the first row that
   *     breaks it
   */
  @Override
  public void check(Batch rows, long rowsBefore) {
    for (RowRule rule : checks) {
      rule.check(rows, rowsBefore);
    }
  }

  /** What rows satisfy that are in the table, besides NOT NULL. */
  public RowRule ofStoredRows() {
    List<RowRule> rules = new ArrayList<>(checks);
    rules.removeIf(NotNulls.class::isInstance);
    generated.values().forEach(column -> rules.add(column.rule()));
    return (rows, rowsBefore) -> rules.forEach(rule -> rule.check(rows, rowsBefore));
  }

  /**
   * The table's metadata with the high-water marks of its identity columns; empty if no identity
   * value was given out. A commit with it must have the tag {@link #IDENTITY_TAG}, unless it
   * changes more of the metadata.
   */
  public Optional<Metadata> changedMetadata() {
    if (identities.values().stream().noneMatch(IdentityColumn::hasGivenOut)) {
      return Optional.empty();
    }
    List<StructField> fields = new ArrayList<>(schema.fields());
    identities.forEach((index, identity) -> fields.set(index, identity.marked(fields.get(index))));
    return Optional.of(metadata.withSchema(new StructType(fields)));
  }

  /** Tag of commits that change nothing of the metadata but marks of identity columns. */
  public static final String IDENTITY_TAG = "delta.identity.schemaUpdate";
}
