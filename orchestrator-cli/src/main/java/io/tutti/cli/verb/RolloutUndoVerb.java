package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine.Command;

/** {@code tutti rollout undo}. */
@Command(
    name = "undo",
    header = "Undoes all that a rollout changed.",
    description = "Each server gets the values back that it had before.",
    footerHeading = "%nExamples:%n",
    footer = "  tutti rollout undo 20261123-021500-7f3a01c2")
public final class RolloutUndoVerb extends RolloutActVerb {
  public RolloutUndoVerb(TuttiCommand tutti) {
    super(tutti, "undo");
  }
}
