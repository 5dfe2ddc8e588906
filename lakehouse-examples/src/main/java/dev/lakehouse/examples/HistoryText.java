package dev.lakehouse.examples;

import dev.lakehouse.Table;
import dev.lakehouse.data.HistoryEntry;

/** Prints what happened to a table, newest first. */
final class HistoryText {
  private HistoryText() {}

  static void print(Table table) {
    TextTable history = new TextTable("version", "operation", "mode", "rows", "commit info");
    for (HistoryEntry entry : table.history()) {
      history.row(
          entry.version(),
          entry.operation().orElse(""),
          entry.operationParameters().getOrDefault("mode", ""),
          entry.operationMetrics().getOrDefault("numOutputRows", ""),
          entry.userMetadata().orElse(""));
    }
    history.print();
  }
}
