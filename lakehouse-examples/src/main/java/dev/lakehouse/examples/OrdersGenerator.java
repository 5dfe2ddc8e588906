package dev.lakehouse.examples;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.examples.OrderEvent.Kind;
import dev.lakehouse.examples.OrderEvent.Location;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Makes a week of a ghost kitchen's orders: as Parquet files that land day by day, and a table. */
public final class OrdersGenerator {
  static final LocalDate MONDAY = LocalDate.of(2026, 9, 7);
  private static final String[] CITIES = {"Oslo", "Porto", "Brno", "Ghent"};
  private static final double[] LATITUDES = {59.91, 41.15, 49.19, 51.05};
  private static final double[] LONGITUDES = {10.75, -8.61, 16.61, 3.72};
  private static final String[] BRANDS = {
    "Wok This Way", "Pita Pan", "Thai Tanic", "Lord of the Fries", "Bao Wow"
  };

  private OrdersGenerator() {}

  /** The events of one day of the week from 0, the same for the same seed; 3 % come twice. */
  static List<OrderEvent> day(long seed, int day, int orders) {
    Random random = new Random(seed * 7 + day);
    Instant midnight = MONDAY.plusDays(day).atStartOfDay(ZoneOffset.UTC).toInstant();
    List<OrderEvent> events = new ArrayList<>();
    for (int i = 0; i < orders; i++) {
      int city = random.nextInt(CITIES.length);
      String brand = BRANDS[random.nextInt(BRANDS.length)];
      BigDecimal amount = BigDecimal.valueOf(900 + random.nextInt(7000), 2);
      Instant at = midnight.plusSeconds(36_000 + random.nextInt(43_200));
      for (Kind kind : Kind.values()) {
        LocalDate date = LocalDate.ofInstant(at, ZoneOffset.UTC);
        Optional<Location> location =
            random.nextInt(100) == 0 ? Optional.empty() : Optional.of(near(city, random));
        long orderId = day * 1_000_000L + i;
        events.add(new OrderEvent(orderId, kind, at, date, CITIES[city], brand, amount, location));
        if (random.nextInt(100) < 3) {
          events.add(events.get(events.size() - 1));
        }
        at = at.plusSeconds(240 + random.nextInt(1500));
      }
    }
    return events;
  }

  private static Location near(int city, Random random) {
    return new Location(
        LATITUDES[city] + random.nextGaussian() / 50,
        LONGITUDES[city] + random.nextGaussian() / 50);
  }

  /**
   * Writes the landing files into the folder that is the first argument, and the table to the
   * location that is the second, or beside them.
   */
  public static void main(String... arguments) throws IOException, SQLException {
    Path folder = Path.of(arguments.length > 0 ? arguments[0] : "orders-week");
    Path landing = LandingFiles.write(folder.resolve("landing"), 42, 2_000);
    try (Lakehouse lake = Lakehouse.create()) {
      String location = arguments.length > 1 ? arguments[1] : folder.resolve("orders").toString();
      Source files = Source.parquet(landing.toString());
      Table orders =
          lake.createTable(location, OrderEvent.SCHEMA).partitionedBy("day").as(files).execute();
      System.out.println(orders.scan().count() + " events in " + landing + " and " + orders);
    }
  }
}
