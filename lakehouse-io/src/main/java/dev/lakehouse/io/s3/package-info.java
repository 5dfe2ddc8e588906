/**
 * S3 and the stores that speak its protocol. A commit is one conditional PUT, tried again and read
 * back by us and not by the SDK, since a second try of a PUT that landed is told that it lost.
 * Internal.
 */
@NullMarked
package dev.lakehouse.io.s3;

import org.jspecify.annotations.NullMarked;
