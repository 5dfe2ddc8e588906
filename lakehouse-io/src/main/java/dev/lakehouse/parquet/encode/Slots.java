package dev.lakehouse.parquet.encode;

import dev.lakehouse.columnar.Validity;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The levels of some rows at one node of the schema, and where in the node's column the values of
 * those slots stand that are still alive, that is, have no null and no empty list above them.
 * Immutable.
 *
 * <p>A slot is alive exactly if its definition level is {@code level}. What is regular is not
 * spelled out: no array of definition levels if all slots are alive, none of repetition levels if
 * all are 0, none of positions if they follow each other.
 *
 * <p>Source: Melnik et al., "Dremel: Interactive Analysis of Web-Scale Datasets", 2010.
 */
public final class Slots {
  private final int count;

  private final int level;

  private final int alive;

  private final byte @Nullable [] definitions;
  private final byte @Nullable [] repetitions;
  private final int first;
  private final int @Nullable [] positions;

  private Slots(
      int count,
      int level,
      int alive,
      byte @Nullable [] definitions,
      byte @Nullable [] repetitions,
      int first,
      int @Nullable [] positions) {
    this.count = count;
    this.level = level;
    this.alive = alive;
    this.definitions = definitions;
    this.repetitions = repetitions;
    this.first = first;
    this.positions = positions;
  }

  /** The rows {@code first} up to {@code first + count} of a batch. */
  public static Slots ofRows(int first, int count) {
    return new Slots(count, 0, count, null, null, first, null);
  }

  /** How many slots there are. */
  public int count() {
    return count;
  }

  /** How many slots are alive. */
  public int alive() {
    return alive;
  }

  /**
   * Positions of the alive slots, in order; null if they follow each other from {@link #first()}.
   */
  int @Nullable [] positions() {
    return positions;
  }

  /** Position of the first alive slot, if there is no array of positions. */
  int first() {
    return first;
  }

  byte @Nullable [] definitions() {
    return definitions;
  }

  byte @Nullable [] repetitions() {
    return repetitions;
  }

  /** True if the slot begins a row. */
  boolean beginsRow(int slot) {
    return repetitions == null || repetitions[slot] == 0;
  }

  /** How many of the slots {@code from} up to {@code to} are alive. */
  int alive(int from, int to) {
    if (definitions == null) {
      return to - from;
    }
    int alive = 0;
    for (int slot = from; slot < to; slot++) {
      alive += definitions[slot] == level ? 1 : 0;
    }
    return alive;
  }

  /** These slots one level in, at a node that may be null. */
  public Slots optional(@Nullable Validity validity) {
    if (validity == null) {
      return new Slots(count, level + 1, alive, deeper(), repetitions, first, positions);
    }
    return definitions == null && positions == null ? dense(validity) : sparse(validity);
  }

  private byte @Nullable [] deeper() {
    if (definitions == null) {
      return null;
    }
    byte[] deeper = new byte[count];
    for (int slot = 0; slot < count; slot++) {
      deeper[slot] = (byte) (definitions[slot] + (definitions[slot] == level ? 1 : 0));
    }
    return deeper;
  }

  private Slots dense(Validity validity) {
    long[] words = validity.words();
    byte[] newDefinitions = new byte[count];
    int[] newPositions = new int[count];
    int valid = 0;
    for (int slot = 0; slot < count; slot++) {
      int at = first + slot;
      int there = (int) (words[at >>> 6] >>> at) & 1;
      newDefinitions[slot] = (byte) (level + there);
      newPositions[valid] = at;
      valid += there;
    }
    return valid == count
        ? new Slots(count, level + 1, count, null, repetitions, first, null)
        : new Slots(count, level + 1, valid, newDefinitions, repetitions, 0, newPositions);
  }

  private Slots sparse(Validity validity) {
    byte[] newDefinitions = new byte[count];
    int[] newPositions = new int[alive];
    int seen = 0;
    int valid = 0;
    for (int slot = 0; slot < count; slot++) {
      int definition = definitions == null ? level : definitions[slot];
      if (definition == level) {
        int at = positions == null ? first + seen : positions[seen];
        int there = validity.isValid(at) ? 1 : 0;
        newPositions[valid] = at;
        valid += there;
        definition += there;
        seen++;
      }
      newDefinitions[slot] = (byte) definition;
    }
    return new Slots(count, level + 1, valid, newDefinitions, repetitions, 0, newPositions);
  }

  /**
   * These slots one level in, at the repeated node of a list or map whose elements are bounded by
   * {@code offsets}.
   *
   * @param repetition the repetition level of all but the first element of a list
   */
  public Slots repeated(int[] offsets, int repetition) {
    int elements = 0;
    int empty = 0;
    for (int i = 0; i < alive; i++) {
      int at = position(i);
      int length = offsets[at + 1] - offsets[at];
      elements += length;
      empty += length == 0 ? 1 : 0;
    }
    int newCount = elements + empty + (count - alive);
    byte[] newRepetitions = new byte[newCount];
    byte[] newDefinitions = new byte[newCount];
    Arrays.fill(newRepetitions, (byte) repetition);
    Arrays.fill(newDefinitions, (byte) (level + 1));
    int end = 0;
    int seen = 0;
    for (int slot = 0; slot < count; slot++) {
      newRepetitions[end] = repetitions == null ? 0 : repetitions[slot];
      int definition = definitions == null ? level : definitions[slot];
      int length = 0;
      if (definition == level) {
        int at = position(seen++);
        length = offsets[at + 1] - offsets[at];
      }
      if (length == 0) {
        newDefinitions[end] = (byte) definition;
      }
      end += Math.max(length, 1);
    }
    int newFirst = alive == 0 ? 0 : offsets[position(0)];
    boolean follow = alive == 0 || offsets[position(alive - 1) + 1] - newFirst == elements;
    return new Slots(
        newCount,
        level + 1,
        elements,
        elements == newCount ? null : newDefinitions,
        newRepetitions,
        newFirst,
        follow ? null : elementPositions(offsets, elements));
  }

  private int[] elementPositions(int[] offsets, int elements) {
    int[] elementPositions = new int[elements];
    int placed = 0;
    for (int i = 0; i < alive; i++) {
      int at = position(i);
      for (int element = offsets[at]; element < offsets[at + 1]; element++) {
        elementPositions[placed++] = element;
      }
    }
    return elementPositions;
  }

  private int position(int index) {
    return positions == null ? first + index : positions[index];
  }
}
