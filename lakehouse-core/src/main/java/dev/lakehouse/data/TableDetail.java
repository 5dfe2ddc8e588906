package dev.lakehouse.data;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a table is at its newest version.
 *
 * @param id the id it got when it was created
 * @param name its name
 * @param description its comment
 * @param location where it is
 * @param version its newest version
 * @param createdAt when it was created
 * @param lastModified when its newest version was committed
 * @param partitionColumns the columns that partition it, in order
 * @param clusteringColumns the columns that cluster it, in order
 * @param fileCount how many data files it has
 * @param bytes their length
 * @param properties its properties
 * @param minReaderVersion the reader version of its protocol
 * @param minWriterVersion the writer version of its protocol
 * @param features the features that it may use, sorted by name
 */
public record TableDetail(
    String id,
    Optional<String> name,
    Optional<String> description,
    String location,
    long version,
    Optional<Instant> createdAt,
    Instant lastModified,
    List<String> partitionColumns,
    List<String> clusteringColumns,
    long fileCount,
    long bytes,
    Map<String, String> properties,
    int minReaderVersion,
    int minWriterVersion,
    List<String> features) {
  /** Copies lists and map. */
  public TableDetail {
    partitionColumns = List.copyOf(partitionColumns);
    clusteringColumns = List.copyOf(clusteringColumns);
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    features = List.copyOf(features);
  }
}
