package io.tutti.cli.verb;

import io.tutti.api.HookRunView;
import io.tutti.api.HookTestBody;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Tone;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.TuttiCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti hooks test}. */
@Command(
    name = "test",
    header = "Calls a hook with facts that are made up.",
    description =
        "It is called as in an operation on source.invalid:3306, with TUTTI_SAMPLE=true. Tutti"
            + " itself changes no server. The exit code is 1 when the hook fails.",
    footerHeading = "%nExamples:%n",
    footer = "  tutti hooks test vip --event after-fence")
public final class HooksTestVerb extends ClientVerb {
  @Parameters(index = "0", paramLabel = "NAME", description = "Which hook.")
  private @Nullable String name;

  @Option(
      names = "--event",
      required = true,
      paramLabel = "EVENT",
      description = "The event, such as before-fence.")
  private @Nullable String event;

  private boolean hasFailed;

  public HooksTestVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    Answer answer =
        controller.post(
            ControllerClient.path("/hooks/{}:test", Objects.requireNonNull(name)),
            new HookTestBody(Optional.ofNullable(event)));
    hasFailed = !answer.as(HookRunView.class).succeeded();
    return answer;
  }

  @Override
  public Integer call() {
    int exitCode = super.call();
    return hasFailed ? ExitCode.FAILED : exitCode;
  }

  @Override
  List<Line> show(Answer answer) {
    HookRunView run = answer.as(HookRunView.class);
    List<Line> lines = new ArrayList<>();
    run.output().lines().forEach(line -> lines.add(Line.of(line)));
    lines.add(
        Line.of(
            "The hook %s %s after %d ms.%s"
                .formatted(
                    run.name(),
                    run.succeeded() ? "succeeded" : "failed",
                    run.tookMillis(),
                    run.why().map(why -> " " + why).orElse("")),
            run.succeeded() ? Tone.GOOD : Tone.BAD));
    return lines;
  }
}
