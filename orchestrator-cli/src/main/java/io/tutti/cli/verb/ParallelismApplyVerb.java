package io.tutti.cli.verb;

import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tutti parallelism apply}. */
@Command(
    name = "apply",
    header = "Changes settings of parallel replication.",
    description =
        "It stops only what a setting requires, starts again what was running, verifies the result"
            + " and watches the server for a while. If something fails, all of it is undone."
            + " Interrupting this command does not stop the operation.",
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
  boolean mayAsk() {
    return false;
  }

  @Override
  ActRequest request(boolean dryRun) {
    return new ActRequest(
        ControllerClient.path("/instances/{}/parallelism", arguments.address()),
        arguments.body(dryRun));
  }
}
