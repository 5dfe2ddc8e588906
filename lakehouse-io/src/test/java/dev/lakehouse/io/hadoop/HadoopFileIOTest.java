package dev.lakehouse.io.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.StorageException.Kind;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.RoutingFileIO;
import dev.lakehouse.io.StorageOptions;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where the rest of Hadoop is not on the class path, as here and with almost all users. */
class HadoopFileIOTest {
  @Test
  void aSchemeThatOnlyHadoopServesIsRefusedNamingTheJarThatIsMissing() {
    try (RoutingFileIO files = RoutingFileIO.discover(List.of(), StorageOptions.DEFAULT)) {
      StorageException refusal =
          assertThrows(
              StorageException.class, () -> files.stat(Location.parse("hdfs://name/node")));
      assertEquals(Kind.UNSUPPORTED, refusal.kind());
      for (String text : List.of("'hdfs'", "[file, memory, s3, s3a]", "hadoop-client-runtime")) {
        assertTrue(refusal.getMessage().contains(text), refusal.getMessage());
      }
    }
  }
}
