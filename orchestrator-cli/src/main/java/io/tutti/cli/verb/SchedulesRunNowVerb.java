package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine.Command;

/** {@code tutti schedules run-now}. */
@Command(
    name = "run-now",
    header = "Begins before its time.",
    description =
        "Of a rollout: its windows count all the same, and it asks for approval if its file says"
            + " so.",
    footerHeading = "%nExamples:%n",
    footer = "  tutti schedules run-now rollout/20261123-220000-7f3a01c2")
public final class SchedulesRunNowVerb extends SchedulesActVerb {

  public SchedulesRunNowVerb(TuttiCommand tutti) {
    super(tutti, "run-now");
  }
}
