package dev.lakehouse.log.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.TableNotFoundException;
import dev.lakehouse.error.VersionNotFoundException;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.memory.MemoryFileIO;
import dev.lakehouse.io.testing.ForwardingFileIO;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class LogListingTest {
  private static final Location TABLE = Location.parse("memory://t/table");
  private static final String ID = "3a0d65cd-4056-49b8-937b-95f9e3ee90e5";

  private final MemoryFileIO files = new MemoryFileIO();

  private void put(String name) {
    files.put(LogPath.log(TABLE).child(name), new byte[] {1});
  }

  private void putEmpty(String name) {
    files.put(LogPath.log(TABLE).child(name), new byte[0]);
  }

  private static String v(long version) {
    return String.format("%020d", version);
  }

  private void commits(long from, long to) {
    for (long version = from; version <= to; version++) {
      put(v(version) + ".json");
    }
  }

  private LogListing list() {
    return LogListing.list(files, TABLE, 0);
  }

  private LogSegment latest() {
    return list().latestSegment(Set.of());
  }

  /** A store whose listings miss some names: first those of the first set, then of the second. */
  private LogListing listMissing(List<Set<String>> missed, int expectedListings) {
    AtomicInteger listings = new AtomicInteger();
    FileIO racing =
        new ForwardingFileIO(files) {
          @Override
          public CloseableIterator<FileEntry> list(Location directory, String startFrom) {
            int number = listings.getAndIncrement();
            List<FileEntry> seen = new ArrayList<>();
            super.list(directory, startFrom).forEachRemaining(seen::add);
            Set<String> hidden = number < missed.size() ? missed.get(number) : Set.of();
            seen.removeIf(entry -> hidden.contains(entry.name()));
            return CloseableIterator.of(seen);
          }
        };
    LogListing found = LogListing.list(racing, TABLE, 0);
    assertEquals(expectedListings, listings.get(), "listings");
    return found;
  }

  private static Set<String> hidden(long... versions) {
    return Arrays.stream(versions).mapToObj(v -> v(v) + ".json").collect(Collectors.toSet());
  }

  @Test
  void aCommitThatAListingMissedWhileItRanIsFoundByAnother() {
    commits(0, 7);
    put(v(5) + ".checkpoint.parquet");
    assertEquals(7, listMissing(List.of(hidden(6)), 2).latestSegment(Set.of()).version());
    assertEquals(5, listMissing(List.of(hidden(6, 7)), 1).latestSegment(Set.of()).version());
  }

  @Test
  void listingsThatMissOneCommitAfterTheOtherAreMadeAgain() {
    commits(0, 9);
    assertEquals(9, listMissing(List.of(hidden(4), hidden(6), hidden(8)), 4).latest().getAsLong());
  }

  @Test
  void aCheckpointMadeAndItsCommitsDeletedWhileAListingRanAreFoundByAnother() {
    commits(3, 7);
    put(v(5) + ".checkpoint.parquet");
    LogListing found = listMissing(List.of(Set.of(v(5) + ".checkpoint.parquet")), 2);
    assertEquals(7, found.latestSegment(Set.of()).version());
  }

  @Test
  void aCommitThatIsGoneIsLookedForOnceMore() {
    commits(0, 4);
    commits(6, 7);
    LogListing found = listMissing(List.of(), 2);
    CorruptTableException gap =
        assertThrows(CorruptTableException.class, () -> found.latestSegment(Set.of()));
    assertTrue(gap.getMessage().contains("the commit of version 5 is missing"), gap.getMessage());
  }

  @Test
  void withoutACheckpointAllCommitsAreNeeded() {
    commits(0, 3);
    LogSegment segment = latest();
    assertEquals(3, segment.version());
    assertEquals(Optional.empty(), segment.checkpoint());
    assertEquals(4, segment.commits().size());
  }

  @Test
  void theNewestCheckpointNotBeyondTheVersionIsTheBase() {
    commits(0, 12);
    put(v(5) + ".checkpoint.parquet");
    put(v(10) + ".checkpoint.parquet");
    assertEquals(10, latest().checkpointVersion());
    assertEquals(5, list().segment(9, Set.of()).checkpointVersion());
    assertEquals(10, list().segment(10, Set.of()).checkpointVersion());
    assertEquals(-1, list().segment(4, Set.of()).checkpointVersion());
  }

  @Test
  void aCheckpointThatCannotBeReadMakesWayForTheOneBefore() {
    commits(0, 12);
    put(v(5) + ".checkpoint.parquet");
    put(v(10) + ".checkpoint.parquet");
    Checkpoint ten = list().checkpoints().last();
    LogSegment segment = list().latestSegment(Set.of(ten));
    assertEquals(5, segment.checkpointVersion());
    assertEquals(7, segment.commits().size());
    assertEquals(-1, list().latestSegment(list().checkpoints()).checkpointVersion());
  }

  @Test
  void anIncompleteMultiPartCheckpointIsNone() {
    commits(0, 3);
    put(v(2) + ".checkpoint.0000000001.0000000003.parquet");
    put(v(2) + ".checkpoint.0000000003.0000000003.parquet");
    assertEquals(-1, latest().checkpointVersion());
  }

  @Test
  void twoSetsOfPartsAtOneVersionAreNotMixed() {
    commits(0, 3);
    put(v(2) + ".checkpoint.0000000001.0000000002.parquet");
    put(v(2) + ".checkpoint.0000000002.0000000003.parquet");
    put(v(2) + ".checkpoint.0000000003.0000000003.parquet");
    assertEquals(-1, latest().checkpointVersion());
    put(v(2) + ".checkpoint.0000000001.0000000003.parquet");
    put(v(2) + ".checkpoint.0000000002.0000000002.parquet");
    assertEquals(2, latest().checkpointVersion());
    assertEquals(2, list().checkpoints().size());
    assertEquals(2, latest().checkpoint().orElseThrow().files().size());
  }

  @Test
  void anEmptyFileIsNoCheckpointAndNoCompaction() {
    commits(0, 3);
    putEmpty(v(2) + ".checkpoint.parquet");
    putEmpty(v(0) + "." + v(2) + ".compacted.json");
    assertEquals(-1, latest().checkpointVersion());
    assertEquals(List.of(), latest().compactions());
  }

  @Test
  void aV2CheckpointIsTakenBeforeAClassicOneOfItsVersion() {
    commits(0, 3);
    put(v(2) + ".checkpoint.parquet");
    put(v(2) + ".checkpoint." + ID + ".json");
    assertEquals(CheckpointKind.V2_JSON, latest().checkpoint().orElseThrow().kind());
  }

  @Test
  void commitsUpToTheCheckpointMayBeGone() {
    put(v(10) + ".checkpoint.parquet");
    commits(11, 12);
    assertEquals(12, latest().version());
    assertEquals(2, latest().commits().size());
  }

  @Test
  void aTableMayBeACheckpointAlone() {
    put(v(10) + ".checkpoint.parquet");
    assertEquals(10, latest().version());
    assertEquals(List.of(), latest().commits());
  }

  @Test
  void aMissingCommitIsAnErrorThatNamesIt() {
    commits(0, 1);
    commits(3, 4);
    CorruptTableException e = assertThrows(CorruptTableException.class, this::latest);
    assertTrue(e.getMessage().contains("version 2 is missing"), e.getMessage());
    assertTrue(e.getMessage().contains("[0-1, 3-4]"), e.getMessage());
    assertEquals(1, list().segment(1, Set.of()).version());
  }

  @Test
  void aVersionOutOfRangeNamesTheRange() {
    put(v(10) + ".checkpoint.parquet");
    commits(8, 12);
    for (long version : new long[] {-1, 7, 9, 13}) {
      VersionNotFoundException e =
          assertThrows(VersionNotFoundException.class, () -> list().segment(version, Set.of()));
      assertEquals(10, e.earliest());
      assertEquals(12, e.latest());
      assertTrue(e.getMessage().contains("versions 10 to 12"), e.getMessage());
    }
  }

  @Test
  void aFolderWithoutALogIsNoTable() {
    files.put(TABLE.child("data.parquet"), new byte[1]);
    put("_last_vacuum_info");
    put(v(0) + ".crc");
    TableNotFoundException e = assertThrows(TableNotFoundException.class, this::latest);
    assertTrue(e.getMessage().contains(TABLE.toString()), e.getMessage());
  }

  @Test
  void filesOfOthersAndNestedKeysAreIgnored() {
    commits(0, 1);
    put("sub/" + v(1) + ".json");
    put("_copy_into_log/0.zip");
    put(v(2) + ".json.tmp");
    put("." + v(2) + ".json.crc");
    put("_staged_commits/" + v(2) + "." + ID + ".json");
    put("_sidecars/" + v(2) + ".checkpoint.parquet");
    assertEquals(1, latest().version());
  }

  @Test
  void compactionsCoverCommitsWithoutOverlap() {
    commits(0, 12);
    put(v(0) + "." + v(5) + ".compacted.json");
    put(v(0) + "." + v(3) + ".compacted.json");
    put(v(4) + "." + v(7) + ".compacted.json");
    put(v(6) + "." + v(10) + ".compacted.json");
    put(v(11) + "." + v(13) + ".compacted.json");
    List<LogFile> cover = latest().cover();
    assertEquals(List.of(12L, 11L, 6L, 0L), cover.stream().map(LogFile::version).toList());
    LogFile.Compaction newest = (LogFile.Compaction) cover.get(2);
    assertEquals(
        List.of(10L, 9L, 8L, 7L, 6L),
        latest().replaced(newest).stream().map(LogFile.Commit::version).toList());
  }

  @Test
  void aCompactionThatReachesUnderTheCheckpointIsIgnored() {
    commits(0, 12);
    put(v(5) + ".checkpoint.parquet");
    put(v(4) + "." + v(7) + ".compacted.json");
    assertEquals(7, latest().cover().size());
  }

  @Test
  void aListingMayStartAtTheHint() {
    commits(0, 12);
    put(v(10) + ".checkpoint.parquet");
    LogListing listing = LogListing.list(files, TABLE, 10);
    assertEquals(3, listing.commits().size());
    assertEquals(10, listing.latestSegment(Set.of()).checkpointVersion());
  }
}
