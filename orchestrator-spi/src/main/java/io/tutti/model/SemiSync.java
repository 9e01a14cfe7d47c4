package io.tutti.model;

import java.time.Duration;

/**
 * Semi-synchronous replication, both sides; all absent where the plugin is not loaded.
 *
 * @param sourceEnabled whether commits here wait for an ack
 * @param sourceActive whether they do so now, or fell back to asynchronous
 * @param acksRequired how many replicas must ack
 * @param timeout after which a commit stops waiting
 * @param connectedReplicas replicas that would ack
 * @param replicaEnabled whether this server acks what it receives
 * @param replicaActive whether it does so now
 */
public record SemiSync(
    Observed<Boolean> sourceEnabled,
    Observed<Boolean> sourceActive,
    Observed<Long> acksRequired,
    Observed<Duration> timeout,
    Observed<Long> connectedReplicas,
    Observed<Boolean> replicaEnabled,
    Observed<Boolean> replicaActive) {}
