package io.tutti.api;

import java.time.Instant;
import java.util.List;

/**
 * That a cluster was failed over by itself, and is not so again for a while.
 *
 * @param cluster its name then
 * @param lost the source that lost its place
 * @param intermediate whether that was an intermediate source: only that one is held then
 * @param since when that began
 */
public record FailoverHoldView(
    String cluster,
    String lost,
    boolean intermediate,
    List<String> members,
    Instant since,
    Instant until) {}
