package io.tutti.model;

import io.tutti.gtid.GtidSet;
import java.time.Duration;
import java.util.Optional;

/**
 * The thread that copies a source's binlog into the relay log.
 *
 * @param stateText the server's own words for what it does
 * @param read up to where the source's binlog was received
 * @param retrieved the GTIDs received since the relay logs were last reset
 * @param heartbeatPeriod how often an idle source says that it is alive
 * @param connectRetry pause between two attempts to connect
 * @param tls whether the connection is encrypted
 */
public record Receiver(
    ThreadState state,
    String stateText,
    Observed<BinlogPosition> read,
    Observed<GtidSet> retrieved,
    Optional<LastError> lastError,
    Observed<Duration> heartbeatPeriod,
    Observed<Duration> connectRetry,
    Observed<Boolean> tls) {}
