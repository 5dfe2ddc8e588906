package dev.lakehouse.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocationTest {
  private static final Location TABLE = Location.parse("s3://bucket/my table%/x");

  // ---- what the user writes ----

  @ParameterizedTest
  @CsvSource({
    "s3://bucket/a b, s3, bucket, /a b",
    "s3://bucket/a%20b/, s3, bucket, /a%20b",
    "S3A://bucket, s3a, bucket, /",
    "s3://bucket/, s3, bucket, /",
    "memory:/t, memory, '', /t",
    "memory:///t, memory, '', /t",
    "abfs://container@account.dfs.core.windows.net/t, abfs, container@account.dfs.core.windows.net, /t",
    "/data/t, file, '', /data/t",
    "/data/a%20b/, file, '', /data/a%20b",
    "/data/../t//x, file, '', /t/x",
    "file:///data/a%20b, file, '', /data/a b",
    "file:/data/t, file, '', /data/t",
    "file://localhost/data/t, file, '', /data/t"
  })
  void userTextIsTakenLiterallySaveForFileUris(
      String text, String scheme, String authority, String path) {
    assertEquals(new Location(scheme, authority, path), Location.parse(text));
  }

  @Test
  void aRelativePathIsTakenFromTheWorkingDirectory() {
    assertEquals(Path.of("").toAbsolutePath() + "/t", Location.parse("t").path());
    assertEquals(Location.parse("t"), Location.parse("./t"));
    assertEquals(
        Path.of("part-12:30").toAbsolutePath().toString(), Location.parse("part-12:30").path());
  }

  @Test
  void aPathUriOfTheJdkNamesTheSameFile() {
    Path path = Path.of("/tmp/a b/100%/x#y?z");
    assertEquals(Location.of(path), Location.parse(path.toUri().toString()));
    assertEquals(path, Location.of(path).toPath());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "file:///%zz", "file:///%E9"})
  void whatNamesNothingIsRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> Location.parse(text));
  }

  // ---- what the log says ----

  /** delta-rs 4304 and 4624, delta 6813: decoded exactly once. */
  @ParameterizedTest
  @CsvSource({
    "part-0.parquet, part-0.parquet",
    "a%20b/f, a b/f",
    "a%2520b/f, a%20b/f",
    "ts=2024-01-01%2010%253A00%253A00/f, ts=2024-01-01 10%3A00%3A00/f",
    "a+b, a+b",
    "a b, a b",
    "é, é",
    "%C3%A9, é",
    "😀, 😀",
    "a%2Fb, a/b",
    "{a}|b, {a}|b"
  })
  void aRelativePathOfTheLogIsDecodedOnce(String uri, String decoded) {
    assertEquals("/my table%/x/" + decoded, TABLE.resolveUri(uri).path());
  }

  /** Delta 4989, 4991, 7313: the root's own percent sign is not decoded along. */
  @Test
  void aRootWithSpaceAndPercentIsJoinedDecoded() {
    Location file = TABLE.resolveUri("a%20b.parquet");
    assertEquals("s3://bucket/my table%/x/a b.parquet", file.toString());
    assertEquals("s3://bucket/my%20table%25/x/a%20b.parquet", file.toUri());
    assertEquals(file, TABLE.resolveUri(file.toUri()));
  }

  /** Delta 3153: only a scheme with a slash behind its colon makes a path absolute. */
  @ParameterizedTest
  @ValueSource(strings = {"part-12:30.parquet", "time=12:30:00/f", "s3:x", "c:/f", "12:/f"})
  void aColonAloneIsNoScheme(String uri) {
    assertFalse(Location.isAbsoluteUri(uri));
    assertEquals(TABLE.child(uri), TABLE.resolveUri(uri));
  }

  @ParameterizedTest
  @CsvSource({
    "s3://other/t/f%20g, s3://other/t/f g",
    "/my%20table/f, s3://bucket/my table/f",
    "file:/data/f, /data/f",
    "file:///data/f, /data/f"
  })
  void anAbsolutePathOfTheLogStandsForItself(String uri, String expected) {
    assertTrue(Location.isAbsoluteUri(uri));
    assertEquals(expected, TABLE.resolveUri(uri).toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"../f", "a/../../f", "a/..", "%2E%2E/f", "./f", "", "a%2", "a%GG", "%FF"})
  void pathsThatLeaveTheTableOrAreWronglyCodedAreRefused(String uri) {
    assertThrows(IllegalArgumentException.class, () -> TABLE.resolveUri(uri));
  }

  @Test
  void namesWithDotsStayInTheTable() {
    assertEquals("/my table%/x/..a/b../.c", TABLE.resolveUri("..a/b../.c").path());
  }

  /**
   * A relative path is valid for {@code java.net.URI} too, which Spark and Kernel parse it with.
   */
  @Test
  void encodingIsUndoneByDecodingOnce() {
    Random random = new Random(7);
    for (int i = 0; i < 5_000; i++) {
      String name = "p/" + randomName(random);
      String encoded = Location.encode(name);
      assertEquals(TABLE.child(name), TABLE.resolveUri(encoded), encoded);
      assertEquals(name, URI.create(encoded).getPath(), encoded);
      assertTrue(encoded.chars().allMatch(c -> c > ' ' && c < 0x7F), encoded);
      Location absolute = TABLE.child(name);
      assertEquals(absolute, Location.ofUri(absolute.toUri()));
      assertEquals(name, TABLE.relativize(absolute));
    }
  }

  private static String randomName(Random random) {
    StringBuilder name = new StringBuilder("x");
    for (int length = random.nextInt(12); length >= 0; length--) {
      int kind = random.nextInt(4);
      int codePoint =
          switch (kind) {
            case 0 -> "%20%/:?#[]{} +=&\\\"'".charAt(random.nextInt(18));
            case 1 -> 1 + random.nextInt(0x7E);
            case 2 -> 0x80 + random.nextInt(0xD800 - 0x80);
            default -> 0x10000 + random.nextInt(0x10FFFF - 0x10000);
          };
      name.appendCodePoint(codePoint);
    }
    return name.toString().replace("//", "/") + "x";
  }

  @Test
  void halfASurrogatePairCannotBeEncoded() {
    assertThrows(IllegalArgumentException.class, () -> Location.encode("a\uD83D"));
  }

  // ---- joining ----

  @Test
  void namesAndParentsFollowTheSlashes() {
    assertEquals("x", TABLE.name());
    assertEquals("s3://bucket/my table%", TABLE.parent().toString());
    assertEquals("s3://bucket/", TABLE.parent().parent().toString());
    assertEquals(TABLE.parent().parent(), TABLE.parent().parent().parent());
    assertEquals("", Location.parse("s3://bucket").name());
    assertEquals("s3://bucket/a", Location.parse("s3://bucket").child("a").toString());
    assertThrows(IllegalArgumentException.class, () -> TABLE.child("/a"));
    assertThrows(IllegalArgumentException.class, () -> TABLE.child(""));
  }

  @Test
  void aLocationHoldsWhatLiesBelowItAndNotWhatMerelyStartsLikeIt() {
    Location t = Location.parse("s3://b/t");
    assertTrue(t.contains(t));
    assertTrue(t.contains(t.child("a/b")));
    assertTrue(Location.parse("s3://b").contains(t));
    assertFalse(t.contains(Location.parse("s3://b/t2/a")));
    assertFalse(t.contains(Location.parse("s3://c/t/a")));
    assertFalse(t.contains(Location.parse("s3a://b/t/a")));
    assertEquals("t/a", Location.parse("s3://b").relativize(t.child("a")));
    assertThrows(IllegalArgumentException.class, () -> t.relativize(t));
    assertThrows(IllegalArgumentException.class, () -> t.relativize(Location.parse("s3://b/x")));
  }

  @Test
  void onlyLocalDiskHasPaths() {
    assertThrows(IllegalArgumentException.class, TABLE::toPath);
  }

  @Test
  void namesAreOrderedByTheirUtf8Bytes() {
    Random random = new Random(8);
    for (int i = 0; i < 20_000; i++) {
      String a = randomName(random);
      String b = random.nextBoolean() ? randomName(random) : a + randomName(random);
      assertEquals(
          Integer.signum(Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8))),
          Integer.signum(Location.NAME_ORDER.compare(a, b)),
          a + " and " + b);
    }
    assertTrue(Location.NAME_ORDER.compare("\uFF5E", "😀") < 0);
  }
}
