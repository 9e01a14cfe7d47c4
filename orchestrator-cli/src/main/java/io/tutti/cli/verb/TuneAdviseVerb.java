package io.tutti.cli.verb;

import io.tutti.api.TuningAdviceBody;
import io.tutti.api.TuningAdviceView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.TuningAdvicePage;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tutti tune advise}. */
@Command(
    name = "advise",
    header = "Says which settings would make a replica faster.",
    description =
        "The controller reads what the replica's source wrote recently, with bounds on the load,"
            + " and predicts. For settings of the source it says how much longer its commits take."
            + " Nothing is changed on any server.",
    footerHeading = "%nExamples:%n",
    footer = "  tutti tune advise db2:3306 --last 30m")
public final class TuneAdviseVerb extends ClientVerb {
  @Mixin private InstanceArgument instance = new InstanceArgument();

  @Option(
      names = "--last",
      paramLabel = "TIME",
      converter = SpanConverter.class,
      description = "So much of what the source wrote is looked at; default 10m.")
  private @Nullable Duration last;

  public TuneAdviseVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.post(
        "/tuning-advice",
        new TuningAdviceBody(instance.address(), Optional.ofNullable(last)),
        Optional.empty());
  }

  @Override
  List<Line> show(Answer answer) {
    return TuningAdvicePage.of(answer.as(TuningAdviceView.class), tutti().screen().columns());
  }
}
