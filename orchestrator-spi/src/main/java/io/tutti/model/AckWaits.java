package io.tutti.model;

/**
 * How commits of a source wait for acknowledgements, as one reading shows it.
 *
 * @param beforeOthersSee whether nobody sees a commit before it is acknowledged (AFTER_SYNC)
 * @param withTooFewReplicas whether it goes on waiting while too few replicas are connected
 * @param withoutAck how often it has gone on without acknowledgements, and how many commits did,
 *     since the process began: no other value means anything than the same as before
 * @param acknowledged how many commits were acknowledged since then
 * @param waiting how many wait now
 */
public record AckWaits(
    boolean beforeOthersSee,
    boolean withTooFewReplicas,
    long withoutAck,
    long acknowledged,
    long waiting) {}
