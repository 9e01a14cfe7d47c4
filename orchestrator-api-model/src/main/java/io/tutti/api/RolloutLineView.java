package io.tutti.api;

import java.time.Instant;

/**
 * A rollout in a list.
 *
 * @param why a sentence on its state
 * @param wavesOver how many of its waves are over
 * @param replicasChanged how many of its servers have the settings now
 */
public record RolloutLineView(
    String id,
    String name,
    String state,
    String why,
    String by,
    Instant createdAt,
    int waves,
    int wavesOver,
    int replicas,
    int replicasChanged) {}
