package io.tutti.cli.verb;

import io.tutti.api.SkipBody;
import io.tutti.cli.session.TuttiCommand;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tutti skip}. */
@Command(
    name = "skip",
    header = "Lets a replica skip exactly one transaction.",
    description =
        "It is the one that fails, or the one that you name. It shows first what the transaction"
            + " does, and in which tables the replica will differ from its source.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti skip db2:3306 --dry-run",
      "  tutti skip db2:3306 --next --channel east",
      "  tutti skip db2:3306 --gtid 3e11fa47-71ca-11e1-9e33-c80aa9429562:42"
    })
public final class SkipVerb extends ActingVerb {
  @Mixin private InstanceArgument instance = new InstanceArgument();

  @ArgGroup private @Nullable Which which;

  @Option(
      names = "--channel",
      paramLabel = "NAME",
      description = "The channel that it came over; needed if there are several.")
  private @Nullable String channel;

  /** One or the other. */
  static final class Which {
    @Option(names = "--next", description = "The transaction that fails; this is the default.")
    private boolean next;

    @Option(names = "--gtid", paramLabel = "GTID", description = "The transaction with that GTID.")
    private @Nullable String gtid;
  }

  public SkipVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  ActRequest request(boolean dryRun) {
    return new ActRequest(
        instance.path("/transactions:skip"),
        new SkipBody(
            Optional.ofNullable(which).flatMap(each -> Optional.ofNullable(each.gtid)),
            Optional.ofNullable(channel),
            Optional.of(dryRun)));
  }
}
