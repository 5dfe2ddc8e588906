package dev.lakehouse.log;

/**
 * Something that did not work after a commit. The commit stands.
 *
 * @param hook what was to be done: {@code checkpoint}
 * @param cause why it did not work
 */
public record HookFailure(String hook, RuntimeException cause) {}
