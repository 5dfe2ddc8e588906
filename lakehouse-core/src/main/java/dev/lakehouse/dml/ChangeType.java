package dev.lakehouse.dml;

/**
 * What became of a row, as the change feed says it. Source: Delta protocol, "Change Data Files".
 */
enum ChangeType {
  INSERT("insert"),
  DELETE("delete"),
  UPDATE_PREIMAGE("update_preimage"),
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
