package io.tutti.cli.verb;

import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.sandbox.DetachedSandboxes;
import io.tutti.sandbox.SandboxException;
import io.tutti.sandbox.SandboxServer;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which server of which sandbox a verb is about. */
final class SandboxNode {
  @Option(
      names = "--name",
      defaultValue = "default",
      description = "Which sandbox. Default: ${DEFAULT-VALUE}.")
  private String name = "";

  @Parameters(
      index = "0",
      paramLabel = "NODE",
      description = "The server's number in the topology, as \"tutti sandbox status\" shows it.")
  private int node;

  /**
   * Does something with that server.
   *
   * @throws CommandFailure when there is none, or it cannot be done
   */
  <T> T with(TuttiCommand tutti, Function<SandboxServer, T> action) {
    try {
      return action.apply(
          DetachedSandboxes.server(SandboxFolder.of(tutti.environment()).of(name), node));
    } catch (SandboxException e) {
      throw CommandFailure.local(
          ExitCode.FAILED,
          "SANDBOX_FAILED",
          String.valueOf(e.getMessage()),
          List.of("tutti sandbox status"));
    }
  }
}
