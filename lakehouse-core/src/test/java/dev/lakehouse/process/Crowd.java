package dev.lakehouse.process;

import dev.lakehouse.io.testing.ForkedJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Processes that append to one table, of which two at a time are killed and replaced. */
final class Crowd {
  private static final int PROCESSES = 8;
  private static final int KILLED_AT_ONCE = 2;
  private static final Duration BETWEEN_KILLS = Duration.ofSeconds(3);

  private final String table;
  private final Path folder;
  private final Path stop;
  private final Random random = new Random();
  private final List<Member> members = new ArrayList<>();
  private final List<Path> diaries = new ArrayList<>();
  private int killed;

  private record Member(ForkedJvm jvm, Path diary) {}

  /** What the processes wrote into their diaries. */
  record Story(Map<String, Long> acknowledged, List<String> inFlight, int killed) {}

  Crowd(String table, Path folder) {
    this.table = table;
    this.folder = folder;
    this.stop = folder.resolve("stop");
  }

  Story run(Duration time) throws IOException, InterruptedException {
    try {
      while (members.size() < PROCESSES) {
        members.add(start());
      }
      awaitFirstAcks();
      long end = System.nanoTime() + time.toNanos();
      while (System.nanoTime() < end) {
        Thread.sleep(BETWEEN_KILLS.toMillis());
        killSome();
      }
      Files.createFile(stop);
      for (Member member : members) {
        member.jvm.lines();
      }
    } finally {
      members.forEach(member -> member.jvm.process().destroyForcibly());
    }
    return story();
  }

  private Member start() {
    Path diary = folder.resolve("diary-" + diaries.size());
    diaries.add(diary);
    String name = "p" + diaries.size();
    return new Member(
        ForkedJvm.start(Appender.class, Map.of(), table, name, diary.toString(), stop.toString()),
        diary);
  }

  /** The clock starts when all are at work. */
  private void awaitFirstAcks() throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    for (Member member : members) {
      while (!Files.exists(member.diary) || !Files.readString(member.diary).contains("ack")) {
        if (!member.jvm.process().isAlive() || System.nanoTime() > end) {
          throw new AssertionError("A process does not come to work");
        }
        Thread.sleep(50);
      }
    }
  }

  private void killSome() throws InterruptedException {
    for (int i = 0; i < KILLED_AT_ONCE; i++) {
      int victim = random.nextInt(members.size());
      Process process = members.remove(victim).jvm.process();
      if (!process.isAlive()) {
        throw new AssertionError("A process ended by itself, with status " + process.exitValue());
      }
      process.destroyForcibly().waitFor();
      killed++;
    }
    while (members.size() < PROCESSES) {
      members.add(start());
    }
  }

  private Story story() throws IOException {
    Map<String, Long> acknowledged = new HashMap<>();
    List<String> inFlight = new ArrayList<>();
    for (Path diary : diaries) {
      String intent = null;
      for (String line : wholeLines(diary)) {
        String[] words = line.split(" ");
        if (words[0].equals("intent")) {
          intent = words[1];
        } else if (words[0].equals("ack")) {
          acknowledged.put(words[1], Long.parseLong(words[2]));
          intent = null;
        }
      }
      if (intent != null) {
        inFlight.add(intent);
      }
    }
    return new Story(acknowledged, inFlight, killed);
  }

  /** Without a line that the kill cut short; a process killed at once has no diary yet. */
  private static List<String> wholeLines(Path diary) throws IOException {
    String text = Files.exists(diary) ? Files.readString(diary) : "";
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
  }
}
