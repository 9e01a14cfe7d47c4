package io.tutti.api;

/**
 * A rollout file to begin with.
 *
 * @param file its text, commented, about the servers that are known
 */
public record RolloutExampleView(String file) {}
