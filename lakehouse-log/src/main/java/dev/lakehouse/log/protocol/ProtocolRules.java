package dev.lakehouse.log.protocol;

import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.types.StructType;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Who may read and write a table, and what its protocol must be. Pure functions.
 *
 * <p>Reading is lenient, writing strict: an unknown writer feature does not hinder a reader, a
 * feature that only one list names is taken as listed, but such a table is not written.
 */
public final class ProtocolRules {
  /** Reader version from which features are listed by name. */
  public static final int READER_FEATURES = 3;

  /** Writer version from which features are listed by name. */
  public static final int WRITER_FEATURES = 7;

  private static final Protocol LEAST = new Protocol(1, 1);

  private ProtocolRules() {}

  /** True if the table may use {@code feature}: by list, or by versions that imply it. */
  public static boolean supports(Protocol protocol, TableFeature feature) {
    if (lists(protocol.writerFeatures(), feature) || lists(protocol.readerFeatures(), feature)) {
      return true;
    }
    boolean writerImplies =
        feature.isLegacy()
            && protocol.minWriterVersion() < WRITER_FEATURES
            && protocol.minWriterVersion() >= feature.legacyWriter();
    return writerImplies && protocol.minReaderVersion() >= feature.legacyReader();
  }

  private static boolean lists(@Nullable Set<String> names, TableFeature feature) {
    return names != null
        && names.stream().anyMatch(name -> TableFeature.of(name).equals(Optional.of(feature)));
  }

  /**
   * Checks that this library can read the table.
   *
   * @param table where the table is, for messages
   * @throws UnsupportedFeatureException naming the version or feature that is not known
   * @throws CorruptTableException if the protocol contradicts itself
   */
  public static void requireReadable(Protocol protocol, String table) {
    if (protocol.minReaderVersion() > READER_FEATURES) {
      throw unreadable(
          "reader version " + protocol.minReaderVersion(),
          table + " needs reader version " + protocol.minReaderVersion());
    }
    requireWellFormed(protocol, table);
    for (String name : orEmpty(protocol.readerFeatures())) {
      TableFeature feature = TableFeature.of(name).orElse(null);
      if (feature == null || feature.kind() == TableFeature.Kind.UNREADABLE) {
        throw unreadable(
            name, table + " needs the reader feature '" + name + "'" + reason(feature));
      } else if (!feature.isReaderFeature()) {
        throw malformed(table, "lists '" + name + "', which is for writers, for readers");
      }
    }
    // Catalog-managed tables hold their newest versions elsewhere: reading would be silently stale.
    for (String name : orEmpty(protocol.writerFeatures())) {
      TableFeature feature = TableFeature.of(name).orElse(null);
      if (feature != null && feature.kind() == TableFeature.Kind.UNREADABLE) {
        throw unreadable(name, table + " uses the feature '" + name + "'" + reason(feature));
      }
    }
  }

  private static String reason(@Nullable TableFeature feature) {
    return switch (feature == null ? TableFeature.APPEND_ONLY : feature) {
      case CATALOG_MANAGED, CATALOG_OWNED, CATALOG_OWNED_PREVIEW ->
          ": a catalog manages it and may hold newer versions than its folder shows. "
              + "Read it through that catalog";
      default -> "";
    };
  }

  private static UnsupportedFeatureException unreadable(String feature, String what) {
    return new UnsupportedFeatureException(
        feature,
        "Cannot read the table: " + what + ". This version of Lakehouse does not have it.");
  }

  private static void requireWellFormed(Protocol protocol, String table) {
    boolean readerLists = protocol.minReaderVersion() == READER_FEATURES;
    boolean writerLists = protocol.minWriterVersion() >= WRITER_FEATURES;
    if (protocol.minReaderVersion() < 1 || protocol.minWriterVersion() < 1) {
      throw malformed(table, "has a version below 1");
    } else if (readerLists && !writerLists) {
      throw malformed(table, "has reader version 3 but no writer version 7");
    } else if (readerLists != (protocol.readerFeatures() != null)
        && !(protocol.readerFeatures() != null && protocol.readerFeatures().isEmpty())) {
      throw malformed(
          table,
          readerLists ? "lists no reader features" : "lists reader features below version 3");
    } else if (writerLists != (protocol.writerFeatures() != null)
        && !(protocol.writerFeatures() != null && protocol.writerFeatures().isEmpty())) {
      throw malformed(
          table,
          writerLists ? "lists no writer features" : "lists writer features below version 7");
    }
  }

