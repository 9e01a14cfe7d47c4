package io.tutti.operation.gaps;

import io.tutti.operation.Pauses;
import io.tutti.operation.server.Servers;

/** What the steps work with. */
record GapsEnvironment(Servers servers, Pauses pauses) {

  GapReader reader() {
    return new GapReader(servers);
  }
}
