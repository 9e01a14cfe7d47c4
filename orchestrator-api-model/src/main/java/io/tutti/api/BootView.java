package io.tutti.api;

import java.time.Instant;
import java.util.List;

/**
 * A report that was kept.
 *
 * @param incidents of which it shows what became of the host
 */
public record BootView(String host, String bootId, Instant bootedAt, List<String> incidents) {}
