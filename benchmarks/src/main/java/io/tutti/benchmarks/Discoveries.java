package io.tutti.benchmarks;

import io.tutti.api.DiscoveryBody;
import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ControllerClient;
import io.tutti.sandbox.SandboxServer;
import java.util.Optional;

/** Makes a server known to a controller that has just started, also on a machine that is busy. */
final class Discoveries {
  private static final int ATTEMPTS_MAX = 10;

  private Discoveries() {}

  static void discover(ControllerClient client, SandboxServer server) {
    for (int attempt = 1; ; attempt++) {
      try {
        discoverOnce(client, server);
        return;
      } catch (CommandFailure e) {
        if (attempt == ATTEMPTS_MAX) {
          throw e;
        }
      }
    }
  }

  static ControllerClient.Answer discoverOnce(ControllerClient client, SandboxServer server) {
    return client.post(
        "/discoveries",
        new DiscoveryBody(
            Optional.empty(), Optional.empty(), Optional.of(server.address().toString())));
  }
}
