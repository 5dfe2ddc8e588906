package dev.lakehouse.io.s3;

import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.StorageException.Kind;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.PutOutcome;
import dev.lakehouse.io.StorageOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tries whether a store creates an object only if none is there, with objects of its own beside the
 * table's log: one after the other, and, on stores that are not known, as a race. A store that
 * passes is not proven, but those that ignore the condition or check it before they write are found
 * out.
 */
final class Probe {
  private static final int RACERS = 8;
  private static final int RACES = 5;
  private static final Pattern NAME = Pattern.compile("\\.probe-[-0-9a-f]{36}\\.tmp");
  private static final Pattern SEAWEED = Pattern.compile("SeaweedFS.*?(\\d+)\\.(\\d+)\\s*$");
  private static final String WHAT_TO_DO =
      " Upgrade the store (SeaweedFS 4.18, MinIO 2024-04, Apache Ozone 2.2 and later ones, and AWS"
          + " S3 can do it), or, if no one else ever writes to the tables at the same time, build"
          + " with S3Options.builder().conditionalWrites(SINGLE_WRITER)";

  private final S3Store store;
  private final Location directory;
  private final StorageOptions options;
  private final Executor threads;
  private final List<Location> created = new ArrayList<>();

  Probe(S3Store store, Location directory, StorageOptions options, Executor threads) {
    this.store = store;
    this.directory = directory;
    this.options = options;
    this.threads = threads;
  }

  /** True for the names of the objects that a probe leaves if it cannot delete them. */
  static boolean isName(String name) {
    return name.startsWith(".probe-") && NAME.matcher(name).matches();
  }

  /**
   * Ends normally if the store passes.
   *
   * @throws StorageException of kind {@code UNSUPPORTED} if it does not
   */
  void run() {
    try {
      sequence();
      refuseKnownVersions();
      if (!store.isAws() && !isSeaweed()) {
        for (int race = 0; race < RACES; race++) {
          race();
        }
      }
    } finally {
      forget();
    }
  }

  private void sequence() {
    Location file = next();
    byte[] first = body("first");
    PutOutcome created = put(file, first);
    if (!isWon(created)) {
      throw refused("the first conditional write of a new object was not accepted: " + created);
    }
    PutOutcome second = put(file, body("second"));
    if (second instanceof PutOutcome.Unknown unknown) {
      throw unknown.cause();
    }
    if (isWon(second) || !store.holds(file, "probe", first)) {
      throw refused("it ignored the condition and replaced an object");
    }
  }

  /** Before 4.18 SeaweedFS checked first and wrote later; a loser there waits seconds. */
  private void refuseKnownVersions() {
    Matcher version = SEAWEED.matcher(store.server());
    if (version.find()) {
      int major = Integer.parseInt(version.group(1));
      int minor = Integer.parseInt(version.group(2));
      if (major < 4 || (major == 4 && minor < 18)) {
        throw refused("SeaweedFS before 4.18 lets several writers win");
      }
    }
  }

  private boolean isSeaweed() {
    return SEAWEED.matcher(store.server()).find();
  }

  private void race() {
    Location file = next();
    List<CompletableFuture<PutOutcome>> racers = new ArrayList<>();
    for (int racer = 0; racer < RACERS; racer++) {
      byte[] body = body("racer " + racer);
      racers.add(CompletableFuture.supplyAsync(() -> put(file, body), threads));
    }
    List<PutOutcome> outcomes = racers.stream().map(CompletableFuture::join).toList();
    long winners = outcomes.stream().filter(Probe::isWon).count();
    for (PutOutcome outcome : outcomes) {
      if (outcome instanceof PutOutcome.Unknown unknown) {
        throw unknown.cause();
      }
    }
    if (winners != 1) {
      throw refused("of " + RACERS + " writers of one object " + winners + " were told they won");
    }
    if (!store.holds(file, "probe", body("racer " + winner(outcomes)))) {
      throw refused("the object of a writer that won was replaced by another");
    }
  }

  private static int winner(List<PutOutcome> outcomes) {
    int winner = 0;
    while (!isWon(outcomes.get(winner))) {
      winner++;
    }
    return winner;
  }

  private PutOutcome put(Location file, byte[] body) {
    try {
      return new ConditionalPut(store, file, body).run();
    } catch (StorageException e) {
      throw e.kind() == Kind.UNSUPPORTED || e.kind() == Kind.MISCONFIGURED
          ? refusedBecause("it rejected a conditional write", e)
          : e;
    }
  }

  private static boolean isWon(PutOutcome outcome) {
    return outcome instanceof PutOutcome.Created || outcome instanceof PutOutcome.Recovered;
  }

  private static byte[] body(String text) {
    return ("Lakehouse probe, " + text).getBytes(StandardCharsets.UTF_8);
  }

  private Location next() {
    Location file = directory.child(".probe-" + options.ids().get() + ".tmp");
    created.add(file);
    return file;
  }

  private StorageException refused(String seen) {
    return store.failure(Kind.UNSUPPORTED, directory, "commit to", cannot(seen));
  }

  private StorageException refusedBecause(String seen, StorageException cause) {
    boolean unsupported = cause.kind() == Kind.UNSUPPORTED;
    return unsupported
        ? new StorageException(
            Kind.UNSUPPORTED, directory.toString(), "commit to", cannot(seen), cause)
        : cause;
  }

  private String cannot(String seen) {
    return store.name()
        + " cannot create an object only if none is there, and without that two writers could both"
        + " win: "
        + seen
        + "."
        + WHAT_TO_DO;
  }

  /** What cannot be deleted stays hidden. */
  private void forget() {
    try {
      new Deletion(store).run(created);
    } catch (StorageException e) {
      created.clear();
    }
  }
}
