package io.tutti.cli.verb;

import io.tutti.api.ClusterView;
import io.tutti.api.TopologyView;
import io.tutti.cli.render.IfSourceDiedLines;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.TopologyTree;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.Screen;
import io.tutti.cli.session.TuttiCommand;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti topology}. */
@Command(
    name = "topology",
    header = "Draws which server replicates from which.",
    description =
        "Each server has its version, state, lag, applier and GTIDs. With --json and "
            + "without CLUSTER it prints one JSON document for each cluster, one per line. With CLUSTER"
            + " it says as well what a failover would do if its source died now.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti topology                  all clusters",
      "  tutti topology db1:3306         the cluster of that name, or that this instance is in",
      "  tutti topology --watch          drawn again every second",
      "  tutti topology --worst          problems first"
    })
public final class TopologyVerb implements Callable<Integer> {
  private static final String HINT = "w puts problems first, q quits";

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "CLUSTER",
      description = "Its name or alias, or an instance of it. By default all clusters.")
  private @Nullable String cluster;

  @Option(
      names = "--worst",
      description =
          "Draw clusters with problems first, and only the names of the others. With --watch the"
              + " key w does so, too.")
  private boolean worst;

  @Mixin private final WatchOptions watch = new WatchOptions();

  private final TuttiCommand tutti;

  public TopologyVerb(TuttiCommand tutti) {
    this.tutti = tutti;
  }

  @Override
  public Integer call() throws InterruptedException {
    ControllerClient controller = tutti.controller();
    if (watch.isWanted()) {
      watch.run(tutti, HINT, worst, worstFirst -> asked(controller, worstFirst));
      return ExitCode.DONE;
    }
    tutti.screen().page(asked(controller, worst));
    return ExitCode.DONE;
  }

  private List<Line> asked(ControllerClient controller, boolean worstFirst) {
    List<Answer> answers = answers(controller);
    if (tutti.output().isDocument()) {
      answers.forEach(answer -> tutti.output().document(answer.text()));
      return List.of();
    }
    return lines(tutti.screen(), answers, worstFirst);
  }

  private List<Answer> answers(ControllerClient controller) {
    return Optional.ofNullable(cluster)
        .map(name -> List.of(controller.get(ControllerClient.path("/clusters/{}/topology", name))))
        .orElseGet(() -> allClusters(controller));
  }

  /** The topology of every cluster that the controller knows. */
  public static List<Answer> allClusters(ControllerClient controller) {
    List<Answer> answers = new ArrayList<>();
    for (ClusterView known : controller.get("/clusters").items(ClusterView.class)) {
      String name = known.name();
      answers.add(controller.get(ControllerClient.path("/clusters/{}/topology", name)));
    }
    return answers;
  }

  private List<Line> lines(Screen screen, List<Answer> answers, boolean worstFirst) {
    if (answers.isEmpty()) {
      return List.of(Line.of("No cluster is known yet. Find one with: tutti discover HOST:PORT"));
    }
    List<TopologyView> clusters =
        answers.stream().map(answer -> answer.as(TopologyView.class)).toList();
    List<Line> lines =
        new ArrayList<>(
            new TopologyTree(screen.glyphs(), screen.columns(), Instant.now(), worstFirst)
                .lines(clusters));
    if (cluster != null) {
      clusters.stream()
          .flatMap(each -> each.ifSourceDied().stream())
          .forEach(each -> {
            lines.add(Line.EMPTY);
            lines.addAll(IfSourceDiedLines.of(each));
          });
    }
    return lines;
  }
}
