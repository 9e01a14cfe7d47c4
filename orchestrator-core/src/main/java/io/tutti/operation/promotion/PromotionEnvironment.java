package io.tutti.operation.promotion;

import io.tutti.operation.Pauses;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.operation.server.Servers;
import io.tutti.store.Incidents;
import java.time.InstantSource;

/** What the steps work with. */
public record PromotionEnvironment(
    Servers servers, Pauses pauses, Incidents incidents, InstantSource clock) {

  GapsEnvironment channels() {
    return new GapsEnvironment(servers, pauses);
  }
}
