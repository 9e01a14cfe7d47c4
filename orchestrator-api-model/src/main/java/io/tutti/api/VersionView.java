package io.tutti.api;

import java.time.Instant;

/**
 * Which release runs.
 *
 * @param version as its jar states it
 * @param commit of the sources that it was built from; "-dirty" at its end: with changes; unknown
 *     where they had no history
 * @param java the release of the JVM
 * @param upSeconds since it was started
 */
public record VersionView(
    String version, String commit, String java, Instant startedAt, long upSeconds) {}
