package io.tutti.cli.verb;

import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.cli.view.Json;
import io.tutti.sandbox.DetachedSandboxes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tutti sandbox status}. */
@Command(
    name = "status",
    header = "Shows the sandboxes of this user.",
    description = "For each: its servers, where they listen, and whether they run.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti sandbox status", "  tutti sandbox status --name rings --json"})
final class SandboxStatusVerb implements Callable<Integer> {
  @Option(names = "--name", description = "Only this one.")
  private @Nullable String name;

  private final TuttiCommand tutti;

  SandboxStatusVerb(TuttiCommand tutti) {
    this.tutti = tutti;
  }

  @Override
  public Integer call() {
    SandboxFolder folder = SandboxFolder.of(tutti.environment());
    List<String> names = Optional.ofNullable(name).map(List::of).orElseGet(folder::names);
    List<Map<String, Object>> items = new ArrayList<>();
    for (String each : names) {
      DetachedSandboxes.status(folder.of(each))
          .ifPresent(sandbox -> {
            items.add(SandboxFolder.fields(each, sandbox));
            if (!tutti.output().isDocument()) {
              tutti.screen().print(SandboxFolder.lines(each, sandbox));
            }
          });
    }
    if (tutti.output().isDocument()) {
      tutti.output().document(Json.write(Map.of("items", items)));
    } else if (items.isEmpty()) {
      tutti.screen().print("No sandbox is up. Start one with: tutti sandbox up");
    }
    return ExitCode.DONE;
  }
}
