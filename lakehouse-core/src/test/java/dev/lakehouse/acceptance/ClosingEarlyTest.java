package dev.lakehouse.acceptance;

import static dev.lakehouse.acceptance.LocalTable.SCHEMA;
import static dev.lakehouse.expr.Expressions.col;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.data.BatchReader;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.io.ByteRange;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.FileIOFactory;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.io.local.LocalFileIO;
import dev.lakehouse.io.testing.ForwardingFileIO;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reader that is closed before its end, or breaks, holds no file open. */
class ClosingEarlyTest {
  @TempDir Path folder;
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();

  private Lakehouse lake() {
    FileIOFactory factory =
        new FileIOFactory() {
          @Override
          public Set<String> schemes() {
            return Set.of("file");
          }

          @Override
          public FileIO create(StorageOptions options) {
            return new Counting(new LocalFileIO(options));
          }
        };
    return Lakehouse.builder().storage(factory).build();
  }

  private Table fourFiles(Lakehouse lake) {
    Table table = lake.createTable(folder.resolve("t").toString(), SCHEMA).execute();
    for (long file = 0; file < 4; file++) {
      long first = file * 20_000;
      List<Row> rows =
          LongStream.range(first, first + 20_000)
              .mapToObj(i -> Row.of(SCHEMA, i, "city " + i))
              .toList();
      table.append(Source.rows(SCHEMA, rows)).execute();
    }
    return table;
  }

  @Test
  void readersClosedAtAnyPointHoldNoFileOpen() {
    try (Lakehouse lake = lake()) {
      Table table = fourFiles(lake);
      assertEquals(0, open.get());
      table.scan().batches().close();
      assertEquals(0, open.get(), "closed before the first batch");
      try (BatchReader batches = table.scan().batches()) {
        batches.next();
      }
      assertEquals(0, open.get(), "closed after a batch");
      try (RowReader rows = table.scan().limit(1).rows()) {
        rows.iterator().next();
      }
      assertEquals(0, open.get(), "closed behind a limit");
      assertEquals(79_999, table.scan().where(col("id").gt(0L)).count());
      assertEquals(0, open.get(), "after a count");
      table.append(table.scan().limit(5)).execute();
      assertEquals(0, open.get(), "after it was a source");
      table.verify();
      assertEquals(0, open.get(), "after a check");
      assertTrue(opened.get() > 0);
    }
  }

  @Test
  void closingTheLakehouseClosesTheFilesOfItsReaders() {
    Lakehouse lake = lake();
    BatchReader batches = fourFiles(lake).scan().batches();
    batches.next();
    lake.close();
    assertEquals(0, open.get());
  }

  @Test
  void aScanThatBreaksHoldsNoFileOpen() {
    LocalTable files = new LocalTable(folder.resolve("t"));
    try (Lakehouse lake = lake()) {
      Table table = fourFiles(lake);
      LocalTable.delete(files.dataFile(2));
      assertThrows(RuntimeException.class, () -> LocalTable.lines(table));
      assertEquals(0, open.get());
    }
  }

  private final class Counting extends ForwardingFileIO {
    Counting(FileIO target) {
      super(target);
    }

    @Override
    public InputFile open(FileEntry file) {
      InputFile target = super.open(file);
      opened.incrementAndGet();
      open.incrementAndGet();
      return new Counted(target);
    }
  }

  private final class Counted implements InputFile {
    private final InputFile target;
    private final AtomicBoolean closed = new AtomicBoolean();

    Counted(InputFile target) {
      this.target = target;
    }

    @Override
    public Location location() {
      return target.location();
    }

    @Override
    public long length() {
      return target.length();
    }

    @Override
    public void read(long position, byte[] bytes, int offset, int length) {
      target.read(position, bytes, offset, length);
    }

    @Override
    public List<CompletableFuture<ByteBuffer>> readRanges(
        List<ByteRange> ranges, IntFunction<ByteBuffer> allocator) {
      return target.readRanges(ranges, allocator);
    }

    @Override
    public void close() {
      if (closed.compareAndSet(false, true)) {
        open.decrementAndGet();
      }
      target.close();
    }
  }
}
