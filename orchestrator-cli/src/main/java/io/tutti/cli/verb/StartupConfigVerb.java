package io.tutti.cli.verb;

import io.tutti.api.StartupConfigView;
import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tutti startup-config}. */
@Command(
    name = "startup-config",
    header = "Prints the option file for a server that starts fenced.",
    description =
        "A server with it starts without letting clients in, and its replication survives a crash."
            + " It has only options that the server's release knows, each with its reason.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti startup-config db2:3306 >/etc/mysql/conf.d/zz-tutti-startup.cnf",
      "  tutti startup-config db2:3306 --json"
    })
public final class StartupConfigVerb extends ClientVerb {
  @Mixin private InstanceArgument instance = new InstanceArgument();

  public StartupConfigVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get(instance.path("/startup-config"));
  }

  @Override
  List<Line> show(Answer answer) {
    return answer.as(StartupConfigView.class).text().lines().map(Line::of).toList();
  }
}
