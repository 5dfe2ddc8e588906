/**
 * The storage port: what a backend must do ({@link dev.lakehouse.io.FileIO}), how paths are written
 * ({@link dev.lakehouse.io.Location}), and everything nondeterministic a run depends on ({@link
 * dev.lakehouse.io.Environment}).
 */
@NullMarked
package dev.lakehouse.io;

import org.jspecify.annotations.NullMarked;
