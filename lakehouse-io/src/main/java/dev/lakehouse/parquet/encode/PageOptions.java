package dev.lakehouse.parquet.encode;

import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * How the pages of a leaf are made.
 *
 * @param codec the codec as the footer names it
 * @param pageBytes after how many bytes of values a page ends early
 * @param dictionaryBytes how large a dictionary may become; 0 for no dictionary at all
 * @param textPrefix how many characters of a text its statistics keep
 * @param bloomBytes how large a Bloom filter may be, a power of two; 0 for none
 */
public record PageOptions(
    CompressionCodecName codec,
    int pageBytes,
    int dictionaryBytes,
    int textPrefix,
    int bloomBytes) {}
