package dev.lakehouse.io.s3;

import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.io.testing.FileIOContract;
import dev.lakehouse.io.testing.S3Server;
import java.nio.charset.Charset;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class S3FileIOTest extends FileIOContract {
  private static final Charset NAMES = Charset.forName(System.getProperty("sun.jnu.encoding"));

  private static S3Server server;
  private static S3FileIO files;

  private final Location directory = server.bucket().child("t-" + UUID.randomUUID());

  @BeforeAll
  static void start() {
    server = S3Server.start();
    files = new S3FileIO(StorageOptions.DEFAULT.withS3(server.options().build()));
  }

  @AfterAll
  static void stop() {
    files.close();
    server.close();
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
    return 8;
  }

  @Override
  protected int manyFiles() {
    return 1_050;
  }

  @Override
  protected boolean canName(String name) {
    return NAMES.newEncoder().canEncode(name);
  }
}
