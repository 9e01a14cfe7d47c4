package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine.Command;

/** {@code tutti rollout abort}. */
@Command(
    name = "abort",
    header = "Ends a rollout.",
    description = "What runs is finished; nothing else begins. What was changed stays so.",
    footerHeading = "%nExamples:%n",
    footer = "  tutti rollout abort 20261123-021500-7f3a01c2")
public final class RolloutAbortVerb extends RolloutActVerb {
  public RolloutAbortVerb(TuttiCommand tutti) {
    super(tutti, "abort");
  }
}
