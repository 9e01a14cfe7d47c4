package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine.Command;

/** {@code tutti rollout resume}. */
@Command(
    name = "resume",
    header = "Lets a paused rollout go on.",
    description = "It continues with the servers that it has not reached.",
    footerHeading = "%nExamples:%n",
    footer = "  tutti rollout resume 20261123-021500-7f3a01c2")
public final class RolloutResumeVerb extends RolloutActVerb {
  public RolloutResumeVerb(TuttiCommand tutti) {
    super(tutti, "resume");
  }
}
