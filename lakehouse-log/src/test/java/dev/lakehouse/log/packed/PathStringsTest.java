package dev.lakehouse.log.packed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PathStringsTest {
  private static PathStrings of(List<String> paths) {
    PathStrings.Builder builder = new PathStrings.Builder(0);
    for (String path : paths) {
      byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
      builder.append(bytes, 0, bytes.length);
    }
    return builder.build();
  }

  @Test
  void pathsOfAnyShapeComeBack() {
    List<String> paths =
        List.of(
            "",
            "a",
            "/",
            ".",
            "a/",
            "p=1/part-0-abc.c000.snappy.parquet",
            "p=1/part-1-abc.c000.snappy.parquet",
            "p=2/part-0-abc.c000.snappy.parquet",
            "s3://bucket/x.y/z",
            "/abs/p%20q/é😀.parquet",
            "no-folder.parquet");
    PathStrings strings = of(paths);
    PathStrings.Builder copy = new PathStrings.Builder(0);
    for (int i = paths.size() - 1; i >= 0; i--) {
      copy.append(strings, i);
    }
    PathStrings reversed = copy.build();
    for (int i = 0; i < paths.size(); i++) {
      int mirrored = paths.size() - 1 - i;
      assertEquals(paths.get(i), strings.get(i));
      assertEquals(paths.get(i), reversed.get(mirrored));
      assertEquals(strings.hash(i), reversed.hash(mirrored));
      for (int j = 0; j < paths.size(); j++) {
        assertEquals(i == j, strings.equals(j, reversed, mirrored));
      }
    }
  }

  @Test
  void moreFoldersThanCanBeSharedAreHeldWhole() {
    List<String> paths = new ArrayList<>();
    for (int i = 0; i < 70_000; i++) {
      paths.add("p=" + i + "/f" + i + ".parquet");
    }
    PathStrings many = of(paths);
    PathStrings last = of(List.of(paths.get(69_999), paths.get(3)));
    assertEquals(paths.get(69_999), many.get(69_999));
    assertEquals(paths.get(3), many.get(3));
    assertEquals(last.hash(0), many.hash(69_999));
    assertTrue(last.equals(0, many, 69_999));
    assertTrue(many.equals(69_999, last, 0));
    assertFalse(many.equals(69_998, last, 0));
    assertTrue(last.equals(1, many, 3));
  }

  @Test
  void sharedPartsAreHeldOnce() {
    List<String> paths = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      paths.add("part=p%03d/part-%05d.c000.snappy.parquet".formatted(i % 200, i));
    }
    PathStrings strings = of(paths);
    assertTrue(strings.bytes() < 10_000 * 20, "bytes: " + strings.bytes());
  }
}
