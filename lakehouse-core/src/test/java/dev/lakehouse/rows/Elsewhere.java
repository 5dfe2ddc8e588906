package dev.lakehouse.rows;

import org.jspecify.annotations.Nullable;

/** A record that a test loads once more, by a class loader of its own. */
record Elsewhere(long id, int n, boolean flag, double d, float f, @Nullable String text, byte b) {}
