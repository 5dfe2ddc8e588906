package dev.lakehouse.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.error.OperationCancelledException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MemoryBudgetTest {
  private final MemoryBudget budget = new MemoryBudget(100, Duration.ofMillis(1));

  @Test
  void whatIsReservedIsMissingUntilItIsGivenBack() {
    MemoryBudget.Reservation scan = budget.acquire("scan", 60);
    assertFalse(scan.tryAcquire(41));
    assertTrue(scan.tryAcquire(40));
    assertEquals(100, budget.used());
    assertEquals(100, scan.bytes());
    scan.release(70);
    assertEquals(30, budget.used());
    scan.close();
    scan.close();
    assertEquals(0, budget.used());
    assertEquals(0, scan.bytes());
  }

  @Test
  void anExhaustedBudgetNamesItsHolders() {
    budget.acquire("scan of a", 60);
    budget.acquire("merge into b", 30);
    IllegalStateException failure =
        assertThrows(IllegalStateException.class, () -> budget.acquire("append to c", 11));
    assertEquals(
        "The memory budget of 100 bytes has no 11 bytes for append to c (scan of a holds 60 bytes;"
            + " merge into b holds 30 bytes). Raise it with"
            + " Lakehouse.builder().memoryBudget(bytes), or run fewer operations at once.",
        failure.getMessage());
  }

  @Test
  void moreThanTheWholeBudgetIsRefusedAtOnce() {
    MemoryBudget patient = new MemoryBudget(100);
    assertThrows(IllegalStateException.class, () -> patient.acquire("a", 101));
    assertThrows(IllegalStateException.class, () -> patient.acquire("a", Long.MAX_VALUE));
    assertFalse(patient.acquire("a", 100).tryAcquire(Long.MAX_VALUE));
  }

  @Test
  void acquireWaitsUntilOthersGiveBack() {
    MemoryBudget patient = new MemoryBudget(100);
    MemoryBudget.Reservation first = patient.acquire("first", 80);
    CompletableFuture<MemoryBudget.Reservation> second =
        CompletableFuture.supplyAsync(() -> patient.acquire("second", 50));
    assertFalse(second.isDone());
    first.release(30);
    assertEquals(50, second.join().bytes());
    assertEquals(100, patient.used());
  }

  @Test
  void anInterruptEndsTheWait() {
    MemoryBudget patient = new MemoryBudget(100);
    patient.acquire("first", 80);
    Thread.currentThread().interrupt();
    assertThrows(OperationCancelledException.class, () -> patient.acquire("second", 50));
    assertTrue(Thread.interrupted(), "the flag is kept");
    assertEquals(80, patient.used());
  }

  @Test
  void misuseIsRefused() {
    MemoryBudget.Reservation scan = budget.acquire("scan", 60);
    assertThrows(IllegalStateException.class, () -> scan.release(61));
    assertThrows(IllegalStateException.class, () -> scan.release(-1));
    assertThrows(IllegalArgumentException.class, () -> scan.tryAcquire(-1));
    assertThrows(IllegalArgumentException.class, () -> budget.acquire("scan", -1));
    scan.close();
    assertThrows(IllegalStateException.class, () -> scan.tryAcquire(1));
    assertThrows(IllegalArgumentException.class, () -> new MemoryBudget(0));
    assertEquals(0, budget.used());
  }

  @Test
  void manyThreadsNeverHoldMoreThanThereIs() {
    MemoryBudget shared = new MemoryBudget(1_000);
    IntStream.range(0, 8)
        .parallel()
        .forEach(
            seed -> {
              Random random = new Random(seed);
              for (int i = 0; i < 2_000; i++) {
                try (var mine = shared.acquire("thread " + seed, random.nextInt(500))) {
                  mine.tryAcquire(random.nextInt(500));
                  assertTrue(shared.used() <= 1_000);
                  mine.release(mine.bytes() / 2);
                }
              }
            });
    assertEquals(0, shared.used());
  }
}
