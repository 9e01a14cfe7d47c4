package io.tutti.cli.verb;

import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.TuttiCommand;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

/** A verb about one operation, which it is given the id of. */
abstract class OneOperationVerb extends ClientVerb {
  @Parameters(index = "0", paramLabel = "ID", description = "The operation.")
  private @Nullable String id;

  OneOperationVerb(TuttiCommand tutti) {
    super(tutti);
  }

  /**
   * @param rest what comes behind the id, such as {@code :cancel}
   */
  final String path(String rest) {
    return ControllerClient.path("/operations/{}", Objects.requireNonNull(id)) + rest;
  }
}
