package dev.lakehouse.io.local;

import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.io.testing.FileIOContract;
import java.nio.charset.Charset;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class LocalFileIOTest extends FileIOContract {
  private static final Charset NAMES = Charset.forName(System.getProperty("sun.jnu.encoding"));

  private final FileIO files = new LocalFileIO(StorageOptions.DEFAULT);
  @TempDir Path temporary;

  @Override
  protected FileIO files() {
    return files;
  }

  @Override
  protected Location directory() {
    return Location.of(temporary).child("t");
  }

  @Override
  protected boolean canName(String name) {
    return NAMES.newEncoder().canEncode(name);
  }
}
