package dev.lakehouse.log.protocol;

/** How the columns of files are found: property {@code delta.columnMapping.mode}. */
public enum MappingMode {
  /** By the name in the schema. */
  NONE,
  /** By the physical name that the schema gives each field. */
  NAME,
  /** By the field id that the schema gives each field. */
  ID
}
