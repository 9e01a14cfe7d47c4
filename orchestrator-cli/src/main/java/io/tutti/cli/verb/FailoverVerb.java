package io.tutti.cli.verb;

import io.tutti.api.FailoverBody;
import io.tutti.api.OperationView;
import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.model.InstanceAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti failover}. */
@Command(
    name = "failover",
    header = "Lets a replica take the place of a dead source.",
    description = {
      "The replica that has received the most applies all of it, the others replicate from it, and "
          + "it takes writes. The dead source is fenced as soon as it answers again.",
      "The replicas of a dead intermediate source replicate from its own source instead.",
      "It is refused where the source answers (tutti switchover), is not proved to be dead, or "
          + "something that was seen would be lost."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti failover db1:3306 --dry-run",
      "  tutti failover orders --to db2:3306",
      "  tutti failover orders --carry settings",
      "  tutti failover db4:3306    # an intermediate source",
      "  tutti failover orders --force --why \"db1 is switched off\""
    })
public final class FailoverVerb extends ActingVerb {
  @Parameters(
      index = "0",
      paramLabel = "CLUSTER",
      description =
          "Its name, an alias, or the address of one of its servers; of an intermediate source its"
              + " address.")
  private @Nullable String cluster;

  @Option(
      names = "--to",
      paramLabel = "HOST:PORT",
      description =
          "The replica that takes the place. Replicas that cannot follow it are left out then."
              + " Without it, the best one is taken.")
  private @Nullable InstanceAddress to;

  @Option(
      names = "--at-least",
      paramLabel = "GTIDS",
      description = "Refuse unless the replica has these.")
  private @Nullable String atLeast;

  @Option(
      names = "--force",
      description =
          "Do it without the proofs that the source is dead and that nothing is lost. It needs a"
              + " reason.")
  private boolean force;

  @Option(names = "--why", paramLabel = "TEXT", description = "The reason; kept in the audit.")
  private @Nullable String why;

  @Option(
      names = "--carry",
      paramLabel = "WHAT",
      split = ",",
      description = {
        "What goes over to the replica once that takes writes, as the source had it when it was read"
            + " last; may be repeated. settings: parallel settings of sources. events: events of the"
            + " scheduler that ran on the source; these do without it, too."
      })
  private List<String> carry = new ArrayList<>();

  @Option(
      names = "--leave",
      paramLabel = "WHAT",
      split = ",",
      description = {
        "What you take upon yourself; may be repeated. events: no event of the scheduler is let run"
            + " on the new source. acks: commits there wait for no acknowledgements (semi-sync)."
      })
  private List<String> leave = new ArrayList<>();

  public FailoverVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  ActRequest request(boolean dryRun) {
    return new ActRequest(
        ControllerClient.path("/clusters/{}:failover", Objects.requireNonNull(cluster)),
        new FailoverBody(
            Optional.ofNullable(to).map(InstanceAddress::toString),
            Optional.ofNullable(atLeast),
            Optional.of(force),
            Optional.ofNullable(why),
            carry.isEmpty() ? Optional.empty() : Optional.of(carry),
            leave.isEmpty() ? Optional.empty() : Optional.of(leave),
            Optional.of(dryRun)));
  }

  /** Who was left behind, and why. */
  @Override
  List<Line> epilogue(ControllerClient controller, OperationView operation) {
    return FenceVerb.leftOpen(controller, operation.target());
  }
}
