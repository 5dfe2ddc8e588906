package dev.lakehouse.log.commit;

/** When a commit that came first keeps a transaction from following it. */
public enum ConflictRules {
  /**
   * Delta Spark's. Of what was read, files count by their partition only, and in a table without
   * partitions all files do; whether a commit changed rows or only rearranged them does not matter.
   */
  SPARK,
  /**
   * Spark's, less the conflicts without which the outcome is that of running one after the other:
   * added files count if their statistics say that they may hold rows that were read, and a commit
   * that only rearranged rows conflicts only over files that both rewrite.
   */
  PRECISE
}
