/**
 * Any Hadoop file system as storage: HDFS, and S3 through hadoop-aws, for reading and writing; all
 * others for reading. The only package that uses Hadoop's classes. Internal.
 */
@NullMarked
package dev.lakehouse.io.hadoop;

import org.jspecify.annotations.NullMarked;
