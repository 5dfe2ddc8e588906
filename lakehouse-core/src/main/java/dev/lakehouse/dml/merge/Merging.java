package dev.lakehouse.dml.merge;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.Selection;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.data.BatchReader;
import dev.lakehouse.dml.Candidates;
import dev.lakehouse.dml.Candidates.Candidate;
import dev.lakehouse.dml.ChangeType;
import dev.lakehouse.dml.Changes;
import dev.lakehouse.dml.Rewrite;
import dev.lakehouse.dml.TargetRows;
import dev.lakehouse.dml.TargetTable;
import dev.lakehouse.dml.TouchedFile;
import dev.lakehouse.dml.merge.BoundClauses.BoundClause;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.log.Transaction;
import dev.lakehouse.log.dv.DeletionVector;
import dev.lakehouse.scan.Cancellation;
import dev.lakehouse.scan.FileRows;
import dev.lakehouse.scan.ScanQuery;
import dev.lakehouse.types.ColumnPath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Merges a source into a table. For every part of the source that the memory holds, the files that
 * may have matching rows are read twice: the columns of the condition to find pairs, then, where
 * there are any, the columns that the clauses need. Used by one thread, once.
 */
public final class Merging {
  private static final int SLICE = Batch.MAX_ROWS;
  private static final int CROSS_SLICE = 8 * Batch.MAX_ROWS;

  private final TargetTable table;
  private final BatchReader source;
  private final MergePlan plan;
  private final Set<String> onTarget;
  private final Set<String> onSource;
  private final Map<String, MergedFile> files = new LinkedHashMap<>();
  private long inserted;
  private long matchedUpdated;
  private long bySourceUpdated;
  private long matchedDeleted;
  private long bySourceDeleted;
  private long written;
  private long looked;

  /**
   * @param source the rows; they stay the caller's to close
   * @throws dev.lakehouse.error.SchemaMismatchException if a name is not there, or out of scope
   * @throws dev.lakehouse.error.ExpressionException if an expression does not bind
   */
  public Merging(TargetTable table, BatchReader source, Expression on, List<MergeClause> clauses) {
    this.table = table;
    this.source = source;
    this.plan = new MergePlan(table, source.schema(), on, clauses);
    this.onTarget = MergeNames.roots(plan.on().columns(), MergeNames.TARGET);
    this.onSource = MergeNames.roots(plan.on().columns(), MergeNames.SOURCE);
    if (plan.changesRows()) {
      table.requireRowsMayGo();
    }
  }

  /**
   * Finds the rows and writes what the merge needs.
   *
   * @param transaction is told what was read; the changes are not applied to it
   * @param progress is told how many files were looked at
   */
  public MergeChange run(Transaction transaction, LongConsumer progress) {
    long started = table.environment().clock().millis();
    String holder = "merge into " + table.base().log().table();
    try (Rewrite rewrite = new Rewrite(table);
        SourceRows rows = new SourceRows(source, table.environment().memory(), holder)) {
      if (plan.writesRows()) {
        rewrite.expectRows();
      }
      while (rows.hasNext()) {
        merge(new SourceChunk(rows.next(), plan.keys()), transaction, rewrite, progress);
      }
      if (!plan.notMatchedBySource().isEmpty()) {
        bySource(rewrite);
        transaction.readWholeTable();
      }
      if (matchedUpdated + bySourceUpdated + matchedDeleted + bySourceDeleted == 0) {
        // Rows that come are told by the files that come.
        rewrite.dropImages();
      }
      rows.release();
      long found = table.environment().clock().millis();
      List<TouchedFile> touched = new ArrayList<>();
      files.values().forEach(file -> file.touched().ifPresent(touched::add));
      Changes changes = rewrite.finish(touched);
      long ended = table.environment().clock().millis();
      return new MergeChange(
          changes,
          plan.rules().changedMetadata(),
          rows.rowCount(),
          inserted,
          matchedUpdated,
          bySourceUpdated,
          matchedDeleted,
          bySourceDeleted,
          found - started,
          ended - found);
    }
  }

