package io.tutti.model;

/**
 * What a server writes for its own replicas.
 *
 * @param enabled {@code log_bin}
 * @param logsReplicatedWrites {@code log_slave_updates}: whether what it replicates goes to its
 *     binlog too
 * @param format {@code binlog_format}: ROW, MIXED or STATEMENT
 * @param rowImage {@code binlog_row_image}
 * @param position the end of the newest binlog; absent when binlogs are off
 */
public record BinlogState(
    Observed<Boolean> enabled,
    Observed<Boolean> logsReplicatedWrites,
    Observed<String> format,
    Observed<String> rowImage,
    Observed<BinlogPosition> position) {}
