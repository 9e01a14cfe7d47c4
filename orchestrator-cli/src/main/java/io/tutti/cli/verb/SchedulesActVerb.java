package io.tutti.cli.verb;

import io.tutti.api.ScheduleView;
import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A verb that does something with one schedule. */
abstract class SchedulesActVerb extends ClientVerb {
  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      description = "As list shows it, such as rollout/20261123-220000-7f3a01c2.")
  private @Nullable String name;

  private final String act;

  SchedulesActVerb(TuttiCommand tutti, String act) {
    super(tutti);
    this.act = act;
  }

  @Override
  Answer ask(ControllerClient controller) {
    String given = Objects.requireNonNull(name);
    int slash = given.indexOf('/');
    if (slash < 1 || slash == given.length() - 1) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(),
          "\"%s\" is no name of a schedule; list shows them, such as rollout/ID".formatted(given));
    }
    String kind = ControllerClient.path("/schedules/{}", given.substring(0, slash));
    String acted = ControllerClient.path("/{}:" + act, given.substring(slash + 1));
    return controller.post(kind + acted);
  }

  @Override
  List<Line> show(Answer answer) {
    ScheduleView view = answer.as(ScheduleView.class);
    return List.of(Line.of("%s: %s".formatted(view.name(), view.what())));
  }
}
