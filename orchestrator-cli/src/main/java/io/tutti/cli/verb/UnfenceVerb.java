package io.tutti.cli.verb;

import io.tutti.api.UnfenceBody;
import io.tutti.cli.session.TuttiCommand;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tutti unfence}. */
@Command(
    name = "unfence",
    header = "Lets clients and replicas in again.",
    description =
        "It does so if it is proved that the server lost nothing and that no other "
            + "server of its cluster takes writes. Otherwise it is refused, with the reason.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti unfence db2:3306 --dry-run",
      "  tutti unfence db2:3306 --force --why \"rebuilt from a backup\""
    })
public final class UnfenceVerb extends ActingVerb {
  @Mixin private InstanceArgument instance = new InstanceArgument();

  @Option(names = "--force", description = "Lift the fence without a proof. It needs a reason.")
  private boolean force;

  @Option(names = "--why", paramLabel = "TEXT", description = "The reason; kept in the audit.")
  private @Nullable String why;

  public UnfenceVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  boolean mayAsk() {
    return false;
  }

  @Override
  ActRequest request(boolean dryRun) {
    return new ActRequest(
        instance.path(":unfence"),
        new UnfenceBody(Optional.of(force), Optional.ofNullable(why), Optional.of(dryRun)));
  }
}
