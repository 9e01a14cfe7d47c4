package io.tutti.world;

import io.tutti.analysis.Finding;
import java.time.Instant;

/**
 * Something that was found.
 *
 * @param since since when this controller finds it without a break
 */
public record Found(Finding finding, Instant since) {}
