package dev.lakehouse.log.commit;

import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.CdcFile;
import dev.lakehouse.log.action.DomainMetadata;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.protocol.TableProperty;
import java.util.List;

/** How far a commit must behave as if it had run alone. */
public enum IsolationLevel {
  /** Every added file counts as if it had been there when the transaction read. */
  SERIALIZABLE("Serializable"),
  /** Blind appends that came first may count as if they came later. */
  WRITE_SERIALIZABLE("WriteSerializable"),
  /** Files added by others do not matter: the commit only rearranges rows. */
  SNAPSHOT("SnapshotIsolation");

  private final String logName;

  IsolationLevel(String logName) {
    this.logName = logName;
  }

  /** The name in {@code commitInfo}. */
  public String logName() {
    return logName;
  }

  /**
   * The level of a commit of {@code actions} to the table of {@code metadata}: the table's, or
   * {@link #SNAPSHOT} if the actions change no data.
   */
  static IsolationLevel of(Metadata metadata, List<? extends Action> actions) {
    if (actions.stream().allMatch(IsolationLevel::onlyRearranges)) {
      return SNAPSHOT;
    }
    return TableProperty.ISOLATION_LEVEL.of(metadata).equalsIgnoreCase(WRITE_SERIALIZABLE.logName)
        ? WRITE_SERIALIZABLE
        : SERIALIZABLE;
  }

  private static boolean onlyRearranges(Action action) {
    return action instanceof CdcFile
        || (action instanceof AddFile add && !add.dataChange())
        || (action instanceof RemoveFile remove && !remove.dataChange())
        || (action instanceof DomainMetadata domain && domain.domain().equals("delta.rowTracking"));
  }
}
