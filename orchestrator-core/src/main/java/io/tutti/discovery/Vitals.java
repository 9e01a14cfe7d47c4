package io.tutti.discovery;

import java.time.Duration;

/**
 * How well the watching itself goes, whatever the servers say.
 *
 * @param watched how many addresses are watched
 * @param late how many of them were not looked at for far longer than they should
 * @param sinceSaved since the last round in which all that had changed was saved
 */
public record Vitals(int watched, int late, Duration sinceSaved) {}
