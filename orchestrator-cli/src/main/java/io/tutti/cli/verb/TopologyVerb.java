package io.tutti.cli.verb;

import io.tutti.api.ClusterView;
import io.tutti.api.TopologyView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.TopologyTree;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.LiveScreen;
import io.tutti.cli.session.Screen;
import io.tutti.cli.session.TuttiCommand;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti topology}. */
@Command(
    name = "topology",
    header = "Draws which server replicates from which.",
    description =
        "Each server has its version, state, lag, applier and GTIDs. With --json and "
            + "without CLUSTER it prints one JSON document for each cluster, one per line.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti topology                  all clusters",
      "  tutti topology db1:3306         the cluster of that name, or that this instance is in",
      "  tutti topology --watch          drawn again every second"
    })
public final class TopologyVerb implements Callable<Integer> {
  private static final long WATCH_INTERVAL_SECONDS = 1;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "CLUSTER",
      description = "Its name, or an instance of it; all clusters when left out.")
  private @Nullable String cluster;

  @Option(names = "--watch", description = "Draw again every second, until Ctrl-C.")
  private boolean watch;

  private final TuttiCommand tutti;

  public TopologyVerb(TuttiCommand tutti) {
    this.tutti = tutti;
  }

  @Override
  public Integer call() throws InterruptedException {
    ControllerClient controller = tutti.controller();
    if (watch) {
      watch(controller);
    }
    List<Answer> answers = answers(controller);
    if (tutti.json()) {
      answers.forEach(answer -> tutti.screen().printJson(answer.text()));
    } else {
      tutti.screen().print(lines(tutti.screen(), answers));
    }
    return ExitCode.DONE;
  }

  private void watch(ControllerClient controller) throws InterruptedException {
    try (LiveScreen live = new LiveScreen(tutti.screen())) {
      while (!Thread.currentThread().isInterrupted()) {
        List<Answer> answers = answers(controller);
        if (tutti.json()) {
          answers.forEach(answer -> tutti.screen().printJson(answer.text()));
        } else {
          live.draw(lines(tutti.screen(), answers));
        }
        TimeUnit.SECONDS.sleep(WATCH_INTERVAL_SECONDS);
      }
    }
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

  /** The trees of these answers. */
  public static List<Line> lines(Screen screen, List<Answer> answers) {
    if (answers.isEmpty()) {
      return List.of(Line.of("No cluster is known yet. Find one with: tutti discover HOST:PORT"));
    }
    List<TopologyView> clusters =
        answers.stream().map(answer -> answer.as(TopologyView.class)).toList();
    return new TopologyTree(screen.glyphs(), screen.columns(), Instant.now()).lines(clusters);
  }
}
