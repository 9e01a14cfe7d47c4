package io.tutti.model;

/**
 * A row of {@code mysql.slave_worker_info}.
 *
 * @param relayLog how far the worker came, in the relay log
 * @param source how far the worker came, in the source's binlog
 * @param checkpointRelayLog where its bitmap starts, in the relay log
 * @param checkpointSource where its bitmap starts, in the source's binlog
 * @param sequence {@code Checkpoint_seqno}: the newest transaction of the group that it executed
 * @param groupSize bytes in the bitmap
 * @param groupBitmapHex the bitmap as hex digits, first byte first, least significant bit first:
 *     bit n is the n-th transaction after the checkpoint
 */
public record WorkerCheckpoint(
    Observed<BinlogPosition> relayLog,
    Observed<BinlogPosition> source,
    Observed<BinlogPosition> checkpointRelayLog,
    Observed<BinlogPosition> checkpointSource,
    long sequence,
    long groupSize,
    String groupBitmapHex) {}
