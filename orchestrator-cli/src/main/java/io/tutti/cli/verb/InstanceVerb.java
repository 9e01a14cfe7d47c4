package io.tutti.cli.verb;

import io.tutti.api.InstanceView;
import io.tutti.cli.render.InstancePage;
import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tutti instance}. */
@Command(
    name = "instance",
    header = "Shows what is known of one server.",
    description =
        "Its channels, threads and workers, and who may write on it. --settings or -o wide shows"
            + " its variables, too.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti instance db2:3306",
      "  tutti instance db2:3306 --settings",
      "  tutti instance db2:3306 --json"
    })
public final class InstanceVerb extends WatchedVerb {
  @Mixin private InstanceArgument instance = new InstanceArgument();

  @Option(names = "--settings", description = "Show its variables and everything that it reports.")
  private boolean settings;

  public InstanceVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get(instance.path(""));
  }

  @Override
  List<Line> show(Answer answer) {
    boolean isLong = settings || tutti().output().isWide();
    return new InstancePage(tutti().screen().glyphs(), isLong).lines(answer.as(InstanceView.class));
  }
}
