package dev.lakehouse.dml;

/**
 * What became of a row, as the change feed says it. Source: Delta protocol, "Change Data Files".
 */
public enum ChangeType {
  /** The row came. */
  INSERT("insert"),
  /** The row went. */
  DELETE("delete"),
  /** A row that got new values, as it was. */
  UPDATE_PREIMAGE("update_preimage"),
  /** A row that got new values, as it is. */
  UPDATE_POSTIMAGE("update_postimage");

  /** The column of change files that says it. */
  static final String COLUMN = "_change_type";

  private final String text;

  ChangeType(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }
}
