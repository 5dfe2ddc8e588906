package dev.lakehouse.data;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** Makes dates of days, most of them once. Thread-safe. */
final class Dates {
  /** About as many days as eleven years have. */
  private static final int SLOTS = 4096;

  // Filled by any thread: the dates are immutable, so whichever is found is whole.
  private final @Nullable Day[] days = new Day[SLOTS];

  private record Day(int number, LocalDate date) {}

  /** The date {@code number} days after 1970-01-01. */
  LocalDate ofEpochDay(int number) {
    int slot = number & SLOTS - 1;
    Day day = days[slot];
    if (day == null || day.number != number) {
      day = new Day(number, LocalDate.ofEpochDay(number));
      days[slot] = day;
    }
    return day.date;
  }
}
