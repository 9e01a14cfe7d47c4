package io.tutti.cli.verb;

import io.tutti.api.SilenceBody;
import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.model.InstanceAddress;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tutti findings unmute}. */
@Command(
    name = "unmute",
    header = "Counts findings again.",
    description = "They were muted or acknowledged.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti findings unmute REPLICA_LAGGING db2:3306",
      "  tutti findings unmute REPLICA_LAGGING --cluster db1:3306"
    })
public final class FindingsUnmuteVerb extends ClientVerb {
  @Parameters(index = "0", paramLabel = "CODE", description = "The code of the findings.")
  private @Nullable String code;

  @Parameters(index = "1", arity = "0..1", paramLabel = "HOST:PORT", description = "The server.")
  private @Nullable InstanceAddress instance;

  @Mixin private ExtentArguments extent = new ExtentArguments();

  public FindingsUnmuteVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.post(
        "/findings:unmute",
        new SilenceBody(
            Optional.ofNullable(code),
            extent.instanceBeside(instance),
            extent.cluster(),
            Optional.empty()));
  }

  @Override
  List<Line> show(Answer answer) {
    return List.of(Line.of("%s counts again.".formatted(Objects.requireNonNull(code))));
  }
}
