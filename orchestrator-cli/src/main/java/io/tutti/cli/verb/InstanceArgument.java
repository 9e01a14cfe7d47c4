package io.tutti.cli.verb;

import io.tutti.cli.session.ControllerClient;
import io.tutti.model.InstanceAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

/** The instance that a verb is about: its first parameter. */
final class InstanceArgument {
  @Parameters(index = "0", paramLabel = "HOST:PORT", description = "The instance, or an alias.")
  private @Nullable InstanceAddress address;

  /** As HOST:PORT. */
  String address() {
    return Objects.requireNonNull(address).toString();
  }

  /**
   * @param rest what comes behind the instance, such as {@code :fence}
   */
  String path(String rest) {
    return ControllerClient.path("/instances/{}", address()) + rest;
  }
}
