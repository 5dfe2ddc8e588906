package dev.lakehouse.log.stats;

import static dev.lakehouse.types.StructField.optional;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StatsColumnsTest {
  private static final StructType SCHEMA =
      StructType.of(
          optional("p", DataType.INT),
          optional("a", DataType.INT),
          optional(
              "s",
              DataType.struct(
                  optional("x", DataType.INT),
                  optional("list", DataType.array(DataType.struct(optional("in", DataType.INT)))),
                  optional("y.z", DataType.INT))),
          optional("m", DataType.map(DataType.STRING, DataType.INT)),
          optional("v", DataType.VARIANT));

  @Test
  void leavesComeInSchemaOrderWithoutPartitionColumns() {
    assertEquals(List.of("a", "s.x", "s.list", "s.`y.z`", "m", "v"), paths(Map.of(), List.of("P")));
  }

  @Test
  void anArrayOrMapIsOneLeafOfTheLimit() {
    assertEquals(
        List.of("p", "a", "s.x", "s.list"),
        paths(Map.of("delta.dataSkippingNumIndexedCols", "4"), List.of()));
    assertEquals(List.of(), paths(Map.of("delta.dataSkippingNumIndexedCols", "0"), List.of()));
    assertEquals(7, paths(Map.of("delta.dataSkippingNumIndexedCols", "-1"), List.of()).size());
  }

  @Test
  void thirtyTwoLeavesAreTheDefault() {
    List<StructField> fields = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      fields.add(optional("c" + i, DataType.INT));
    }
    List<ColumnPath> leaves = StatsColumns.of(new StructType(fields), List.of("c0"), Map.of());
    assertEquals(32, leaves.size());
    assertEquals(ColumnPath.of("c32"), leaves.get(31));
  }

  @Test
  void aListOfColumnsOverridesTheLimit() {
    assertEquals(
        List.of("a", "s.`y.z`"),
        paths(
            Map.of(
                "delta.dataSkippingStatsColumns", "S.`y.z`, A, gone",
                "delta.dataSkippingNumIndexedCols", "1"),
            List.of()));
    assertEquals(
        List.of("s.x", "s.list", "s.`y.z`"),
        paths(Map.of("delta.dataSkippingStatsColumns", "s"), List.of()));
    assertEquals(List.of(), paths(Map.of("delta.dataSkippingStatsColumns", ""), List.of()));
  }

  @Test
  void aListedPartitionColumnHasNoStatistics() {
    assertEquals(
        List.of("a"), paths(Map.of("delta.dataSkippingStatsColumns", "p,a"), List.of("p")));
  }

  private static List<String> paths(Map<String, String> properties, List<String> partitions) {
    return StatsColumns.of(SCHEMA, partitions, properties).stream()
        .map(ColumnPath::toString)
        .toList();
  }
}
