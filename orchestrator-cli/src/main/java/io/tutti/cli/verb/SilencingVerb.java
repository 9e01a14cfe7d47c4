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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A verb that leaves findings of one code uncounted, of a server or of a cluster. */
abstract class SilencingVerb extends ClientVerb {
  private final String path;

  @Parameters(index = "0", paramLabel = "CODE", description = "The code of the findings.")
  private @Nullable String code;

  @Parameters(index = "1", arity = "0..1", paramLabel = "HOST:PORT", description = "The server.")
  private @Nullable InstanceAddress instance;

  @Mixin private ExtentArguments extent = new ExtentArguments();

  SilencingVerb(TuttiCommand tutti, String path) {
    super(tutti);
    this.path = path;
  }

  /** After this they count again. */
  abstract Optional<Duration> span();

  @Override
  final Answer ask(ControllerClient controller) {
    return controller.post(
        path,
        new SilenceBody(
            Optional.ofNullable(code), extent.instanceBeside(instance), extent.cluster(), span()));
  }

  @Override
  final List<Line> show(Answer answer) {
    return List.of(SilencePage.said(answer.as(SilenceView.class)));
  }
}
