package io.tutti.cli.verb;

import io.tutti.cli.render.Line;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.cli.view.Json;
import io.tutti.sandbox.SandboxServer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tutti sandbox start}. */
@Command(
    name = "start",
    header = "Starts a server of a sandbox again.",
    description = "After it was killed, on its old port and data. Waits until it accepts logins.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti sandbox start 2", "  tutti sandbox start 3 --name rings"})
final class SandboxStartVerb implements Callable<Integer> {
  @Mixin private SandboxNode node = new SandboxNode();

  private final TuttiCommand tutti;

  SandboxStartVerb(TuttiCommand tutti) {
    this.tutti = tutti;
  }

  @Override
  public Integer call() {
    node.with(tutti, this::start);
    return ExitCode.DONE;
  }

  private SandboxServer start(SandboxServer server) {
    server.start();
    String address = server.address().toString();
    tutti
        .output()
        .print(
            Json.write(Map.of("address", address, "pid", server.pid())),
            () -> List.of(Line.of("%s runs, pid %d.".formatted(address, server.pid()))));
    return server;
  }
}
