package dev.lakehouse.log.segment;

/** How a checkpoint is laid out, in the order of preference at one version: the last is taken. */
public enum CheckpointKind {
  /** One Parquet file under the version's name; its content may be V1 or V2. */
  CLASSIC,
  /** Several Parquet files, V1. */
  MULTI_PART,
  /** JSON actions under a name of its own, V2. */
  V2_JSON,
  /** Parquet under a name of its own, V2. */
  V2_PARQUET
}
