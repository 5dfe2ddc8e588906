package dev.lakehouse.log.dv;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.io.local.LocalFileIO;
import dev.lakehouse.io.memory.MemoryFileIO;
import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.ActionJson;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.DeletionVectorDescriptor;
import dev.lakehouse.log.testing.SharedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DeletionVectorStoreTest {
  private static final Location TABLE = Location.parse("memory://t/my table%");
  private static final UUID ID = UUID.fromString("d2c639aa-8816-431a-aaf6-d3fe2512ff61");

  private final MemoryFileIO files = new MemoryFileIO();
  private final DeletionVectorStore store = new DeletionVectorStore(files, TABLE);

  private static DeletionVectorDescriptor descriptor(
      String type, String path, Integer offset, int size, long cardinality) {
    return new DeletionVectorDescriptor(type, path, offset, size, cardinality);
  }

  @Test
  void theProtocolsExampleOfACodedIdNamesItsFile() {
    assertEquals(
        TABLE.child("ab/deletion_vector_" + ID + ".bin"),
        store.location(descriptor("u", "ab^-aqEH.-t@S}K{vb[*k^", 1, 1, 1)));
    assertEquals(
        TABLE.child("deletion_vector_" + ID + ".bin"),
        store.location(descriptor("u", "^-aqEH.-t@S}K{vb[*k^", 1, 1, 1)));
  }

  @Test
  void anInlineVectorIsReadFromTheLog() {
    DeletionVector vector =
        store.read(
            descriptor(
                "i", "^Bg9^0rr910000000000iXQKl0rr91000f55c8Xg0@@D72lkbi5=-{L", null, 44, 6));
    assertArrayEquals(new long[] {3, 4, 7, 11, 18, 29}, vector.toArray());
  }

  @Test
  void vectorsWrittenToOneFileAreReadOneByOne() {
    DeletionVector first = DeletionVector.of(1, 2, 3);
    DeletionVector second = DeletionVector.of((1L << 32) + 5);
    DeletionVectorFile file = DeletionVectorFile.create(files, TABLE, ID);
    DeletionVectorDescriptor one = file.append(first);
    DeletionVectorDescriptor two = file.append(second);
    file.close();
    assertEquals("^-aqEH.-t@S}K{vb[*k^", one.pathOrInlineDv());
    assertEquals(1, one.offset());
    assertEquals(first, store.read(one));
    assertEquals(second, store.read(two));
    assertEquals(
        second,
        store.read(
            descriptor(
                "p",
                "memory://t/my%20table%25/deletion_vector_" + ID + ".bin",
                two.offset(),
                two.sizeInBytes(),
                1)));
  }

  @Test
  void whatTheLogAndTheFileSayMustAgree() {
    DeletionVectorFile file = DeletionVectorFile.create(files, TABLE, ID);
    DeletionVectorDescriptor said = file.append(DeletionVector.of(1, 2, 3));
    file.close();
    String path = said.pathOrInlineDv();
    int size = said.sizeInBytes();
    assertCorrupt(descriptor("u", path, 1, size, 4), "3 rows, but the log says 4");
    assertCorrupt(descriptor("u", path, 1, size - 1, 3), "bytes, the log");
    assertCorrupt(descriptor("u", path, 0, size, 3), "offset is 0");
    assertEquals(3, store.read(descriptor("u", path, null, size, 3)).cardinality());
    byte[] bytes = files.readSmall(store.location(said), 1000);
    bytes[20] ^= 1;
    files.put(store.location(said), bytes);
    assertCorrupt(said, "checksum");
    bytes[0] = 2;
    files.put(store.location(said), bytes);
    assertCorrupt(said, "format version is 2");
    files.put(store.location(said), Arrays.copyOf(bytes, 10));
    assertThrows(StorageException.class, () -> store.read(said));
  }

  private void assertCorrupt(DeletionVectorDescriptor descriptor, String message) {
    CorruptTableException e =
        assertThrows(CorruptTableException.class, () -> store.read(descriptor));
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }

  @Test
  void aStorageTypeOfTheFutureIsRefused() {
    assertThrows(
        UnsupportedFeatureException.class, () -> store.read(descriptor("r", "x.bin", 1, 1, 1)));
  }

  @Test
  void aPathThatLeavesTheTableIsRefused() {
    assertCorrupt(descriptor("u", "../^-aqEH.-t@S}K{vb[*k^", 1, 1, 1), "outside");
    assertCorrupt(descriptor("u", "short", 1, 1, 1), "names no file");
    assertCorrupt(descriptor("i", "~~~~~", null, 4, 1), "damaged");
  }

  @Test
  void everyVectorThatOthersWroteIsReadWithTheCardinalityOfTheLog() throws IOException {
    LocalFileIO disk = new LocalFileIO(StorageOptions.DEFAULT);
    Set<String> read = new HashSet<>();
    try (Stream<Path> tables = Files.list(SharedFolder.tables())) {
      for (Path table : tables.filter(Files::isDirectory).toList()) {
        DeletionVectorStore vectors = new DeletionVectorStore(disk, Location.of(table));
        for (DeletionVectorDescriptor descriptor : vectors(table)) {
          if (read.add(table + descriptor.uniqueId())
              && Files.exists(vectors.location(descriptor).toPath())) {
            DeletionVector vector = vectors.read(descriptor);
            assertEquals(
                vector,
                VectorCodec.read(java.nio.ByteBuffer.wrap(VectorCodec.write(vector)), "again"));
          }
        }
      }
    }
    assertTrue(read.size() > 50, "only " + read.size());
  }

  private static List<DeletionVectorDescriptor> vectors(Path table) throws IOException {
    try (Stream<Path> log = Files.list(table.resolve("_delta_log"))) {
      return log.filter(file -> file.getFileName().toString().matches("\\d{20}\\.json"))
          .flatMap(DeletionVectorStoreTest::actions)
          .filter(AddFile.class::isInstance)
          .map(action -> ((AddFile) action).deletionVector())
          .filter(vector -> vector != null)
          .toList();
    }
  }

  private static Stream<Action> actions(Path file) {
    try (CloseableIterator<Action> actions =
        ActionJson.read(Files.newInputStream(file), file.toString(), "add"::equals)) {
      java.util.List<Action> all = new java.util.ArrayList<>();
      actions.forEachRemaining(all::add);
      return all.stream();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
