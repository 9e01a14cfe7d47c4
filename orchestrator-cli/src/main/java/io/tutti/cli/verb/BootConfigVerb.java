package io.tutti.cli.verb;

import io.tutti.api.BootConfigView;
import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.model.InstanceAddress;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tutti boot-config}. */
@Command(
    name = "boot-config",
    header = "Prints the option file for a server that starts fenced.",
    description =
        "With it a server starts without letting clients in, and is safe to replicate. "
            + "It has only options that the server's release knows, each with its reason.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti boot-config db2:3306 >/etc/mysql/conf.d/zz-tutti-boot.cnf",
      "  tutti boot-config db2:3306 --json"
    })
public final class BootConfigVerb extends ClientVerb {
  @Parameters(index = "0", paramLabel = "HOST:PORT", description = "The instance, or an alias.")
  private @Nullable InstanceAddress address;

  public BootConfigVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get(
        ControllerClient.path(
            "/instances/{}/boot-config", Objects.requireNonNull(address).toString()));
  }

  @Override
  List<Line> show(Answer answer) {
    return answer.as(BootConfigView.class).text().lines().map(Line::of).toList();
  }
}
