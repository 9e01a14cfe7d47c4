package io.tutti.spi;

import io.tutti.model.ServerVersion;

/** A plugin's answer to the question whether a server is of its flavor; either way it says why. */
public sealed interface Detection {

  /** It is. */
  record Claimed(ServerVersion version, String evidence) implements Detection {}

  /** It is not; the sentence names the server's release and what this plugin takes. */
  record Declined(String reason) implements Detection {}
}
