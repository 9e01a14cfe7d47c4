package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tutti rollout}. */
@Command(
    name = "rollout",
    header = "Changes settings of a fleet in waves, by a schedule.",
    description =
        "A file says which servers get which settings, and when. Each wave is watched and judged"
            + " before the next one begins. What fails is undone.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti rollout init > eight.yaml",
      "  tutti rollout validate -f eight.yaml",
      "  tutti rollout create -f eight.yaml --dry-run",
      "  tutti rollout create -f eight.yaml",
      "  tutti rollout follow 20261123-021500-7f3a01c2",
      "  tutti rollout report 20261123-021500-7f3a01c2 --html report.html",
      "  tutti rollout undo 20261123-021500-7f3a01c2"
    })
public final class RolloutVerb {
  /** The verb with its own verbs. */
  public static CommandLine with(TuttiCommand tutti) {
    return new CommandLine(new RolloutVerb())
        .addSubcommand(new RolloutInitVerb(tutti))
        .addSubcommand(new RolloutValidateVerb(tutti))
        .addSubcommand(new RolloutCreateVerb(tutti))
        .addSubcommand(new RolloutListVerb(tutti))
        .addSubcommand(new RolloutShowVerb(tutti))
        .addSubcommand(new RolloutFollowVerb(tutti))
        .addSubcommand(new RolloutReportVerb(tutti))
        .addSubcommand(new RolloutApproveVerb(tutti))
        .addSubcommand(new RolloutPauseVerb(tutti))
        .addSubcommand(new RolloutResumeVerb(tutti))
        .addSubcommand(new RolloutAbortVerb(tutti))
        .addSubcommand(new RolloutUndoVerb(tutti));
  }
}
