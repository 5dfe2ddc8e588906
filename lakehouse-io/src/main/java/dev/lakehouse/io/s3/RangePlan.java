package dev.lakehouse.io.s3;

import dev.lakehouse.io.ByteRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which requests bring many ranges of a file: near ranges come with one request, and a long range
 * with several.
 */
final class RangePlan {
  /** Bytes between two ranges that are read and dropped rather than asked for apart. */
  static final int GAP = 256 << 10;

  /** The longest request, but for the gap of two ranges. */
  static final int LONGEST = 8 << 20;

  /** Where bytes of a request go. */
  record Part(int range, int offsetInRange, int offsetInFetch, int length) {}

  /**
   * One request.
   *
   * @param parts one behind the other, none over another
   */
  record Fetch(long position, int length, List<Part> parts) {}

  private RangePlan() {}

  /** A part of a range that one request can bring. */
  private record Piece(int range, int offsetInRange, long position, int length) {
    long end() {
      return position + length;
    }
  }

  static List<Fetch> of(List<ByteRange> ranges) {
    List<Piece> pieces =
        IntStream.range(0, ranges.size())
            .boxed()
            .flatMap(i -> pieces(i, ranges.get(i)).stream())
            .sorted(Comparator.comparingLong(Piece::position))
            .toList();
    List<Fetch> fetches = new ArrayList<>();
    for (int at = 0; at < pieces.size(); ) {
      int end = at + 1;
      long covered = pieces.get(at).end();
      while (end < pieces.size() && joins(pieces.get(at), covered, pieces.get(end))) {
        covered = Math.max(covered, pieces.get(end).end());
        end++;
      }
      fetches.add(fetch(pieces.subList(at, end), covered));
      at = end;
    }
    return fetches;
  }

  private static List<Piece> pieces(int index, ByteRange range) {
    List<Piece> pieces = new ArrayList<>(1);
    for (int at = 0; at < range.length(); at += LONGEST) {
      int length = Math.min(LONGEST, range.length() - at);
      pieces.add(new Piece(index, at, range.position() + at, length));
    }
    return pieces;
  }

  private static boolean joins(Piece first, long covered, Piece next) {
    return next.position() >= covered
        && next.position() - covered <= GAP
        && Math.max(covered, next.end()) - first.position() <= LONGEST;
  }

  private static Fetch fetch(List<Piece> pieces, long end) {
    long start = pieces.get(0).position();
    List<Part> parts =
        pieces.stream()
            .map(
                piece ->
                    new Part(
                        piece.range(),
                        piece.offsetInRange(),
                        (int) (piece.position() - start),
                        piece.length()))
            .toList();
    return new Fetch(start, (int) (end - start), parts);
  }
}
