package io.tutti.api;

/**
 * A name for a cluster.
 *
 * @param name a letter, then letters, digits, {@code -} and {@code _}, at most 63 in all
 */
public record AliasBody(String name) implements Body {}
