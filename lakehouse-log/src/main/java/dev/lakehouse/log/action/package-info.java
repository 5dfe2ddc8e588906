/**
 * The actions of the Delta protocol as records, and their JSON. Source: Delta protocol, "Actions".
 * Internal.
 */
@NullMarked
package dev.lakehouse.log.action;

import org.jspecify.annotations.NullMarked;
