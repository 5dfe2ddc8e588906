/** Values as text, and text as values, independent of the JDK's own formats. Internal. */
@NullMarked
package dev.lakehouse.expr.text;

import org.jspecify.annotations.NullMarked;
