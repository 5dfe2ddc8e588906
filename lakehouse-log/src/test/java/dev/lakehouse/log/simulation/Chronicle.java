package dev.lakehouse.log.simulation;

import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.Environment;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.memory.MemoryFileIO;
import dev.lakehouse.log.DeltaLog;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.ActionJson;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.action.Txn;
import dev.lakehouse.log.segment.LogPath;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the actors of a simulation were told, and the judgement of the table by it. The table is
 * read from the commits alone, one after the other. Actors write into it while they hold the baton.
 */
final class Chronicle {
  private final Set<String> intended = new HashSet<>();
  private final Map<String, Long> acknowledged = new HashMap<>();
  private final Set<String> failed = new HashSet<>();
  private final Set<String> unknown = new HashSet<>();
  private final Map<String, Long> readAll = new HashMap<>();
  private final Map<String, Long> once = new HashMap<>();
  private final List<Sight> sights = new ArrayList<>();

  private record Sight(long version, Set<String> files) {}

  private record Version(
      Set<String> adds, Set<String> removes, Map<String, Long> txns, Set<String> live) {}

  void intends(String op) {
    intended.add(op);
  }

  void acknowledged(String op, long version) {
    acknowledged.put(op, version);
  }

  void failed(String op) {
    failed.add(op);
  }

  void unknown(String op) {
    unknown.add(op);
  }

  void readAll(String op, long version) {
    readAll.put(op, version);
  }

  void once(String op, long batch) {
    once.put(op, batch);
  }

  void saw(long version, Set<String> files) {
    sights.add(new Sight(version, files));
  }

  int acknowledgedCount() {
    return acknowledged.size();
  }

  int failedCount() {
    return failed.size();
  }

  void judge(MemoryFileIO store, Environment environment) {
    List<Version> versions = versions(store);
    Map<String, Long> made = new HashMap<>();
    for (int v = 0; v < versions.size(); v++) {
      for (String path : versions.get(v).adds) {
        require(made.put(path, (long) v) == null, path + " was committed twice");
        require(intended.contains(path), path + " was committed by nobody");
      }
    }
    acknowledged.forEach(
        (op, version) -> require(version.equals(made.get(op)), op + " is not at " + version));
    failed.forEach(op -> require(!made.containsKey(op), op + " failed, and is there"));
    requireSerializable(versions, made);
    requireOnce(made);
    sights.forEach(
        sight ->
            require(
                sight.files.equals(versions.get((int) sight.version).live),
                "version " + sight.version + " was seen as " + sight.files));
    requireSameByCheckpoint(versions, environment);
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new AssertionError(otherwise);
    }
  }

  /** A version that read the whole table has nothing but blind appends since it read. */
  private void requireSerializable(List<Version> versions, Map<String, Long> made) {
    readAll.forEach(
        (op, read) -> {
          Long at = made.get(op);
          for (long v = read + 1; at != null && v < at; v++) {
            Version between = versions.get((int) v);
            boolean blind =
                between.removes.isEmpty() && between.adds.stream().noneMatch(readAll::containsKey);
            require(blind, op + " of version " + at + " did not see version " + v);
          }
        });
  }

  private void requireOnce(Map<String, Long> made) {
    Map<Long, String> batches = new HashMap<>();
    once.forEach(
        (op, batch) -> {
          if (made.containsKey(op)) {
            String other = batches.put(batch, op);
            require(other == null, op + " and " + other + " are both batch " + batch);
          }
        });
  }

  private static void requireSameByCheckpoint(List<Version> versions, Environment environment) {
    Snapshot newest = DeltaLog.open(Simulation.TABLE, environment).snapshot();
    require(newest.version() == versions.size() - 1, "opened at version " + newest.version());
    Set<String> paths = new TreeSet<>();
    newest.forEachAdd(add -> paths.add(add.path()));
    require(paths.equals(versions.get(versions.size() - 1).live), "the newest version is " + paths);
  }

  /** Each version as its commit tells it; they must be dense, and remove only what was live. */
  private static List<Version> versions(MemoryFileIO store) {
    List<Version> versions = new ArrayList<>();
    Set<String> live = new TreeSet<>();
    try (CloseableIterator<FileEntry> files = store.list(LogPath.log(Simulation.TABLE), null)) {
      while (files.hasNext()) {
        FileEntry file = files.next();
        if (file.name().matches("\\d{20}\\.json")) {
          require(
              file.location().equals(LogPath.commit(Simulation.TABLE, versions.size())),
              "version " + versions.size() + " is missing before " + file.name());
          versions.add(version(store.readSmall(file.location(), 1 << 20), file.name(), live));
        }
      }
    }
    return versions;
  }

  private static Version version(byte[] text, String name, Set<String> live) {
    Set<String> adds = new HashSet<>();
    Set<String> removes = new HashSet<>();
    Map<String, Long> txns = new HashMap<>();
    try (CloseableIterator<Action> actions =
        ActionJson.read(new ByteArrayInputStream(text), name, kind -> true)) {
      while (actions.hasNext()) {
        Action action = actions.next();
        if (action instanceof AddFile add) {
          adds.add(add.path());
        } else if (action instanceof RemoveFile remove) {
          removes.add(remove.path());
        } else if (action instanceof Txn txn) {
          txns.put(txn.appId(), txn.version());
        }
      }
    }
    require(live.containsAll(removes), name + " removes what is not there: " + removes);
    live.removeAll(removes);
    live.addAll(adds);
    return new Version(adds, removes, txns, new TreeSet<>(live));
  }
}
