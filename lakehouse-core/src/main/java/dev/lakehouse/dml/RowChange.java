package dev.lakehouse.dml;

import java.util.OptionalLong;

/**
 * What a delete or an update does.
 *
 * @param changes what it does to files
 * @param rows how many rows it deletes or updates; empty if the log does not say
 * @param scanMillis how long it took to find the rows
 * @param rewriteMillis how long it took to write
 */
public record RowChange(Changes changes, OptionalLong rows, long scanMillis, long rewriteMillis) {}
