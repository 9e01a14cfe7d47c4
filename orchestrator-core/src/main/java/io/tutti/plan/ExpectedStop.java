package io.tutti.plan;

import io.tutti.model.InstanceAddress;
import java.time.Duration;

/**
 * Something that will not run for a while.
 *
 * @param what such as {@code applier of channel ""}
 * @param expected how long, as far as can be told beforehand
 */
public record ExpectedStop(InstanceAddress instance, String what, Duration expected) {}
