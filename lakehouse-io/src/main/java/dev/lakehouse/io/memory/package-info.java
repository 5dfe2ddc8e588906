/** Files that live in memory: for tests, examples and throw-away tables. Internal. */
@NullMarked
package dev.lakehouse.io.memory;

import org.jspecify.annotations.NullMarked;
