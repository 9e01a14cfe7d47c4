package io.tutti.spi;

import java.util.List;

/**
 * The events of a server's scheduler, each as the statement that lets it run and leaves its definer
 * who that is: so those of two servers can be compared.
 *
 * @param disabled those that somebody has disabled
 * @param replicated those that came by replication: a server keeps them off, whatever they are on
 *     its source
 * @param scheduler what lets the scheduler itself run; empty while it does
 */
public record ScheduledEvents(
    List<String> disabled, List<String> replicated, List<String> scheduler) {
  public ScheduledEvents {
    disabled = List.copyOf(disabled);
    replicated = List.copyOf(replicated);
    scheduler = List.copyOf(scheduler);
  }
}
