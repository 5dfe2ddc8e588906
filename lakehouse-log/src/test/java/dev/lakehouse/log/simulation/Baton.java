package dev.lakehouse.log.simulation;

import java.util.Random;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets one of several threads run at a time: at every step the one that runs may hand over to
 * another. Who comes next is drawn from a seed, so that a run can be had again.
 */
final class Baton {
  /** Of so many steps one hands over. */
  private static final int STAYS = 3;

  private final Random random;
  private final AtomicReferenceArray<@Nullable Thread> threads;
  private final boolean[] ended;
  private volatile int holder;
  private int left;
  private int steps;

  Baton(int count, Random random) {
    this.random = random;
    this.threads = new AtomicReferenceArray<>(count);
    this.ended = new boolean[count];
    this.left = count;
    this.holder = random.nextInt(count);
  }

  /** Waits for the first turn of the calling thread, which is number {@code me}. */
  void join(int me) {
    threads.set(me, Thread.currentThread());
    await(me);
  }

  /** A step of the thread that runs. */
  void step(int me) {
    steps++;
    if (random.nextInt(STAYS) == 0) {
      handOver(draw());
      await(me);
    }
  }

  /** The thread that runs has come to its end. */
  void end(int me) {
    ended[me] = true;
    left--;
    if (left > 0) {
      handOver(draw());
    }
  }

  /** How many steps were taken, by all. */
  int steps() {
    return steps;
  }

  private int draw() {
    int skip = random.nextInt(left);
    for (int i = 0; ; i++) {
      if (!ended[i] && skip-- == 0) {
        return i;
      }
    }
  }

  private void handOver(int next) {
    holder = next;
    Thread thread = threads.get(next);
    if (thread != null && thread != Thread.currentThread()) {
      LockSupport.unpark(thread);
    }
  }

  private void await(int me) {
    while (holder != me) {
      LockSupport.park(this);
    }
  }
}
