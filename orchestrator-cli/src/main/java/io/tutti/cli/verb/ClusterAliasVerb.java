package io.tutti.cli.verb;

import io.tutti.api.AliasBody;
import io.tutti.api.ClusterView;
import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti cluster alias}. */
@Command(
    name = "alias",
    header = "Gives a cluster a name of your own.",
    description =
        "It can be used wherever a command takes a CLUSTER, and stays with the cluster when another"
            + " server becomes its source. A cluster may have several aliases, and an alias one"
            + " cluster.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti cluster alias db1:3306 orders",
      "  tutti topology orders",
      "  tutti cluster alias orders orders --remove"
    })
public final class ClusterAliasVerb extends ClientVerb {
  @Parameters(
      index = "0",
      paramLabel = "CLUSTER",
      description = "Its name or alias, or an instance of it.")
  private @Nullable String cluster;

  @Parameters(
      index = "1",
      paramLabel = "NAME",
      description = "A letter, then letters, digits, - and _, at most 63 in all.")
  private @Nullable String alias;

  @Option(names = "--remove", description = "Take the alias from the cluster.")
  private boolean remove;

  public ClusterAliasVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    String path = ControllerClient.path("/clusters/{}/aliases", Objects.requireNonNull(cluster));
    String name = Objects.requireNonNull(alias);
    return remove
        ? controller.delete(path + ControllerClient.path("/{}", name))
        : controller.post(path, new AliasBody(name));
  }

  @Override
  List<Line> show(Answer answer) {
    ClusterView view = answer.as(ClusterView.class);
    return List.of(
        Line.of(
            view.aliases().isEmpty()
                ? "The cluster %s has no alias.".formatted(view.name())
                : "The cluster %s is called %s."
                    .formatted(view.name(), String.join(", ", view.aliases()))));
  }
}
