package io.tutti.cli.verb;

import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.cli.view.Json;
import io.tutti.sandbox.DetachedSandboxes;
import io.tutti.sandbox.SandboxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tutti sandbox down}. */
@Command(
    name = "down",
    header = "Kills the servers of a sandbox and deletes their data.",
    description = "It can be repeated: a sandbox that is gone already is no error.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti sandbox down",
      "  tutti sandbox down --name rings",
      "  tutti sandbox down --all"
    })
final class SandboxDownVerb implements Callable<Integer> {
  @Option(
      names = "--name",
      defaultValue = "default",
      description = "Which sandbox. Default: ${DEFAULT-VALUE}.")
  private String name = "";

  @Option(names = "--all", description = "Every sandbox of this user.")
  private boolean all;

  private final TuttiCommand tutti;

  SandboxDownVerb(TuttiCommand tutti) {
    this.tutti = tutti;
  }

  @Override
  public Integer call() {
    SandboxFolder folder = SandboxFolder.of(tutti.environment());
    List<String> removed = new ArrayList<>();
    for (String each : all ? folder.names() : List.of(name)) {
      try {
        if (DetachedSandboxes.down(folder.of(each))) {
          removed.add(each);
        }
      } catch (SandboxException e) {
        throw SandboxUpVerb.failure(ExitCode.FAILED, "SANDBOX_FAILED", e, List.of());
      }
    }
    if (tutti.output().isDocument()) {
      tutti.output().document(Json.write(Map.of("removed", removed)));
    } else if (removed.isEmpty()) {
      tutti.screen().print("There was no such sandbox; nothing was done.");
    } else {
      removed.forEach(each -> tutti.screen().print("Sandbox " + each + " is gone."));
    }
    return ExitCode.DONE;
  }
}
