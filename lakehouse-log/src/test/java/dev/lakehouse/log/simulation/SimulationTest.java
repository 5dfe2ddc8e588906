package dev.lakehouse.log.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Writers and readers in every order that a seed gives, with faults. A seed that fails is named,
 * and goes into {@code seeds.txt}, whose seeds always run.
 */
class SimulationTest {
  private static final int PLAIN = 2_000;
  private static final int SLOW = 50_000;

  private final ExecutorService pool =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "actor");
            thread.setDaemon(true);
            return thread;
          });

  @AfterEach
  void stop() {
    pool.shutdownNow();
  }

  private void run(LongStream seeds) {
    List<String> failures = new ArrayList<>();
    seeds.forEach(
        seed -> {
          try {
            new Simulation(seed).run(pool);
          } catch (AssertionError e) {
            failures.add(e.getMessage());
          }
        });
    assertEquals(List.of(), failures.subList(0, Math.min(20, failures.size())), "failing seeds");
  }

  @Test
  void seedsThatOnceFailedPass() throws IOException {
    try (InputStream list = SimulationTest.class.getResourceAsStream("seeds.txt")) {
      run(
          new String(list.readAllBytes(), UTF_8)
              .lines()
              .filter(line -> !line.startsWith("#"))
              .mapToLong(Long::parseLong));
    }
  }

  @Test
  void twoThousandSeedsLoseAndDoubleNothing() {
    run(LongStream.range(0, PLAIN));
  }

  @Test
  @Tag("slow")
  @Tag("simulation")
  void fiftyThousandSeedsLoseAndDoubleNothing() {
    long start = System.nanoTime();
    run(LongStream.range(PLAIN, PLAIN + SLOW));
    double millis = (System.nanoTime() - start) / 1e6 / SLOW;
    System.out.printf("simulation: %.2f ms a seed%n", millis);
    assertTrue(millis <= 10, () -> millis + " ms a seed");
  }

  @Test
  void aSeedRunsTheSameEachTime() {
    for (long seed = 0; seed < 20; seed++) {
      Simulation first = new Simulation(seed);
      Simulation second = new Simulation(seed);
      first.run(pool);
      second.run(pool);
      assertEquals(first.steps(), second.steps(), "steps of seed " + seed);
    }
  }

  @Test
  void seedsReachWinnersLosersAndLostAnswers() {
    int acknowledged = 0;
    int failed = 0;
    int doubts = 0;
    for (long seed = 0; seed < 200; seed++) {
      Simulation simulation = new Simulation(seed);
      simulation.run(pool);
      acknowledged += simulation.chronicle().acknowledgedCount();
      failed += simulation.chronicle().failedCount();
      doubts += simulation.doubts();
    }
    assertTrue(acknowledged > 500, "acknowledged: " + acknowledged);
    assertTrue(failed > 20, "failed: " + failed);
    assertTrue(doubts > 5, "lost answers: " + doubts);
  }
}
