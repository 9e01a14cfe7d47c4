package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine.Command;

/** {@code tutti rollout approve}. */
@Command(
    name = "approve",
    header = "Approves what a rollout asks for.",
    description = "It asks before a wave, or where a wave could not be judged.",
    footerHeading = "%nExamples:%n",
    footer = "  tutti rollout approve 20261123-021500-7f3a01c2")
public final class RolloutApproveVerb extends RolloutActVerb {
  public RolloutApproveVerb(TuttiCommand tutti) {
    super(tutti, "approve");
  }
}