  private void merge(
      SourceChunk chunk, Transaction transaction, Rewrite rewrite, LongConsumer progress) {
    List<Expression> conditions = plan.keys().conditions(chunk.keys());
    Expression condition = conditions.isEmpty() ? null : Expressions.and(conditions);
    List<String> read = new ArrayList<>();
    Candidates candidates = Candidates.of(table.base(), condition, table.context());
    TargetRows onRows = onRows();
    while (candidates.hasNext()) {
      Cancellation.check("The merge");
      Candidate candidate = candidates.next();
      read.add(candidate.file().path());
      rewrite.makeRoom();
      MergedFile file = file(candidate, onRows);
      FileMatches matches = match(file, chunk, onRows);
      if (matches.count() > 0) {
        files.put(candidate.file().path(), file);
        change(file, matches, chunk, rewrite);
      }
      progress.accept(++looked);
    }
    if (condition == null) {
      transaction.readWholeTable();
    } else {
      transaction.readPaths(condition, table.context(), read);
    }
    insert(chunk, rewrite);
  }

  private MergedFile file(Candidate candidate, TargetRows rows) {
    MergedFile known = files.get(candidate.file().path());
    return known != null ? known : new MergedFile(candidate, rows.before(candidate.file()));
  }

  // Pairs.

  private TargetRows onRows() {
    ScanQuery query = table.query();
    List<Expression> conditions = plan.keys().targetConditions();
    if (!conditions.isEmpty()) {
      query = query.where(Expressions.and(conditions));
    }
    return rows(query, onTarget);
  }

  private TargetRows rows(ScanQuery query, Set<String> columns) {
    if (columns.isEmpty()) {
      return TargetRows.positions(table, query);
    }
    return TargetRows.of(table, query.select(columns.stream().map(ColumnPath::of).toList()));
  }

  private FileMatches match(MergedFile file, SourceChunk chunk, TargetRows rows) {
    FileMatches matches = new FileMatches();
    StructColumn sources = chunk.only(onSource);
    try (FileRows targets = rows.read(file.file(), file.before())) {
      while (targets.hasNext()) {
        Batch batch = targets.next();
        LongColumn positions = targets.positions();
        Pairing pairing = new Pairing(MergeNames.struct(batch), sources, positions, chunk, matches);
        if (plan.keys().isEmpty()) {
          pairing.all();
        } else {
          pairing.byKey();
        }
      }
      file.rowCount(targets.rowCount());
    }
    if (!plan.notMatchedBySource().isEmpty() && matches.count() > 0) {
      file.match(matches.positions());
    }
    return matches;
  }

  /** Finds the pairs of one batch of the target. */
  private final class Pairing {
    private final StructColumn targets;
    private final StructColumn sources;
    private final LongColumn positions;
    private final SourceChunk chunk;
    private final FileMatches matches;
    private int[] left = new int[SLICE];
    private int[] right = new int[SLICE];
    private int count;

    Pairing(
        StructColumn targets,
        StructColumn sources,
        LongColumn positions,
        SourceChunk chunk,
        FileMatches matches) {
      this.targets = targets;
      this.sources = sources;
      this.positions = positions;
      this.chunk = chunk;
      this.matches = matches;
    }

    void byKey() {
      List<Column> keys = plan.keys().ofTarget(MergeNames.side(MergeNames.TARGET, targets));
      KeyHashes hashes = KeyHashes.of(keys, targets.size());
      for (int row = 0; row < targets.size(); row++) {
        if (hashes.isComplete(row)) {
          long hash = hashes.hash(row);
          for (int other = chunk.first(hash); other >= 0; other = chunk.after(other, hash)) {
            add(row, other);
          }
        }
      }
      flush();
    }

    void all() {
      left = new int[CROSS_SLICE];
      right = new int[CROSS_SLICE];
      for (int row = 0; row < targets.size(); row++) {
        for (int other = 0; other < chunk.size(); other++) {
          add(row, other);
        }
      }
      flush();
    }

    private void add(int row, int other) {
      if (count == left.length) {
        flush();
      }
      left[count] = row;
      right[count] = other;
      count++;
    }

