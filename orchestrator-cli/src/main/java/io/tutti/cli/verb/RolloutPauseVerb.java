package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine.Command;

/** {@code tutti rollout pause}. */
@Command(
    name = "pause",
    header = "Pauses a rollout.",
    description = "What runs is finished; nothing else begins until it is resumed.",
    footerHeading = "%nExamples:%n",
    footer = "  tutti rollout pause 20261123-021500-7f3a01c2")
public final class RolloutPauseVerb extends RolloutActVerb {
  public RolloutPauseVerb(TuttiCommand tutti) {
    super(tutti, "pause");
  }
}
