package dev.lakehouse.log.action;

/**
 * One change to a table's state, or one row of a checkpoint. A closed set; what this library does
 * not know is left out when read.
 */
public sealed interface Action
    permits AddFile,
        RemoveFile,
        CdcFile,
        Metadata,
        Protocol,
        CommitInfo,
        Txn,
        DomainMetadata,
        CheckpointMetadata,
        SidecarFile {}
