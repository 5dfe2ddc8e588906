package dev.lakehouse.log;

import dev.lakehouse.log.action.CommitInfo;
import java.time.Instant;
import java.util.Optional;

/**
 * One version in a table's history.
 *
 * @param version which
 * @param time when it was committed: as the commit says where the table keeps that, else when its
 *     file was written, never before an earlier version
 * @param info who committed what; empty where the commit does not say
 */
public record HistoryEntry(long version, Instant time, Optional<CommitInfo> info) {}
