package dev.lakehouse.log.action;

/**
 * A named piece of configuration outside the table's properties.
 *
 * @param domain the name; those with prefix {@code delta.} belong to the protocol
 * @param configuration free text, often JSON
 * @param removed true if the domain ends with this action
 */
public record DomainMetadata(String domain, String configuration, boolean removed)
    implements Action {}
