package io.tutti.crash;

import io.tutti.model.Durability;
import java.time.Instant;

/**
 * Durability settings as polls confirmed them, by the controller's clock.
 *
 * @param first when they were seen first
 * @param last when they were seen last, without others in between
 */
public record RecordedDurability(Durability durability, Instant first, Instant last) {}
