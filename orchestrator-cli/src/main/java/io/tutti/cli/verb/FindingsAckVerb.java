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

/** {@code tutti findings ack}. */
@Command(
    name = "ack",
    header = "Marks findings as known to you.",
    description =
        "They are not counted until they are over. One that ends and begins again counts. It needs"
            + " --reason.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti findings ack REPLICA_LAGGING db2:3306 --reason \"index is built\"",
      "  tutti findings ack APPLIER_STOPPED --cluster db1:3306 --for 8h --reason \"moves tonight\""
    })
public final class FindingsAckVerb extends ClientVerb {
  @Parameters(index = "0", paramLabel = "CODE", description = "The code of the findings.")
  private @Nullable String code;

  @Parameters(index = "1", arity = "0..1", paramLabel = "HOST:PORT", description = "The server.")
  private @Nullable InstanceAddress instance;

  @Mixin private ExtentArguments extent = new ExtentArguments();

  @Option(
      names = "--for",
      paramLabel = "TIME",
      converter = SpanConverter.class,
      description = "After this they count again, if they are still there: 90s, 30m, 2h, 1d.")
  private @Nullable Duration span;

  public FindingsAckVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.post(
        "/findings:acknowledge",
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
