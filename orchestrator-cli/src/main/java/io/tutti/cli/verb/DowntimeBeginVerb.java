package io.tutti.cli.verb;

import io.tutti.api.DowntimeBody;
import io.tutti.api.DowntimeView;
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

/** {@code tutti downtime begin}. */
@Command(
    name = "begin",
    header = "Begins the downtime of a server or a cluster.",
    description = "It replaces the downtime that it may have already. It needs --reason.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti downtime begin db2:3306 --for 2h --reason \"new disk\"",
      "  tutti downtime begin --cluster db1:3306 --for 1d --owner dba --reason \"data center"
          + " moves\""
    })
public final class DowntimeBeginVerb extends ClientVerb {
  @Parameters(index = "0", arity = "0..1", paramLabel = "HOST:PORT", description = "The server.")
  private @Nullable InstanceAddress instance;

  @Mixin private ExtentArguments extent = new ExtentArguments();

  @Option(
      names = "--for",
      required = true,
      paramLabel = "TIME",
      converter = SpanConverter.class,
      description = "After this it ends by itself: 90s, 30m, 2h, 1d.")
  private @Nullable Duration span;

  @Option(
      names = "--owner",
      paramLabel = "NAME",
      description = "Who works on it. By default the name of your token.")
  private @Nullable String owner;

  public DowntimeBeginVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.post(
        "/downtimes",
        new DowntimeBody(
            extent.instanceBeside(instance),
            extent.cluster(),
            Optional.ofNullable(owner),
            Optional.ofNullable(span)));
  }

  @Override
  List<Line> show(Answer answer) {
    return List.of(SilencePage.begun(answer.as(DowntimeView.class)));
  }
}
