package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine.Command;

/** {@code tutti schedules pause}. */
@Command(
    name = "pause",
    header = "Lets nothing begin by a schedule.",
    description = "What runs is finished. Resume lets it go on.",
    footerHeading = "%nExamples:%n",
    footer = "  tutti schedules pause rollout/20261123-220000-7f3a01c2")
public final class SchedulesPauseVerb extends SchedulesActVerb {

  public SchedulesPauseVerb(TuttiCommand tutti) {
    super(tutti, "pause");
  }
}
