package io.tutti.cli.verb;

import io.tutti.api.SilenceBody;
import io.tutti.api.SilenceView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.SilencePage;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.model.InstanceAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti findings mute}. */
@Command(
    name = "mute",
    header = "Mutes findings until a time.",
    description =
        "They are shown apart and not counted: those of now, and those that come until then. It"
            + " needs --reason.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti findings mute REPLICA_LAGGING db2:3306 --for 2h --reason \"index is built\"",
      "  tutti findings mute REPLICA_LAGGING --cluster db1:3306 --for 1d --reason \"big import\""
    })
public final class FindingsMuteVerb extends ClientVerb {
  @Parameters(index = "0", paramLabel = "CODE", description = "The code of the findings.")
  private @Nullable String code;

  @Parameters(index = "1", arity = "0..1", paramLabel = "HOST:PORT", description = "The server.")
  private @Nullable InstanceAddress instance;

  @Mixin private ExtentArguments extent = new ExtentArguments();

  @Option(
      names = "--for",
      paramLabel = "TIME",
      required = true,
      converter = SpanConverter.class,
      description = "After this they count again: 90s, 30m, 2h, 1d.")
  private @Nullable Duration span;

  public FindingsMuteVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.post(
        "/findings:mute",
        new SilenceBody(
            Optional.ofNullable(code),
            extent.instanceBeside(instance),
            extent.cluster(),
            Optional.ofNullable(span)));
  }

  @Override
  List<Line> show(Answer answer) {
    return List.of(SilencePage.said(answer.as(SilenceView.class)));
  }
}
