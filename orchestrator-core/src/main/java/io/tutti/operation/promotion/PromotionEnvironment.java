package io.tutti.operation.promotion;

import io.tutti.operation.Pauses;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.operation.server.Servers;
import io.tutti.store.Incidents;
import java.time.InstantSource;

/** What the steps work with. */
public record PromotionEnvironment(
    GapsEnvironment channels, Incidents incidents, InstantSource clock) {

  public PromotionEnvironment(
      Servers servers, Pauses pauses, Incidents incidents, InstantSource clock) {
    this(new GapsEnvironment(servers, pauses), incidents, clock);
  }

  Servers servers() {
    return channels.servers();
  }
}
