package dev.lakehouse.log.action;

import org.jspecify.annotations.Nullable;

/**
 * How far an application came. The latest action of an application counts, also with a lower
 * version.
 *
 * @param appId the application
 * @param version its own version number
 * @param lastUpdated milliseconds since the epoch; null if not said
 */
public record Txn(String appId, long version, @Nullable Long lastUpdated) implements Action {}
