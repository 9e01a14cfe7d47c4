package io.tutti.api;

import java.util.Optional;

/**
 * A rollout.
 *
 * @param file the text of a rollout file, YAML or JSON
 * @param dryRun only say what is wrong with it, or what would be done
 */
public record RolloutBody(Optional<String> file, Optional<Boolean> dryRun) implements Body {}
