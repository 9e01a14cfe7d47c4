package io.tutti.hook;

import io.tutti.spi.hook.Hook;
import io.tutti.spi.hook.HookPoint;
import java.time.Duration;
import java.util.Set;

/**
 * A hook as the operator set it up.
 *
 * @param name as in the settings
 * @param kind of its plugin
 * @param events when it is called
 * @param deadline after which it is ended, and counts as failed
 */
public record ConfiguredHook(
    String name,
    String kind,
    Set<HookPoint> events,
    Duration deadline,
    HookPolicy policy,
    Hook hook) {
  public ConfiguredHook {
    events = Set.copyOf(events);
  }
}