  private static CorruptTableException malformed(String table, String what) {
    return new CorruptTableException(
        "The protocol of " + table + " contradicts itself: it " + what);
  }

  /**
   * Checks that this library can write the table and keep its rules.
   *
   * @throws UnsupportedFeatureException naming the version or feature that hinders
   * @throws CorruptTableException if the protocol contradicts itself, or the table makes use of a
   *     feature that it does not list
   */
  public static void requireWritable(
      Protocol protocol, Metadata metadata, StructType schema, String table) {
    requireReadable(protocol, table);
    if (protocol.minWriterVersion() > WRITER_FEATURES) {
      throw unwritable(
          "writer version " + protocol.minWriterVersion(),
          table + " needs writer version " + protocol.minWriterVersion());
    }
    requireListedTwice(protocol, table);
    for (String name : orEmpty(protocol.writerFeatures())) {
      TableFeature feature =
          TableFeature.of(name)
              .orElseThrow(
                  () -> unwritable(name, table + " needs the writer feature '" + name + "'"));
      requireWritable(feature, metadata, schema, table);
    }
    for (TableFeature feature : TableFeature.supportedBy(protocol)) {
      requireWritable(feature, metadata, schema, table);
    }
    for (TableFeature feature : TableFeature.inUse(metadata, schema)) {
      if (!supportsOrPreview(protocol, feature)) {
        throw new CorruptTableException(
            "Cannot write "
                + table
                + ": it makes use of '"
                + feature.featureName()
                + "', which its protocol does not list. Add the feature to the table first.");
      }
    }
    IcebergCompatibility.check(protocol, metadata, schema, table);
  }

  private static void requireWritable(
      TableFeature feature, Metadata metadata, StructType schema, String table) {
    boolean hinders =
        feature.writing() == TableFeature.Writing.NEVER
            || (feature.writing() == TableFeature.Writing.WHILE_INACTIVE
                && feature.isActive(metadata, schema));
    if (hinders) {
      throw unwritable(
          feature.featureName(), table + " makes use of '" + feature.featureName() + "'");
    }
  }

  private static boolean supportsOrPreview(Protocol protocol, TableFeature feature) {
    return supports(protocol, feature)
        || switch (feature) {
          case TYPE_WIDENING -> supports(protocol, TableFeature.TYPE_WIDENING_PREVIEW);
          case VARIANT_TYPE -> supports(protocol, TableFeature.VARIANT_TYPE_PREVIEW);
          case VARIANT_SHREDDING -> supports(protocol, TableFeature.VARIANT_SHREDDING_PREVIEW);
          default -> false;
        };
  }

  private static void requireListedTwice(Protocol protocol, String table) {
    Set<String> writer = orEmpty(protocol.writerFeatures());
    for (String name : orEmpty(protocol.readerFeatures())) {
      if (!writer.contains(name)) {
        throw malformed(table, "lists '" + name + "' for readers only");
      }
    }
  }

  private static UnsupportedFeatureException unwritable(String feature, String what) {
    return new UnsupportedFeatureException(
        feature,
        "Cannot write the table: "
            + what
            + ", which this version of Lakehouse does not write. Reading it works.");
  }

  /**
   * The least protocol of a new table that uses {@code features} and what they depend on: versions
   * alone where versions imply exactly these features, else lists.
   */
  public static Protocol forNewTable(Set<TableFeature> features) {
    return normalised(TableFeature.closure(features), Set.of(), Set.of());
  }

  /** The protocol of a table that gains {@code features}. Nothing it supported is lost. */
  public static Protocol withFeatures(Protocol protocol, Set<TableFeature> features) {
    Set<TableFeature> wanted = TableFeature.closure(features);
    Set<TableFeature> supported = TableFeature.supportedBy(protocol);
    if (supported.containsAll(wanted)) {
      return protocol;
    }
    Set<TableFeature> all = EnumSet.noneOf(TableFeature.class);
    all.addAll(supported);
    all.addAll(wanted);
    Protocol grown =
        normalised(all, orEmpty(protocol.readerFeatures()), orEmpty(protocol.writerFeatures()));
    return neverLower(protocol, grown);
  }

