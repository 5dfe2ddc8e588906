package dev.lakehouse.log.commit;

import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.ActionJson;
import dev.lakehouse.log.action.CommitInfo;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Objects;

/** The bytes of a commit: the commit info, which differs from attempt to attempt, then the rest. */
final class CommitBody {
  /** Most bytes of a commit. Every store takes as many in one request. */
  static final int MAX_BYTES = 256 << 20;

  private final byte[] rest;

  private CommitBody(byte[] rest) {
    this.rest = rest;
  }

  /**
   * Encodes what all attempts share.
   *
   * @throws IllegalArgumentException if it is more than {@link #MAX_BYTES}
   */
  static CommitBody of(String table, List<Action> actions) {
    return of(table, actions, MAX_BYTES);
  }

  static CommitBody of(String table, List<Action> actions, int maxBytes) {
    Bounded out = new Bounded(table, actions.size(), maxBytes);
    ActionJson.write(actions, out);
    return new CommitBody(out.bytes.toByteArray());
  }

  /** The whole body, commit info first. */
  byte[] with(CommitInfo info) {
    byte[] first = ActionJson.write(List.of(info));
    byte[] body = new byte[first.length + rest.length];
    System.arraycopy(first, 0, body, 0, first.length);
    System.arraycopy(rest, 0, body, first.length, rest.length);
    return body;
  }

  /** How many bytes {@link #with} gives. */
  long length(CommitInfo info) {
    return ActionJson.write(List.of(info)).length + (long) rest.length;
  }

  private static final class Bounded extends OutputStream {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
    private final String table;
    private final int actions;
    private final int maxBytes;

    Bounded(String table, int actions, int maxBytes) {
      this.table = table;
      this.actions = actions;
      this.maxBytes = maxBytes;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) {
      Objects.checkFromIndexSize(offset, length, source.length);
      if (bytes.size() + (long) length > maxBytes) {
        throw new IllegalArgumentException(
            "Cannot commit "
                + actions
                + " actions to "
                + table
                + " at once: they take more than "
                + maxBytes
                + " bytes, the most that one commit may have. Split the operation, by partition"
                + " for one, or write fewer and larger files.");
      }
      bytes.write(source, offset, length);
    }
  }
}
