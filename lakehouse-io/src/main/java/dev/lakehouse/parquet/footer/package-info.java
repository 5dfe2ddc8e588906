/** What a Parquet file says about itself: schema, row groups, statistics, indexes. Internal. */
@NullMarked
package dev.lakehouse.parquet.footer;

import org.jspecify.annotations.NullMarked;
