package io.tutti.cli.verb;

import io.tutti.api.SwitchoverBody;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.model.InstanceAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti switchover}. */
@Command(
    name = "switchover",
    header = "Lets a replica take the place of a source that is alive.",
    description = {
      "The replica applies what it lacks while clients still write, and the other replicas"
          + " replicate from it. Then writes are shut on the old source, the replica applies the"
          + " rest, and takes writes. The old source replicates from it.",
      "Whatever fails before the replica takes writes restores everything. --dry-run lists the "
          + "checks and the steps."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti switchover db1:3306 --dry-run",
      "  tutti switchover orders --to db2:3306",
      "  tutti switchover orders --grace 10s",
      "  tutti switchover orders --carry settings,events"
    })
public final class SwitchoverVerb extends ActingVerb {
  @Parameters(
      index = "0",
      paramLabel = "CLUSTER",
      description = "Its name, an alias, or the address of one of its servers.")
  private @Nullable String cluster;

  @Option(
      names = "--to",
      paramLabel = "HOST:PORT",
      description = "The replica that takes the place. Without it, the best one is taken.")
  private @Nullable InstanceAddress to;

  @Option(
      names = "--grace",
      paramLabel = "TIME",
      converter = SpanConverter.class,
      description =
          "How long what clients have begun may keep the source from being shut for writes, before"
              + " their sessions are ended: 2s unless given.")
  private @Nullable Duration grace;

  @Option(
      names = "--catch-up-max",
      paramLabel = "TIME",
      converter = SpanConverter.class,
      description =
          "How long the replica may take to apply what it lacks, while clients still write: 1m"
              + " unless given.")
  private @Nullable Duration catchUpMax;

  @Option(
      names = "--carry",
      paramLabel = "WHAT",
      split = ",",
      description = {
        "What goes over to the new source; may be repeated. settings: each of both gets the"
            + " parallel settings that the other one had in the role that it takes. events: events"
            + " of the scheduler that run on the old source run on the new one, and those that cannot"
            + " are named; without it, such a switchover is refused."
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

  @Option(
      names = "--account-unproved",
      description =
          "Take it on that the account of replicas, with which the old source is to replicate, is"
              + " not shown to be let in at the new one. Without it, that is refused.")
  private boolean accountUnproved;

  public SwitchoverVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  ActRequest request(boolean dryRun) {
    return new ActRequest(
        ControllerClient.path("/clusters/{}:switchover", Objects.requireNonNull(cluster)),
        new SwitchoverBody(
            Optional.ofNullable(to).map(InstanceAddress::toString),
            Optional.ofNullable(grace),
            Optional.ofNullable(catchUpMax),
            carry.isEmpty() ? Optional.empty() : Optional.of(carry),
            leave.isEmpty() ? Optional.empty() : Optional.of(leave),
            Optional.of(accountUnproved),
            Optional.of(dryRun)));
  }
}
