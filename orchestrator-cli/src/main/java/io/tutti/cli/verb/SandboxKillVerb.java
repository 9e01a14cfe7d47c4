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

/** {@code tutti sandbox kill}. */
@Command(
    name = "kill",
    header = "Kills a server of a sandbox with SIGKILL.",
    description = "As a crash of its process would. \"tutti sandbox start\" starts it again.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti sandbox kill 2", "  tutti sandbox kill 3 --name rings"})
final class SandboxKillVerb implements Callable<Integer> {
  @Mixin private SandboxNode node = new SandboxNode();

  private final TuttiCommand tutti;

  SandboxKillVerb(TuttiCommand tutti) {
    this.tutti = tutti;
  }

  @Override
  public Integer call() {
    node.with(tutti, this::kill);
    return ExitCode.DONE;
  }

  private SandboxServer kill(SandboxServer server) {
    boolean ran = server.isRunning();
    server.killHard();
    String address = server.address().toString();
    tutti
        .output()
        .print(
            Json.write(Map.of("address", address, "killed", ran)),
            () ->
                List.of(
                    Line.of(ran ? address + " was killed." : address + " did not run already.")));
    return server;
  }
}
