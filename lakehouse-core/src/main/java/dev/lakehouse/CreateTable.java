package dev.lakehouse;

import dev.lakehouse.error.TableAlreadyExistsException;
import dev.lakehouse.io.Environment;
import dev.lakehouse.log.CommitResult;
import dev.lakehouse.log.DeltaLog;
import dev.lakehouse.log.Operation;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.Transaction;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.protocol.ColumnMapping;
import dev.lakehouse.log.protocol.TableProperty;
import dev.lakehouse.rules.Declarations;
import dev.lakehouse.rules.RowRule;
import dev.lakehouse.rules.TableRules;
import dev.lakehouse.schema.Replacement;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.StructType;
import dev.lakehouse.write.AddFiles;
import dev.lakehouse.write.NewFile;
import dev.lakehouse.write.WriteTarget;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Creates a table. Single use, by one thread; {@link #execute} does it. */
public final class CreateTable {
  private final Table table;
  private final StructType schema;
  private final WriteSettings settings = new WriteSettings();
  private final Map<String, String> properties = new LinkedHashMap<>();
  private List<String> partitionColumns = List.of();
  private List<ColumnPath> clusteredBy = List.of();
  private @Nullable String comment;
  private @Nullable Source source;
  private boolean ifNotExists;
  private boolean orReplace;

  CreateTable(Table table, StructType schema) {
    this.table = table;
    this.schema = schema;
  }

  /** The columns whose values divide the rows into folders, in order. */
  public CreateTable partitionedBy(String... columns) {
    partitionColumns = List.of(columns);
    return this;
  }

  /**
   * The columns, or fields of structs, by which rows should lie together in files, at most four, in
   * place of partition columns. New files get bounds of them; a program that clusters does the
   * rest.
   */
  public CreateTable clusteredBy(String... columns) {
    clusteredBy = Arrays.stream(columns).map(ColumnPath::parse).toList();
    return this;
  }

  /** A property of the table, for example {@code delta.checkpointInterval}. */
  public CreateTable property(String key, String value) {
    if (key.isBlank()) {
      throw new IllegalArgumentException("A property needs a name");
    }
    properties.put(
        key, Objects.requireNonNull(value, () -> "The value of property " + key + " is null"));
    return this;
  }

  /**
   * A condition that is TRUE for every row, for example {@code "amount > 0"}. A row for which it is
   * null breaks it too.
   *
   * @throws IllegalArgumentException if there is a constraint of this name, in any case
   */
  public CreateTable check(String name, String condition) {
    String key = TableProperty.CONSTRAINT_PREFIX + name.toLowerCase(Locale.ROOT);
    if (name.isBlank() || properties.putIfAbsent(key, condition) != null) {
      throw new IllegalArgumentException(
          "A CHECK constraint needs a name of its own, and '" + name + "' is none");
    }
    return this;
  }

  /**
   * A table feature by its name in the protocol, for example {@code deletionVectors}. What columns
   * and properties need is added without that.
   */
  public CreateTable feature(String name) {
    return property(TableProperty.FEATURE_PREFIX + name, "supported");
  }

  /** What the table is for. */
  public CreateTable comment(String text) {
    comment = text;
    return this;
  }

  /** Does nothing if there is a table already, whatever it looks like. */
  public CreateTable ifNotExists() {
    requireOneAnswer(orReplace);
    ifNotExists = true;
    return this;
  }

  /**
   * Puts the new table in the place of one that is there: its rows go, and its columns, partition
   * columns and properties are those said here. The history goes on, so older versions can be read;
   * the protocol keeps what it supports.
   */
  public CreateTable orReplace() {
    requireOneAnswer(ifNotExists);
    orReplace = true;
    return this;
  }

  private static void requireOneAnswer(boolean other) {
    if (other) {
      throw new IllegalStateException("Say either ifNotExists() or orReplace()");
    }
  }

  /** The rows that the table begins with: they and the table are one version. */
  public CreateTable as(Source rows) {
    source = rows;
    return this;
  }

  /** As {@link Append#commitInfo}. */
  public CreateTable commitInfo(Map<String, String> info) {
    settings.commitInfo(info);
    return this;
  }

  /**
   * Creates the table.
   *
   * @throws TableAlreadyExistsException if there is one, unless {@link #ifNotExists} or {@link
   *     #orReplace} was said
   * @throws dev.lakehouse.error.ConstraintViolationException if the table to replace is append-only
   * @throws dev.lakehouse.error.ConflictException if another commit came before the replacement
   * @throws dev.lakehouse.error.SchemaMismatchException if the columns cannot be those of a table,
   *     or the rows do not fit them
   * @throws IllegalArgumentException if a property has a wrong value
   * @throws dev.lakehouse.error.UnsupportedFeatureException if columns or properties need a feature
   *     that this library does not write
   */
  public Table execute() {
    settings.use();
    DeltaLog log = table.log();
    NewTable definition =
        NewTable.of(
            table.session().environment(),
            schema,
            partitionColumns,
            clusteredBy,
            properties,
            comment);
    Declarations.check(
        definition.schema(),
        definition.metadata().partitionColumns(),
        definition.metadata().configuration(),
        table.session().expressions());
    if (table.exists()) {
      if (ifNotExists) {
        return table;
      } else if (orReplace) {
        replace(log, definition);
        return table;
      }
      throw new TableAlreadyExistsException(
          "There is a table at "
              + log.table()
              + " already. Say ifNotExists() to use it as it is, orReplace() to put the new one in"
              + " its place, or choose another location.");
    }
    try (Progress progress = table.session().begin("createTable", log.table())) {
      create(log, definition, progress);
    } catch (TableAlreadyExistsException e) {
      if (!ifNotExists) {
        throw e;
      }
    }
    return table;
  }

  private void replace(DeltaLog log, NewTable definition) {
    Snapshot base =
        source instanceof Scan scan && scan.isOf(log) ? scan.snapshot() : log.snapshot();
    Replacement replacement =
        Replacement.of(
            base,
            definition.protocol(),
            definition.metadata(),
            NewTableMarks.bare(definition.schema()),
            table.session().environment().ids());
    Transaction transaction = log.begin(base);
    transaction.readWholeTable();
    long now = table.session().environment().clock().millis();
    base.forEachAdd(add -> transaction.remove(add.toRemove(now, true)));
    if (replacement.protocol().equals(base.protocol())) {
      transaction.change(replacement.metadata());
    } else {
      transaction.change(replacement.protocol(), replacement.metadata());
    }
    replacement.clustering().ifPresent(transaction::change);
    try (Progress progress = table.session().begin("createTable", log.table())) {
      complete(transaction, definition, progress);
    }
  }

  private void create(DeltaLog log, NewTable definition, Progress progress) {
    complete(log.create(definition.protocol(), definition.metadata()), definition, progress);
  }

  private void complete(Transaction transaction, NewTable definition, Progress progress) {
    Environment environment = table.session().environment();
    Metadata metadata = transaction.metadata();
    StructType columns = metadata.schema();
    if (!definition.clustering().columns().isEmpty()) {
      ColumnMapping mapping = ColumnMapping.of(transaction.protocol(), metadata, columns);
      transaction.change(definition.clustering().action(mapping));
    }
    TableRules rules =
        TableRules.of(table.location(), metadata, columns, table.session().expressions());
    WriteTarget target =
        WriteTarget.of(
            table.log().table(),
            transaction.protocol(),
            metadata,
            columns,
            definition.clustering().columns(),
            Map.of());
    List<NewFile> files = source == null ? List.of() : write(target, rules, source, progress);
    Unnamed.keepIfCommitted(
        environment,
        files,
        () -> {
          rules.changedMetadata().ifPresent(transaction::change);
          return commit(transaction, definition, files);
        },
        result -> !result.skipped());
  }

  private List<NewFile> write(
      WriteTarget target, TableRules rules, Source rows, Progress progress) {
    return new Ingest(table.session(), target, rules, RowRule.NONE, progress)
        .write(rows.open(table.session(), target.schema()));
  }

  private CommitResult commit(Transaction transaction, NewTable definition, List<NewFile> files) {
    long now = table.session().environment().clock().millis();
    Metadata metadata = transaction.metadata();
    AddFiles actions = AddFiles.of(transaction.protocol(), metadata, metadata.schema());
    files.forEach(file -> transaction.add(actions.of(file, now)));
    Operation operation =
        Operation.of(
            (orReplace ? "CREATE OR REPLACE TABLE" : "CREATE TABLE")
                + (source == null ? "" : " AS SELECT"),
            definition.operationParameters());
    WriteRun.Written written = WriteRun.Written.of(files);
    Map<String, Long> metrics =
        source == null
            ? Map.of()
            : Map.of(
                "numFiles", written.files(),
                "numOutputRows", written.rows(),
                "numOutputBytes", written.bytes());
    return transaction.commit(
        new Operation(operation.name(), operation.parameters(), metrics, settings.userMetadata()));
  }
}