  /** The least protocol of a table that loses {@code feature}, which nothing else depends on. */
  public static Protocol without(Protocol protocol, TableFeature feature) {
    Set<TableFeature> left = EnumSet.noneOf(TableFeature.class);
    left.addAll(TableFeature.supportedBy(protocol));
    left.remove(feature);
    return normalised(
        left,
        unknown(orEmpty(protocol.readerFeatures())),
        unknown(orEmpty(protocol.writerFeatures())));
  }

  private static Set<String> unknown(Set<String> names) {
    return names.stream()
        .filter(name -> TableFeature.of(name).isEmpty())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** The protocol that supports all that {@code left} and all that {@code right} support. */
  public static Protocol merge(Protocol left, Protocol right) {
    Set<TableFeature> all = EnumSet.noneOf(TableFeature.class);
    all.addAll(TableFeature.supportedBy(left));
    all.addAll(TableFeature.supportedBy(right));
    Set<String> reader = new LinkedHashSet<>(orEmpty(left.readerFeatures()));
    reader.addAll(orEmpty(right.readerFeatures()));
    Set<String> writer = new LinkedHashSet<>(orEmpty(left.writerFeatures()));
    writer.addAll(orEmpty(right.writerFeatures()));
    return neverLower(left, neverLower(right, normalised(all, reader, writer)));
  }

  /** A legacy protocol stays at least as high as it was, unless lists say all that it implied. */
  private static Protocol neverLower(Protocol before, Protocol after) {
    if (after.minWriterVersion() >= WRITER_FEATURES) {
      return before.minReaderVersion() > after.minReaderVersion() && after.readerFeatures() == null
          ? new Protocol(
              before.minReaderVersion(),
              after.minWriterVersion(),
              before.minReaderVersion() >= READER_FEATURES ? readerNames(after) : null,
              after.writerFeatures())
          : after;
    }
    return new Protocol(
        Math.max(before.minReaderVersion(), after.minReaderVersion()),
        Math.max(before.minWriterVersion(), after.minWriterVersion()));
  }

  private static Set<String> readerNames(Protocol protocol) {
    return orEmpty(protocol.writerFeatures()).stream()
        .filter(name -> TableFeature.of(name).map(TableFeature::isReaderFeature).orElse(false))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static Protocol normalised(
      Set<TableFeature> features, Set<String> otherReader, Set<String> otherWriter) {
    if (otherReader.isEmpty() && otherWriter.isEmpty()) {
      Optional<Protocol> versions = versionsOf(features);
      if (versions.isPresent()) {
        return versions.get();
      }
    }
    Set<String> writer = new LinkedHashSet<>(otherWriter);
    features.forEach(feature -> writer.add(feature.featureName()));
    writer.addAll(otherReader);
    boolean readerLists =
        !otherReader.isEmpty()
            || features.stream().anyMatch(f -> f.isReaderFeature() && !f.isLegacy());
    if (!readerLists) {
      int reader = features.contains(TableFeature.COLUMN_MAPPING) ? 2 : 1;
      return new Protocol(reader, WRITER_FEATURES, null, writer);
    }
    Set<String> reader = new LinkedHashSet<>(otherReader);
    features.stream()
        .filter(TableFeature::isReaderFeature)
        .forEach(feature -> reader.add(feature.featureName()));
    return new Protocol(READER_FEATURES, WRITER_FEATURES, reader, writer);
  }

  /** The least versions that imply exactly {@code features}, if there are any. */
  private static Optional<Protocol> versionsOf(Set<TableFeature> features) {
    if (!features.stream().allMatch(TableFeature::isLegacy)) {
      return Optional.empty();
    }
    int reader = max(LEAST.minReaderVersion(), features, true);
    int writer = max(LEAST.minWriterVersion(), features, false);
    Protocol versions = new Protocol(reader, writer);
    return TableFeature.supportedBy(versions).equals(features)
        ? Optional.of(versions)
        : Optional.empty();
  }

  private static int max(int least, Collection<TableFeature> features, boolean ofReader) {
    return features.stream()
        .mapToInt(feature -> ofReader ? feature.legacyReader() : feature.legacyWriter())
        .reduce(least, Math::max);
  }

  private static Set<String> orEmpty(@Nullable Set<String> names) {
    return names == null ? Set.of() : names;
  }
}
