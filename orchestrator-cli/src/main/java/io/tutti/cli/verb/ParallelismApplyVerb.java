package io.tutti.cli.verb;

import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tutti parallelism apply}. */
@Command(
    name = "apply",
    description = {
      "Sets knobs: stops only what they need, starts again what ran, verifies, watches.",
      "If something fails, all of it is undone. Interrupting this command does not stop the operation."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti parallelism apply db2:3306 replica_parallel_workers=8",
      "  tutti parallelism apply db2:3306 replica_parallel_workers=8 --persist --settle 60"
    })
public final class ParallelismApplyVerb extends ActingVerb {
  @Mixin private final KnobArguments arguments = new KnobArguments();

  public ParallelismApplyVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Wish wish(boolean dryRun) {
    return new Wish(
        ControllerClient.path("/instances/{}/parallelism", arguments.address()),
        arguments.body(dryRun));
  }
}
