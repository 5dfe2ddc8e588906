package dev.lakehouse.maintain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lakehouse.data.VerifyReport.Rule;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.commit.Stamping;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.log.protocol.TableProperty;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Checks the row ids of a snapshot's files against each other and the high-water mark. */
final class RowIdCheck {
  private final Snapshot snapshot;
  private final Findings findings;
  private final boolean supported;
  private final boolean enabled;
  private final List<Ids> given = new ArrayList<>();

  private record Ids(long first, long count, String path) {}

  RowIdCheck(Snapshot snapshot, Findings findings) {
    this.snapshot = snapshot;
    this.findings = findings;
    this.supported = snapshot.supports(TableFeature.ROW_TRACKING);
    this.enabled = supported && snapshot.property(TableProperty.ENABLE_ROW_TRACKING);
  }

  void accept(AddFile file) {
    if (!supported) {
      return;
    }
    Long first = file.baseRowId();
    Long version = file.defaultRowCommitVersion();
    if (enabled && (first == null || version == null)) {
      findings.add(Rule.ROW_IDS, file.path(), "it has no row ids, though the table tracks rows");
    } else if (version != null && version > snapshot.version()) {
      findings.add(Rule.ROW_IDS, file.path(), "it says that version " + version + " added it");
    }
    String stats = file.stats();
    Optional<JsonNode> parsed = stats == null ? Optional.empty() : LeafBounds.parse(stats);
    if (first != null) {
      long count = parsed.map(node -> node.path("numRecords").asLong(0)).orElse(0L);
      given.add(new Ids(first, count, file.path()));
    }
  }

  void finish() {
    long mark = Stamping.markOf(snapshot.domains().get(Stamping.ROW_TRACKING));
    given.sort(Comparator.comparingLong(Ids::first));
    for (int i = 0; i < given.size(); i++) {
      Ids ids = given.get(i);
      long last = ids.first() + ids.count() - 1;
      if (last > mark) {
        findings.add(
            Rule.ROW_IDS, ids.path(), "its last row id is " + last + ", past the mark " + mark);
      }
      if (i > 0 && given.get(i - 1).first() + given.get(i - 1).count() > ids.first()) {
        findings.add(Rule.ROW_IDS, ids.path(), "it shares row ids with " + given.get(i - 1).path());
      }
    }
  }
}
