package dev.lakehouse.alter;

import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.log.protocol.ProtocolRules;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.log.protocol.TableProperty;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A feature that the table's protocol does not list any more. Only features for writers whose drop
 * rewrites nothing: programs that read older versions do not need them.
 *
 * @param name its name, in any case
 */
public record DropFeature(String name) implements Alteration {
  private static final Set<TableFeature> DROPPABLE =
      EnumSet.of(
          TableFeature.CHECK_CONSTRAINTS,
          TableFeature.DOMAIN_METADATA,
          TableFeature.IN_COMMIT_TIMESTAMP);

  @Override
  public String operation() {
    return "DROP FEATURE";
  }

  @Override
  public Map<String, @Nullable String> parameters(Draft before) {
    Map<String, @Nullable String> parameters = new LinkedHashMap<>();
    parameters.put("featureName", AddFeature.feature(name).featureName());
    parameters.put("truncateHistory", "false");
    return parameters;
  }

  @Override
  public Draft apply(Draft draft) {
    TableFeature feature = AddFeature.feature(name);
    if (!ProtocolRules.supports(draft.protocol(), feature)) {
      throw new SchemaMismatchException(
          "Cannot drop '"
              + feature.featureName()
              + "' of "
              + draft.table()
              + ": its protocol does not list it");
    } else if (!DROPPABLE.contains(feature)) {
      throw new UnsupportedFeatureException(
          feature.featureName(),
          "Cannot drop '"
              + feature.featureName()
              + "' of "
              + draft.table()
              + ": this library drops only features that readers of old versions need not know and"
              + " that leave no trace in files: checkConstraints, domainMetadata,"
              + " inCommitTimestamp. History is not truncated.");
    }
    requireUnused(draft, feature);
    Draft traceless = feature == TableFeature.IN_COMMIT_TIMESTAMP ? withoutTimes(draft) : draft;
    return traceless.with(ProtocolRules.without(draft.protocol(), feature));
  }

  private static void requireUnused(Draft draft, TableFeature feature) {
    for (TableFeature other : TableFeature.supportedBy(draft.protocol())) {
      if (other.dependencies().contains(feature)) {
        throw refused(draft, feature, "the table has the feature '" + other.featureName() + "'");
      }
    }
    boolean hasConstraint =
        draft.metadata().configuration().keySet().stream()
            .anyMatch(
                key -> key.toLowerCase(Locale.ROOT).startsWith(TableProperty.CONSTRAINT_PREFIX));
    if (feature == TableFeature.CHECK_CONSTRAINTS && hasConstraint) {
      throw refused(draft, feature, "the table has constraints. Drop them first");
    } else if (feature == TableFeature.DOMAIN_METADATA && !draft.base().domains().isEmpty()) {
      throw refused(
          draft, feature, "the table has metadata domains " + draft.base().domains().keySet());
    }
  }

  private static SchemaMismatchException refused(Draft draft, TableFeature feature, String why) {
    return new SchemaMismatchException(
        "Cannot drop '" + feature.featureName() + "' of " + draft.table() + ": " + why);
  }

  private static Draft withoutTimes(Draft draft) {
    return draft
        .with(TableProperty.ENABLE_IN_COMMIT_TIMESTAMPS.key(), "false")
        .without(TableProperty.IN_COMMIT_TIMESTAMP_VERSION.key())
        .without(TableProperty.IN_COMMIT_TIMESTAMP_TIME.key());
  }
}
