/**
 * Variants: their binary encoding, and putting together again what a file holds shredded. Source:
 * parquet-format VariantEncoding.md and VariantShredding.md. Internal.
 */
@NullMarked
package dev.lakehouse.parquet.variant;

import org.jspecify.annotations.NullMarked;
