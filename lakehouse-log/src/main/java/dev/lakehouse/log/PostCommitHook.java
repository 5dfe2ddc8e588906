package dev.lakehouse.log;

/**
 * Something to do after each commit. The version stands whether or not it works: what a hook throws
 * is told to the committer as a {@link HookFailure}, no more.
 */
public interface PostCommitHook {
  /** What it does, for messages: {@code checkpoint}. */
  String name();

  /** Does it, in the thread that committed. */
  void run(CommittedVersion committed);
}
