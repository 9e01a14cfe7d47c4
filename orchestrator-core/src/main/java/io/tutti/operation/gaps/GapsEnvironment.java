package io.tutti.operation.gaps;

import io.tutti.capability.Ports;
import io.tutti.operation.Pauses;
import io.tutti.operation.server.AnsweredStops;
import io.tutti.operation.server.Servers;

/** What the steps work with. */
public record GapsEnvironment(Servers servers, Pauses pauses, AnsweredStops stops) {

  public GapsEnvironment(Servers servers, Pauses pauses) {
    this(servers, pauses, new AnsweredStops());
  }

  public static GapsEnvironment of(Ports ports) {
    return new GapsEnvironment(ports.servers(), ports.pauses());
  }

  public GapReader reader() {
    return new GapReader(servers);
  }
}
