package io.tutti.model;

import java.time.Instant;

/**
 * What one reading shows of the process that answered, and another process of the same server would
 * show otherwise.
 *
 * @param clock the server's, when it answered
 * @param session names the connection over which it was read; no two connections have one name
 * @param connections how many the process had counted by then; nothing sets that back
 * @param writing where its binlog ended
 */
public record ProcessObservation(
    Instant clock, String session, Observed<Long> connections, Observed<BinlogPosition> writing) {}
