package dev.lakehouse.expr.eval;

import dev.lakehouse.expr.bind.Bound;
import dev.lakehouse.expr.string.LikePattern;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Patterns of LIKE that are known before any row is read. */
public final class LikePatterns {
  private LikePatterns() {}

  /** The pattern of a LIKE; empty if it is computed, null, or malformed. */
  public static Optional<LikePattern> constant(Bound.Application like) {
    String escape = like.arguments().size() > 2 ? text(like.argument(2)) : "\\";
    String pattern = text(like.argument(1));
    if (pattern == null || escape == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(LikePattern.parse(pattern, escape.codePointAt(0)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static @Nullable String text(Bound bound) {
    return bound instanceof Bound.Constant constant && constant.value() instanceof String text
        ? text
        : null;
  }
}
