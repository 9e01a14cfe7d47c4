package io.tutti.cli.verb;

import io.tutti.api.ScheduleView;
import io.tutti.cli.render.Listing;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.time.Instant;
import picocli.CommandLine.Command;

/** {@code tutti schedules list}. */
@Command(
    name = "list",
    header = "Lists what waits for its time.",
    description = "Of each: when it is due next, and what begins then.",
    footerHeading = "%nExamples:%n",
    footer = "  tutti schedules list")
public final class SchedulesListVerb extends ListVerb<ScheduleView> {

  public SchedulesListVerb(TuttiCommand tutti) {
    super(tutti, ScheduleView.class);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get("/schedules");
  }

  @Override
  Listing<ScheduleView> listing() {
    return Listing.<ScheduleView>orElse("Nothing waits for its time.")
        .text("NAME", ScheduleView::name)
        .text("NEXT", each -> each.paused() ? "paused" : next(each))
        .text("WHAT", ScheduleView::what)
        .wide("WHEN", ScheduleView::when);
  }

  private static String next(ScheduleView schedule) {
    return schedule.next().map(Instant::toString).orElse("");
  }
}