    private void flush() {
      if (count == 0) {
        return;
      }
      Batch pairs = MergeNames.pairs(targets.gather(left, count), sources.gather(right, count));
      Selection holding = plan.on().select(pairs);
      for (int i = 0; i < holding.count(); i++) {
        int pair = holding.rows()[i];
        matches.add(positions.values()[left[pair]], right[pair]);
        chunk.markMatched(right[pair]);
      }
      count = 0;
    }
  }

  // Matched rows.

  private void change(MergedFile file, FileMatches matches, SourceChunk chunk, Rewrite rewrite) {
    BoundClauses clauses = plan.matched();
    if (clauses.isEmpty()) {
      return;
    }
    Set<String> columns = columns(clauses);
    rewrite.makeRoom();
    DeletionVector.Builder gone = DeletionVector.ascending();
    int at = 0;
    try (FileRows rows =
        rows(table.movedQuery(), columns).readOnly(file.file(), matches.positions())) {
      while (rows.hasNext() && at < matches.count()) {
        Batch read = rows.next();
        LongColumn positions = rows.positions();
        Batch batch = clauses.updates() ? table.identified(read, positions, file.action()) : read;
        int[] left = new int[SLICE];
        int[] right = new int[SLICE];
        int count = 0;
        for (int row = 0; row < batch.rowCount() && at < matches.count(); row++) {
          long position = positions.values()[row];
          while (at < matches.count() && matches.position(at) == position) {
            if (count == left.length) {
              left = java.util.Arrays.copyOf(left, 2 * count);
              right = java.util.Arrays.copyOf(right, 2 * count);
            }
            left[count] = row;
            right[count] = matches.source(at);
            count++;
            at++;
          }
        }
        if (count > 0) {
          Batch pairs =
              MergeNames.pairs(
                  MergeNames.struct(batch).gather(left, count), chunk.rows().gather(right, count));
          LongColumn places = positions.gather(left, count);
          apply(file, pairs, places, gone, rewrite);
        }
      }
    }
    file.remove(gone.build());
  }

  /** The columns of the target that clauses need. */
  private Set<String> columns(BoundClauses clauses) {
    if (clauses.updates()) {
      return new LinkedHashSet<>(table.movedColumns());
    } else if (table.hasChangeFeed()) {
      return new LinkedHashSet<>(table.schema().names());
    }
    return MergeNames.roots(clauses.conditionReads(), MergeNames.TARGET);
  }

  private void apply(
      MergedFile file,
      Batch pairs,
      LongColumn places,
      DeletionVector.Builder gone,
      Rewrite rewrite) {
    int[] effects = plan.matched().choose(pairs);
    int last = -1;
    for (int i = 0; i < effects.length; i++) {
      if (effects[i] < 0) {
        continue;
      }
      long place = places.values()[i];
      boolean again = last >= 0 && places.values()[last] == place;
      boolean earlier = !again && file.gone().contains(place);
      if ((again || earlier) && plan.matched().isDeleteAlone()) {
        effects[i] = -1;
      } else if (again) {
        throw Ambiguity.of(pairs, last, i);
      } else if (earlier) {
        throw Ambiguity.ofLater(pairs, i);
      } else {
        gone.add(place);
        last = i;
      }
    }
    for (int i = 0; i < plan.matched().size(); i++) {
      BoundClause clause = plan.matched().get(i);
      long rows = write(clause, pairs, BoundClauses.rows(effects, i), rewrite);
      if (clause.isDelete()) {
        matchedDeleted += rows;
      } else {
        matchedUpdated += rows;
      }
    }
  }

  /** Writes what becomes of the rows of one clause, and tells how many they are. */
  private long write(BoundClause clause, Batch pairs, Selection chosen, Rewrite rewrite) {
    if (chosen.isEmpty()) {
      return 0;
    }
    Batch rows = pairs.select(chosen);
    boolean needsOld = !clause.isDelete() || table.hasChangeFeed();
    if (needsOld) {
      StructColumn targets = (StructColumn) rows.column(MergeNames.TARGET);
      List<Column> columns = targets.children().subList(0, table.schema().size());
      Batch old = new Batch(table.schema(), columns, rows.rowCount());
      if (clause.isDelete()) {
        rewrite.image(ChangeType.DELETE, old);
      } else {
        update(clause, old, targets.children(), rows, rewrite);
      }
    }
    return rows.rowCount();
  }

