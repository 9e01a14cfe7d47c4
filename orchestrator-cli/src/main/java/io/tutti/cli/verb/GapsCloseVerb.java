package io.tutti.cli.verb;

import io.tutti.api.GapsBody;
import io.tutti.cli.session.TuttiCommand;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tutti gaps close}. */
@Command(
    name = "close",
    header = "Closes the gaps of a replica.",
    description =
        "It takes the least intrusive way that works. Threads that were stopped are "
            + "stopped again afterwards; threads that were running run again.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti gaps close db2:3306 --dry-run",
      "  tutti gaps close db2:3306 --deadline 600"
    })
public final class GapsCloseVerb extends ActingVerb {
  @Mixin private InstanceArgument instance = new InstanceArgument();

  @Option(
      names = "--channel",
      paramLabel = "NAME",
      description = "The channel; by default all channels.")
  private @Nullable String channel;

  @Option(
      names = "--row-repaired",
      description =
          "State that the row at which a worker failed was repaired: it is what the transaction"
              + " expects.")
  private boolean rowRepaired;

  @Option(
      names = "--applier-not-stopped",
      description =
          "State that nobody stopped an applier of this server while it closed gaps since its"
              + " start. Needed only where the server does not report it.")
  private boolean applierNotStopped;

  @Option(
      names = "--deadline",
      paramLabel = "SECONDS",
      description = "How many seconds to wait for a long transaction; default 60.")
  private @Nullable Integer deadlineSeconds;

  public GapsCloseVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  boolean mayAsk() {
    return false;
  }

  @Override
  ActRequest request(boolean dryRun) {
    return new ActRequest(
        instance.path("/gaps:close"),
        new GapsBody(
            Optional.ofNullable(channel),
            Optional.of(rowRepaired),
            Optional.of(applierNotStopped),
            Optional.ofNullable(deadlineSeconds).map(Duration::ofSeconds),
            Optional.of(dryRun)));
  }
}
