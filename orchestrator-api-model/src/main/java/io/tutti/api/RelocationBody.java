package io.tutti.api;

import java.util.Optional;

/**
 * From where a replica is to replicate.
 *
 * @param below the new source, as HOST:PORT or an alias
 * @param channel the channel that is meant; needed where there are several
 * @param withReplicas whether replicas of its own may go along
 * @param dryRun only say what would be done
 */
public record RelocationBody(
    String below,
    Optional<String> channel,
    Optional<Boolean> withReplicas,
    Optional<Boolean> dryRun)
    implements Body {}