  private void update(
      BoundClause clause, Batch old, List<Column> identified, Batch rows, Rewrite rewrite) {
    Batch values = BoundClauses.values(clause, old.columns(), rows, written);
    plan.rules().check(values, written);
    rewrite.addChanged(values, identified);
    written += values.rowCount();
    if (table.hasChangeFeed()) {
      rewrite.image(ChangeType.UPDATE_PREIMAGE, old);
      rewrite.image(ChangeType.UPDATE_POSTIMAGE, values);
    }
  }

  // Rows of the source alone.

  private void insert(SourceChunk chunk, Rewrite rewrite) {
    if (plan.notMatched().isEmpty()) {
      return;
    }
    int[] unmatched = chunk.unmatched();
    for (int from = 0; from < unmatched.length; from += SLICE) {
      int count = Math.min(SLICE, unmatched.length - from);
      int[] rows = java.util.Arrays.copyOfRange(unmatched, from, from + count);
      insert(MergeNames.side(MergeNames.SOURCE, chunk.rows().gather(rows, count)), rewrite);
    }
  }

  private void insert(Batch rows, Rewrite rewrite) {
    int[] effects = plan.notMatched().choose(rows);
    for (int i = 0; i < plan.notMatched().size(); i++) {
      Selection chosen = BoundClauses.rows(effects, i);
      if (!chosen.isEmpty()) {
        Batch values =
            BoundClauses.values(plan.notMatched().get(i), null, rows.select(chosen), written);
        plan.rules().check(values, written);
        rewrite.add(values);
        written += values.rowCount();
        inserted += values.rowCount();
        if (table.hasChangeFeed() && plan.changesRows()) {
          rewrite.image(ChangeType.INSERT, values);
        }
      }
    }
  }

  // Rows of the target alone.

  private void bySource(Rewrite rewrite) {
    @Nullable Expression condition = plan.bySourceCondition();
    ScanQuery all = table.movedQuery();
    ScanQuery query = condition == null ? all : all.where(condition);
    TargetRows rows = rows(query, columns(plan.notMatchedBySource()));
    Candidates candidates = Candidates.of(table.base(), condition, table.context());
    while (candidates.hasNext()) {
      Cancellation.check("The merge");
      Candidate candidate = candidates.next();
      rewrite.makeRoom();
      MergedFile file = file(candidate, rows);
      bySource(file, rows, rewrite);
      if (!file.gone().isEmpty()) {
        files.put(candidate.file().path(), file);
      }
    }
  }

  private void bySource(MergedFile file, TargetRows rows, Rewrite rewrite) {
    DeletionVector.Builder gone = DeletionVector.ascending();
    try (FileRows alone = rows.read(file.file(), file.before().or(file.matched()))) {
      while (alone.hasNext()) {
        Batch read = alone.next();
        LongColumn positions = alone.positions();
        Batch batch =
            plan.notMatchedBySource().updates()
                ? table.identified(read, positions, file.action())
                : read;
        Batch targets = MergeNames.side(MergeNames.TARGET, MergeNames.struct(batch));
        int[] effects = plan.notMatchedBySource().choose(targets);
        for (int i = 0; i < effects.length; i++) {
          if (effects[i] >= 0) {
            gone.add(positions.values()[i]);
          }
        }
        for (int i = 0; i < plan.notMatchedBySource().size(); i++) {
          BoundClause clause = plan.notMatchedBySource().get(i);
          long count = write(clause, targets, BoundClauses.rows(effects, i), rewrite);
          if (clause.isDelete()) {
            bySourceDeleted += count;
          } else {
            bySourceUpdated += count;
          }
        }
      }
      file.rowCount(alone.rowCount());
    }
    file.remove(gone.build());
  }
}
