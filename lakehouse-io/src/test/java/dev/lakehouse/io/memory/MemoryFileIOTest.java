package dev.lakehouse.io.memory;

import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.testing.FileIOContract;

class MemoryFileIOTest extends FileIOContract {
  private final MemoryFileIO files = new MemoryFileIO();

  @Override
  protected FileIO files() {
    return files;
  }

  @Override
  protected Location directory() {
    return Location.parse("memory://bucket/tables/t");
  }
}
