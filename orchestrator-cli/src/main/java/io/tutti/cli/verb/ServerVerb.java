package io.tutti.cli.verb;

import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ExitCode;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * {@code tutti server}: the launcher runs the controller instead of this class, so that signals
 * reach it; here is what help and completion know of the verb.
 */
@Command(
    name = "server",
    header = "Runs the controller in the foreground.",
    description =
        "It ends on Ctrl-C or SIGTERM. It leaves its address and token in TUTTI_HOME, where this"
            + " command line finds them. All settings are in docs/configuration.md.",
    footerHeading = "%nSettings:%n",
    footer = {
      "  TUTTI_HOME               the data folder, ~/.tutti by default",
      "  TUTTI_HTTP_PORT          where it listens; 0 is any free port, which is printed",
      "  TUTTI_TARGET_USER        the account with which servers are read",
      "  TUTTI_TARGET_PASSWORD    its password; TUTTI_TARGET_PASSWORD_FILE names a file with it",
      "",
      "Examples:",
      "  tutti server",
      "  TUTTI_HTTP_PORT=0 TUTTI_TARGET_USER=tutti TUTTI_TARGET_PASSWORD_FILE=pw tutti server"
    })
public final class ServerVerb implements Callable<Integer> {
  @Override
  public Integer call() {
    throw CommandFailure.local(
        ExitCode.USAGE,
        "NOT_STARTED_HERE",
        "The controller is started by the launcher, the script tutti.",
        List.of("run ./tutti server, with server as the first word"));
  }
}
