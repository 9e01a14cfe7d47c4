package io.tutti.operation.promotion;

import io.tutti.capability.Ports;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.operation.server.Servers;
import io.tutti.store.Incidents;
import java.time.InstantSource;

/** What the steps work with. */
record PromotionEnvironment(GapsEnvironment channels, Incidents incidents, InstantSource clock) {

  static PromotionEnvironment of(Ports ports) {
    return new PromotionEnvironment(
        GapsEnvironment.of(ports), ports.records().incidents(), ports.clock());
  }

  Servers servers() {
    return channels.servers();
  }
}
