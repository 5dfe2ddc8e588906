/**
 * What a table demands of those who read and write it: features, protocol versions, properties,
 * column mapping. Source: Delta protocol, "Table Features" and "Column Mapping". Internal.
 */
@NullMarked
package dev.lakehouse.log.protocol;

import org.jspecify.annotations.NullMarked;
