package dev.lakehouse.log.simulation;

import dev.lakehouse.io.Location;
import dev.lakehouse.io.memory.MemoryFileIO;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Requests to create a file that are still on their way when their sender has given them up. */
final class Late {
  private final MemoryFileIO store;
  private final Random random;
  private final List<Runnable> underWay = new ArrayList<>();
  private int doubts;

  Late(MemoryFileIO store, Random random) {
    this.store = store;
    this.random = random;
  }

  void send(Location file, byte[] body) {
    underWay.add(() -> store.createIfAbsent(file, body));
  }

  /** An answer was lost. */
  void doubt() {
    doubts++;
  }

  /** How many answers were lost. */
  int doubts() {
    return doubts;
  }

  /** Now and then one arrives. */
  void land() {
    if (!underWay.isEmpty() && random.nextInt(4) == 0) {
      underWay.remove(random.nextInt(underWay.size())).run();
    }
  }

  /** All that is still under way arrives. */
  void landAll() {
    underWay.forEach(Runnable::run);
    underWay.clear();
  }
}
