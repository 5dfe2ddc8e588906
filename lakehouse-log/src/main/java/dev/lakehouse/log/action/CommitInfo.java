package dev.lakehouse.log.action;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who committed what, for history. Free in form: everything but the in-commit timestamp is a hint.
 *
 * @param inCommitTimestamp the commit's time where the table keeps it in the log; milliseconds
 * @param timestamp when the writer committed, by its clock; milliseconds
 * @param userId who, as the writer's platform names them
 * @param userName who, readable
 * @param operation what, in capitals: {@code WRITE}, {@code MERGE}
 * @param operationParameters by name, a text as it is and anything else as JSON text
 * @param readVersion the version the operation read
 * @param isolationLevel {@code Serializable}, {@code WriteSerializable} or {@code
 *     SnapshotIsolation}
 * @param isBlindAppend true if the operation read nothing and only added
 * @param operationMetrics by name, numbers as text
 * @param userMetadata what the user wants to say
 * @param tags free tags
 * @param engineInfo the program that wrote
 * @param txnId unique id of the commit's transaction
 */
public record CommitInfo(
    @Nullable Long inCommitTimestamp,
    @Nullable Long timestamp,
    @Nullable String userId,
    @Nullable String userName,
    @Nullable String operation,
    Map<String, @Nullable String> operationParameters,
    @Nullable Long readVersion,
    @Nullable String isolationLevel,
    @Nullable Boolean isBlindAppend,
    Map<String, String> operationMetrics,
    @Nullable String userMetadata,
    Map<String, @Nullable String> tags,
    @Nullable String engineInfo,
    @Nullable String txnId)
    implements Action {
  /** Copies the maps. */
  public CommitInfo {
    operationParameters = Maps.copy(operationParameters);
    operationMetrics = Collections.unmodifiableMap(new LinkedHashMap<>(operationMetrics));
    tags = Maps.copy(tags);
  }

  /** This commit at another in-commit time. */
  public CommitInfo withInCommitTimestamp(@Nullable Long newInCommitTimestamp) {
    return new CommitInfo(
        newInCommitTimestamp,
        timestamp,
        userId,
        userName,
        operation,
        operationParameters,
        readVersion,
        isolationLevel,
        isBlindAppend,
        operationMetrics,
        userMetadata,
        tags,
        engineInfo,
        txnId);
  }
}
