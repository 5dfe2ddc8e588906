package dev.lakehouse.io.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.StorageException.Kind;
import dev.lakehouse.io.Capabilities.CreateIfAbsent;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.io.testing.FileIOContract;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * HDFS with a name node and a data node in this process. ci/hadoop puts Hadoop on the class path;
 * the cluster's class is in a jar that we do not compile against.
 */
@Tag("hadoop")
class HdfsFileIOTest extends FileIOContract {
  @TempDir private static Path disk;
  private static Object cluster;
  private static HadoopFileIO files;
  private static Location root;

  private final Location directory = root.child("t-" + UUID.randomUUID());

  @BeforeAll
  static void start() throws Exception {
    Configuration configuration = new Configuration();
    configuration.set("hdfs.minidfs.basedir", disk.toString());
    configuration.set("dfs.namenode.fs-limits.min-block-size", "1024");
    Class<?> builder = Class.forName("org.apache.hadoop.hdfs.MiniDFSCluster$Builder");
    Object made = builder.getConstructor(Configuration.class).newInstance(configuration);
    cluster = builder.getMethod("build").invoke(made);
    FileSystem system = (FileSystem) cluster.getClass().getMethod("getFileSystem").invoke(cluster);
    root = Location.parse(system.getUri() + "/lake");
    files =
        (HadoopFileIO)
            new HadoopFileIOFactory(configuration, Set.of("hdfs")).create(StorageOptions.DEFAULT);
  }

  @AfterAll
  static void stop() throws Exception {
    files.close();
    cluster.getClass().getMethod("shutdown").invoke(cluster);
  }

  @Override
  protected FileIO files() {
    return files;
  }

  @Override
  protected Location directory() {
    return directory;
  }

  @Override
  protected int rounds() {
    return 10;
  }

  @Override
  protected int slowRounds() {
    return 40;
  }

  @Override
  protected int manyFiles() {
    return 300;
  }

  /** HDFS itself refuses a colon. */
  @Override
  protected boolean canName(String name) {
    return name.indexOf(':') < 0;
  }

  @Test
  void aLocalFileGoesThroughTheLocalBackend(@TempDir Path folder) throws Exception {
    Location file = Location.of(folder.resolve("0.json"));
    files.createIfAbsent(file, new byte[] {1});
    assertEquals(1, Files.size(folder.resolve("0.json")));
    assertEquals(CreateIfAbsent.NATIVE, files.capabilities(file.parent()).createIfAbsent());
    assertTrue(files.capabilities(file.parent()).store().startsWith("local disk"));
  }

  /** A file system of Hadoop that we know nothing of: its own view of another one. */
  @Test
  void everyOtherSchemeIsReadAndNotWritten() throws Exception {
    files.put(directory.child("x"), new byte[] {7});
    Configuration configuration = new Configuration();
    configuration.set("fs.viewfs.mounttable.lake.link./lake", root.toString());
    try (HadoopFileIO other = new HadoopFileIO(configuration, StorageOptions.DEFAULT)) {
      Location view = Location.parse("viewfs://lake/lake").child(directory.name());
      assertEquals(7, other.readSmall(view.child("x"), 1)[0]);
      assertEquals(CreateIfAbsent.NONE, other.capabilities(view).createIfAbsent());
      for (Runnable write :
          List.<Runnable>of(
              () -> other.createIfAbsent(view.child("y"), new byte[1]),
              () -> other.put(view.child("y"), new byte[1]),
              () -> other.create(view.child("y")),
              () -> other.delete(List.of(view.child("x"))))) {
        StorageException refusal = assertThrows(StorageException.class, write::run);
        assertEquals(Kind.UNSUPPORTED, refusal.kind());
        assertTrue(refusal.getMessage().contains("'viewfs'"), refusal.getMessage());
      }
    }
  }
}
