package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tutti schedules}. */
@Command(
    name = "schedules",
    header = "Shows, pauses and begins what waits for its time.",
    description = "Rollouts have their time in their file.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti schedules list",
      "  tutti schedules pause rollout/20261123-220000-7f3a01c2",
    })
public final class SchedulesVerb {
  /** The verb with its own verbs. */
  public static CommandLine with(TuttiCommand tutti) {
    return new CommandLine(new SchedulesVerb())
        .addSubcommand(new SchedulesListVerb(tutti))
        .addSubcommand(new SchedulesPauseVerb(tutti))
        .addSubcommand(new SchedulesResumeVerb(tutti))
        .addSubcommand(new SchedulesRunNowVerb(tutti));
  }
}
