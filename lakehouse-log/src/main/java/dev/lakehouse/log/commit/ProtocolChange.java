package dev.lakehouse.log.commit;

import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.protocol.TableFeature;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What another commit did to the table's protocol.
 *
 * @param added features it added
 * @param removed features it removed
 */
record ProtocolChange(Set<String> added, Set<String> removed) {
  /**
   * Features that leave right what a transaction wrote which began without them. Of a feature that
   * this library does not write with, the check that the table is still writable speaks.
   */
  private static final Set<String> ADOPTABLE =
      Set.of(
          "appendOnly",
          "changeDataFeed",
          "columnMapping",
          "timestampNtz",
          "deletionVectors",
          "rowTracking",
          "domainMetadata",
          "icebergCompatV1",
          "icebergCompatV2",
          "icebergCompatV3",
          "v2Checkpoint",
          "catalogManaged",
          "vacuumProtocolCheck",
          "inCommitTimestamp");

  static ProtocolChange between(Protocol before, Protocol after) {
    Set<String> old = features(before);
    Set<String> now = features(after);
    return new ProtocolChange(without(now, old), without(old, now));
  }

  private static Set<String> features(Protocol protocol) {
    Set<String> names = new LinkedHashSet<>();
    TableFeature.supportedBy(protocol).forEach(feature -> names.add(feature.featureName()));
    addAll(names, protocol.readerFeatures());
    addAll(names, protocol.writerFeatures());
    return names;
  }

  private static void addAll(Set<String> names, @Nullable Set<String> more) {
    if (more != null) {
      names.addAll(more);
    }
  }

  private static Set<String> without(Set<String> names, Set<String> others) {
    Set<String> rest = new LinkedHashSet<>(names);
    rest.removeAll(others);
    return rest;
  }

  /** Why a transaction that did not see the change cannot follow it. */
  Optional<String> obstacle() {
    Optional<String> unsafe = added.stream().filter(name -> !ADOPTABLE.contains(name)).findFirst();
    return removed.stream()
        .findFirst()
        .map(name -> "it removed the table feature " + name)
        .or(() -> unsafe.map(name -> "it added the table feature " + name));
  }
}
