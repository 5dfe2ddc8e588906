package dev.lakehouse.io.s3;

import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.io.testing.ExternalStore;
import dev.lakehouse.io.testing.FileIOContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/** The contract, kept by a real server that the environment names. */
@Tag("store")
class ExternalStoreTest extends FileIOContract {
  private S3FileIO files;
  private Location directory;

  @BeforeEach
  void start() {
    directory = ExternalStore.required().fresh("contract");
    files = new S3FileIO(StorageOptions.DEFAULT);
  }

  @AfterEach
  void stop() {
    files.close();
  }

  @Override
  protected FileIO files() {
    return files;
  }

  @Override
  protected Location directory() {
    return directory;
  }

  /** A loser may wait seconds for its answer; the race proper is the slow test. */
  @Override
  protected int rounds() {
    return 3;
  }

  @Override
  protected int slowRounds() {
    return 40;
  }

  /** MinIO takes no part of a key that starts with two dots. */
  @Override
  protected boolean canName(String name) {
    return !name.startsWith("..") || !ExternalStore.required().name().equals("MinIO");
  }

  @Override
  protected int manyFiles() {
    return 1_050;
  }
}
