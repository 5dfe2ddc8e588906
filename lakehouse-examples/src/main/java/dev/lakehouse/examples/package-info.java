/** Small programs that show each part of the library at work. */
@NullMarked
package dev.lakehouse.examples;

import org.jspecify.annotations.NullMarked;
