package dev.lakehouse.log.segment;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.ActionJson;
import dev.lakehouse.log.action.DomainMetadata;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.action.Txn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The sums over a table's state at one version, as a writer took them: a hint for checks, never the
 * truth. Source: Delta protocol, "Version Checksum File".
 *
 * @param tableSizeBytes bytes of all live files
 * @param numFiles how many files are live
 * @param metadata the table's metadata; null where old writers left it out
 * @param protocol the table's protocol; null where old writers left it out
 * @param txnId id of the commit's transaction; null if not said
 * @param inCommitTimestamp the commit's time; null if the table does not keep it in the log
 * @param setTransactions the progress of applications; null if not said
 * @param domainMetadata the live domains; null if not said
 * @param histogram how many files and bytes there are by file size; null if not said
 * @param numDeletedRecords rows deleted by vectors; null if not said
 * @param numDeletionVectors files with a vector; null if not said
 */
public record VersionChecksum(
    long tableSizeBytes,
    long numFiles,
    @Nullable Metadata metadata,
    @Nullable Protocol protocol,
    @Nullable String txnId,
    @Nullable Long inCommitTimestamp,
    @Nullable List<Txn> setTransactions,
    @Nullable List<DomainMetadata> domainMetadata,
    @Nullable Histogram histogram,
    @Nullable Long numDeletedRecords,
    @Nullable Long numDeletionVectors) {

  /**
   * Files by size: bin {@code i} holds those from {@code boundaries[i]} up to the next boundary.
   *
   * @param boundaries least size of each bin, ascending
   * @param fileCounts files of each bin
   * @param totalBytes bytes of each bin
   */
  public record Histogram(List<Long> boundaries, List<Long> fileCounts, List<Long> totalBytes) {
    /** Copies the lists, which are of one length. */
    public Histogram {
      boundaries = List.copyOf(boundaries);
      fileCounts = List.copyOf(fileCounts);
      totalBytes = List.copyOf(totalBytes);
      if (fileCounts.size() != boundaries.size() || totalBytes.size() != boundaries.size()) {
        throw new IllegalArgumentException("A histogram's lists must be of one length");
      }
    }
  }

  /** The sums that a {@code .crc} file says; empty if it is torn or lacks what it must have. */
  public static Optional<VersionChecksum> parse(byte[] json) {
    try (JsonParser parser = ActionJson.parser(json)) {
      return new Reader(parser).read();
    } catch (IOException | CorruptTableException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static final class Reader {
    private final JsonParser json;
    private @Nullable Long tableSizeBytes;
    private @Nullable Long numFiles;
    private @Nullable Metadata metadata;
    private @Nullable Protocol protocol;
    private @Nullable String txnId;
    private @Nullable Long inCommitTimestamp;
    private @Nullable List<Txn> setTransactions;
    private @Nullable List<DomainMetadata> domainMetadata;
    private @Nullable Histogram histogram;
    private @Nullable Long numDeletedRecords;
    private @Nullable Long numDeletionVectors;

    Reader(JsonParser json) {
      this.json = json;
    }

    Optional<VersionChecksum> read() throws IOException {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      while (json.nextToken() != JsonToken.END_OBJECT) {
        String field = json.currentName();
        if (json.nextToken() != JsonToken.VALUE_NULL) {
          field(field);
        }
      }
      if (tableSizeBytes == null || numFiles == null) {
        return Optional.empty();
      }
      return Optional.of(
          new VersionChecksum(
              tableSizeBytes,
              numFiles,
              metadata,
              protocol,
              txnId,
              inCommitTimestamp,
              setTransactions,
              domainMetadata,
              histogram,
              numDeletedRecords,
              numDeletionVectors));
    }

    private void field(String name) throws IOException {
      switch (name) {
        case "tableSizeBytes" -> tableSizeBytes = json.getLongValue();
        case "numFiles" -> numFiles = json.getLongValue();
        case "metadata" -> metadata = action("metaData", Metadata.class).orElse(null);
        case "protocol" -> protocol = action("protocol", Protocol.class).orElse(null);
        case "txnId" -> txnId = json.getText();
        case "inCommitTimestampOpt" -> inCommitTimestamp = json.getLongValue();
        case "setTransactions" -> setTransactions = list("txn", Txn.class);
        case "domainMetadata" -> domainMetadata = list("domainMetadata", DomainMetadata.class);
        // Older writers said histogramOpt.
        case "fileSizeHistogram", "histogramOpt" -> histogram = histogram();
        case "numDeletedRecordsOpt" -> numDeletedRecords = json.getLongValue();
        case "numDeletionVectorsOpt" -> numDeletionVectors = json.getLongValue();
        default -> json.skipChildren();
      }
    }

    private <A extends Action> Optional<A> action(String kind, Class<A> type) throws IOException {
      return ActionJson.readBody(json, kind, "a .crc file").map(type::cast);
    }

    private <A extends Action> List<A> list(String kind, Class<A> type) throws IOException {
      List<A> actions = new ArrayList<>();
      requireArray();
      while (json.nextToken() != JsonToken.END_ARRAY) {
        action(kind, type).ifPresent(actions::add);
      }
      return actions;
    }

    private Histogram histogram() throws IOException {
      List<Long> boundaries = List.of();
      List<Long> counts = List.of();
      List<Long> bytes = List.of();
      while (json.nextToken() != JsonToken.END_OBJECT) {
        String field = json.currentName();
        json.nextToken();
        switch (field) {
          case "sortedBinBoundaries" -> boundaries = longs();
          case "fileCounts" -> counts = longs();
          case "totalBytes" -> bytes = longs();
          default -> json.skipChildren();
        }
      }
      return new Histogram(boundaries, counts, bytes);
    }

    private List<Long> longs() throws IOException {
      List<Long> values = new ArrayList<>();
      requireArray();
      while (json.nextToken() != JsonToken.END_ARRAY) {
        values.add(json.getLongValue());
      }
      return values;
    }

    private void requireArray() throws IOException {
      if (json.currentToken() != JsonToken.START_ARRAY) {
        throw new IOException("A list was expected");
      }
    }
  }
}
