package io.tutti.operation.gaps;

import io.tutti.operation.Pauses;
import io.tutti.operation.server.Servers;

/** What the steps work with. */
public record GapsEnvironment(Servers servers, Pauses pauses) {

  public GapReader reader() {
    return new GapReader(servers);
  }
}
