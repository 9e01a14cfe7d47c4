package io.tutti.rest;

import io.tutti.operation.OperationRunner;
import io.tutti.operation.backup.BackupLeases;
import io.tutti.operation.gaps.GapReader;
import io.tutti.operation.parallelism.ParallelismReader;

/** What acts on servers, as the paths need it. */
public record Operations(
    OperationRunner runner, ParallelismReader parallelism, GapReader gaps, BackupLeases backups) {}
