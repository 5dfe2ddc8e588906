package dev.lakehouse.maintain;

import dev.lakehouse.data.VerifyReport.Rule;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.DomainMetadata;
import dev.lakehouse.log.action.FileKey;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Txn;
import dev.lakehouse.log.segment.VersionChecksum;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Holds what a file of the log says of a table's state against the replay of the commits. */
final class StateCompare {
  private final Findings findings;
  private final Rule rule;
  private final Object file;
  private final ReplayModel expected;

  StateCompare(Findings findings, Rule rule, Object file, ReplayModel expected) {
    this.findings = findings;
    this.rule = rule;
    this.file = file;
    this.expected = expected;
  }

  /** A whole state, in which expired tombstones may be left out. */
  void state(ReplayModel actual) {
    findings.compare(rule, file, "the protocol", text(expected.protocol), text(actual.protocol));
    findings.compare(
        rule, file, "the metadata", text(normal(expected.metadata)), text(normal(actual.metadata)));
    files(actual);
    for (FileKey key : actual.tombstones.keySet()) {
      if (!expected.tombstones.containsKey(key)) {
        findings.add(rule, file, "has a tombstone of " + key + ", which was not removed");
      }
    }
    txns(actual.txns.values());
    domains(actual.liveDomains().values());
  }

  private void files(ReplayModel actual) {
    for (Map.Entry<FileKey, AddFile> entry : expected.live.entrySet()) {
      AddFile other = actual.live.get(entry.getKey());
      if (other == null) {
        findings.add(rule, file, "lacks the live file " + entry.getKey());
      } else {
        findings.compare(
            rule, file, "the file " + entry.getKey(), facts(entry.getValue()), facts(other));
      }
    }
    for (FileKey key : actual.live.keySet()) {
      if (!expected.live.containsKey(key)) {
        findings.add(rule, file, "has the file " + key + ", which is not live");
      }
    }
  }

  /** What no reader may see differently. */
  private static String facts(AddFile add) {
    Map<String, @Nullable String> partition = new LinkedHashMap<>(add.partitionValues());
    partition.values().removeIf(Objects::isNull);
    return add.size() + " bytes, partition " + partition + ", vector " + add.deletionVector();
  }

  /** The reconciled actions of a range of commits. */
  void range(ReplayModel actual) {
    files(actual);
    findings.compare(
        rule, file, "tombstones", expected.tombstones.keySet(), actual.tombstones.keySet());
    if (expected.protocol != null || actual.protocol != null) {
      findings.compare(rule, file, "the protocol", text(expected.protocol), text(actual.protocol));
    }
    if (expected.metadata != null || actual.metadata != null) {
      findings.compare(
          rule,
          file,
          "the metadata",
          text(normal(expected.metadata)),
          text(normal(actual.metadata)));
    }
    txns(actual.txns.values());
    findings.compare(
        rule, file, "domains", byName(expected.domains.values()), byName(actual.domains.values()));
  }

  /** The sums over a state. */
  void checksum(VersionChecksum sums) {
    findings.compare(rule, file, "numFiles", (long) expected.live.size(), sums.numFiles());
    long bytes = expected.live.values().stream().mapToLong(AddFile::size).sum();
    findings.compare(rule, file, "tableSizeBytes", bytes, sums.tableSizeBytes());
    if (sums.protocol() != null) {
      findings.compare(rule, file, "protocol", text(expected.protocol), text(sums.protocol()));
    }
    if (sums.metadata() != null) {
      findings.compare(
          rule, file, "metadata", text(normal(expected.metadata)), text(normal(sums.metadata())));
    }
    if (sums.setTransactions() != null) {
      txns(sums.setTransactions());
    }
    if (sums.domainMetadata() != null) {
      domains(sums.domainMetadata());
    }
    vectors(sums);
    histogram(sums.histogram());
  }

  private void vectors(VersionChecksum sums) {
    List<AddFile> with =
        expected.live.values().stream().filter(add -> add.deletionVector() != null).toList();
    if (sums.numDeletionVectors() != null) {
      long count = with.size();
      findings.compare(rule, file, "numDeletionVectors", count, sums.numDeletionVectors());
    }
    if (sums.numDeletedRecords() != null) {
      long rows =
          with.stream()
              .mapToLong(add -> Objects.requireNonNull(add.deletionVector()).cardinality())
              .sum();
      findings.compare(rule, file, "numDeletedRecords", rows, sums.numDeletedRecords());
    }
  }

  private void histogram(VersionChecksum.@Nullable Histogram histogram) {
    if (histogram == null) {
      return;
    }
    long[] counts = new long[histogram.boundaries().size()];
    long[] bytes = new long[counts.length];
    for (AddFile add : expected.live.values()) {
      int bin = counts.length - 1;
      while (bin > 0 && add.size() < histogram.boundaries().get(bin)) {
        bin--;
      }
      counts[bin]++;
      bytes[bin] += add.size();
    }
    findings.compare(rule, file, "fileCounts", boxed(counts), histogram.fileCounts());
    findings.compare(rule, file, "totalBytes", boxed(bytes), histogram.totalBytes());
  }

  private static List<Long> boxed(long[] values) {
    return java.util.Arrays.stream(values).boxed().toList();
  }

  private void txns(Iterable<Txn> actual) {
    Map<String, Long> versions = new LinkedHashMap<>();
    actual.forEach(txn -> versions.put(txn.appId(), txn.version()));
    Map<String, Long> right =
        expected.txns.values().stream().collect(Collectors.toMap(Txn::appId, Txn::version));
    findings.compare(rule, file, "transactions", right, versions);
  }

  private void domains(Iterable<DomainMetadata> actual) {
    findings.compare(
        rule, file, "domains", byName(expected.liveDomains().values()), byName(actual));
  }

  private static Map<String, String> byName(Iterable<DomainMetadata> domains) {
    Map<String, String> texts = new LinkedHashMap<>();
    domains.forEach(
        domain ->
            texts.put(domain.domain(), domain.removed() ? "removed" : domain.configuration()));
    return texts;
  }

  /** With the schema's JSON as we write it: other programs put blanks elsewhere. */
  private static @Nullable Metadata normal(@Nullable Metadata metadata) {
    return metadata == null ? null : metadata.withSchema(metadata.schema());
  }

  private static String text(@Nullable Object value) {
    return String.valueOf(value);
  }
}
