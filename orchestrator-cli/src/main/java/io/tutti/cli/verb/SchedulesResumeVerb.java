package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine.Command;

/** {@code tutti schedules resume}. */
@Command(
    name = "resume",
    header = "Lets a paused schedule go on.",
    description = "What was due meanwhile begins at once, once.",
    footerHeading = "%nExamples:%n",
    footer = "  tutti schedules resume rollout/20261123-220000-7f3a01c2")
public final class SchedulesResumeVerb extends SchedulesActVerb {

  public SchedulesResumeVerb(TuttiCommand tutti) {
    super(tutti, "resume");
  }
}
