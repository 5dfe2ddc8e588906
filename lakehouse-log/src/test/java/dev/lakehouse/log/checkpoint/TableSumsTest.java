package dev.lakehouse.log.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.DeletionVectorDescriptor;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.segment.VersionChecksum;
import dev.lakehouse.log.segment.VersionChecksum.Histogram;
import dev.lakehouse.types.StructType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableSumsTest {
  private static AddFile file(String path, long size) {
    return AddFile.of(path, Map.of(), size, 0, null);
  }

  private static TableSums of(List<AddFile> files) {
    return TableSums.EMPTY.after(files).orElseThrow();
  }

  /** The first, middle and last of the 95 that Delta Spark writes. */
  @Test
  void theBinsAreThoseOfDeltaSpark() {
    List<Long> boundaries = TableSums.EMPTY.sizes().histogram().boundaries();
    assertEquals(95, boundaries.size());
    assertEquals(List.of(0L, 8192L, 16384L), boundaries.subList(0, 3));
    assertEquals(List.of(41943040L, 50331648L), boundaries.subList(19, 21));
    assertEquals(List.of(125829120L, 130023424L, 134217728L), boundaries.subList(29, 32));
    assertEquals(List.of(603979776L, 671088640L), boundaries.subList(62, 64));
    assertEquals(List.of(1476395008L, 1610612736L), boundaries.subList(75, 77));
    assertEquals(List.of(4294967296L, 8589934592L), boundaries.subList(88, 90));
    assertEquals(274877906944L, boundaries.get(94));
  }

  @Test
  void aBinHoldsItsLeastSizeAndNotItsNext() {
    TableSums sums =
        of(List.of(file("a", 0), file("b", 8191), file("c", 8192), file("d", 1L << 40)));
    Histogram histogram = sums.sizes().histogram();
    assertEquals(2, histogram.fileCounts().get(0));
    assertEquals(8191, histogram.totalBytes().get(0));
    assertEquals(1, histogram.fileCounts().get(1));
    assertEquals(1, histogram.fileCounts().get(94));
    assertEquals(4, sums.files());
    assertEquals(8191 + 8192 + (1L << 40), sums.bytes());
  }

  @Test
  void aCommitIsAddedToTheSums() {
    DeletionVectorDescriptor vector = new DeletionVectorDescriptor("u", "x", 1, 36, 3);
    AddFile old = file("a", 100);
    TableSums before = of(List.of(old, file("b", 50)));
    TableSums after =
        before
            .after(
                List.of(old.toRemove(1, true), old.withDeletionVector(vector, null), file("c", 7)))
            .orElseThrow();
    assertEquals(3, after.files());
    assertEquals(157, after.bytes());
    assertEquals(3, after.deletedRows());
    assertEquals(1, after.vectors());
    TableSums last =
        after.after(List.of(old.withDeletionVector(vector, null).toRemove(2, true))).orElseThrow();
    assertEquals(2, last.files());
    assertEquals(0, last.deletedRows());
    assertEquals(0, last.vectors());
  }

  @Test
  void aRemoveThatDoesNotSayItsSizeEndsTheSums() {
    RemoveFile silent =
        new RemoveFile("a", 1L, true, null, null, null, null, Map.of(), null, null, null);
    assertTrue(TableSums.EMPTY.after(List.of(silent)).isEmpty());
  }

  @Test
  void sumsGoOnFromAChecksumAndLeaveUnknownWhatItDoes() {
    Metadata metadata = Metadata.of("id", null, null, StructType.of(), List.of(), Map.of(), 0L);
    TableSums whole = of(List.of(file("a", 100)));
    VersionChecksum full =
        new VersionChecksum(
            100,
            1,
            metadata,
            new Protocol(1, 2),
            null,
            null,
            null,
            null,
            whole.sizes().histogram(),
            0L,
            0L);
    assertEquals(
        of(List.of(file("a", 100), file("b", 9000))).sizes().histogram(),
        TableSums.of(full).after(List.of(file("b", 9000))).orElseThrow().sizes().histogram());
    VersionChecksum bare =
        new VersionChecksum(
            100, 1, metadata, new Protocol(1, 2), null, null, null, null, null, null, null);
    TableSums after = TableSums.of(bare).after(List.of(file("b", 9000))).orElseThrow();
    assertEquals(new TableSums(2, 9100, null, null, null), after);
  }
}
