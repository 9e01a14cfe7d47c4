package io.tutti.cli.demo;

import io.tutti.api.DiscoveryBody;
import io.tutti.api.InstanceView;
import io.tutti.api.TopologyView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Tone;
import io.tutti.cli.render.TopologyTree;
import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.LiveScreen;
import io.tutti.cli.session.Screen;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.cli.verb.TopologyVerb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tutti demo}. */
@Command(
    name = "demo",
    header = "Shows Tutti with real servers on this machine.",
    description = {
      "Starts real MySQL and MariaDB topologies and a controller on this machine, and "
          + "shows them. It needs a JDK on Linux x86-64 and nothing else; the programs of "
          + "the servers are fetched once, to ~/.cache/tutti.",
      "Ctrl-C, or the end of this process in any other way, leaves nothing behind."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti demo                      live, until Ctrl-C",
      "  tutti demo --once               the trees once, then end",
      "  tutti demo --once --json        the same as the controller's JSON"
    })
public final class DemoVerb implements Callable<Integer> {
  /** All servers are up by then; the first readings take a poll or two. */
  private static final Duration COMPLETE_TIME_MAX = Duration.ofSeconds(20);

  private static final long POLL_MILLIS = 200;

  /** Patient, because a small machine has its hands full while nine processes start. */
  private static final Map<String, String> CONTROLLER_SETTINGS =
      Map.of(
          "TUTTI_TARGET_USER",
          DemoServers.MONITOR_USER,
          "TUTTI_TARGET_PASSWORD",
          DemoServers.MONITOR_PASSWORD,
          "TUTTI_TARGET_STATEMENT_TIMEOUT",
          "5s",
          "TUTTI_DISCOVERY_CONTACT_TIMEOUT",
          "10s");

  private static final long LIVE_INTERVAL_SECONDS = 1;

  @Option(names = "--once", description = "Print the trees once and end.")
  private boolean once;

  private final TuttiCommand tutti;
  private final List<AutoCloseable> started = new ArrayList<>();
  private volatile boolean ending;

  public DemoVerb(TuttiCommand tutti) {
    this.tutti = tutti;
  }

  @Override
  public Integer call() throws InterruptedException {
    Path distribution = distribution();
    Runtime.getRuntime().addShutdownHook(new Thread(this::end, "demo-end"));
    try {
      run(distribution);
    } catch (CommandFailure e) {
      if (!ending) {
        throw e;
      }
    } finally {
      stopAll();
    }
    return ExitCode.DONE;
  }

  private void run(Path distribution) throws InterruptedException {
    Instant begun = Instant.now();
    DemoServers.fetch(tutti.screen());
    say("Starting a controller and 7 database servers");
    ControllerProcess controller = keep(ControllerProcess.start(distribution, CONTROLLER_SETTINGS));
    DemoServers servers = keep(DemoServers.start());
    servers.startWriting();
    ControllerClient client = controller.awaitReady();
    for (String address : servers.oneOfEach()) {
      discover(client, address);
    }
    awaitComplete(client, servers);
    say("Ready after %d s".formatted(Duration.between(begun, Instant.now()).toSeconds()));
    if (!once) {
      live(client);
    } else if (tutti.output().isDocument()) {
      TopologyVerb.allClusters(client).forEach(a -> tutti.output().document(a.text()));
    } else {
      tutti.screen().print(page(client, clusters(client)));
    }
  }

  private static void discover(ControllerClient client, String address)
      throws InterruptedException {
    Instant limit = Instant.now().plus(COMPLETE_TIME_MAX);
    while (true) {
      try {
        client.post(
            "/discoveries",
            new DiscoveryBody(Optional.empty(), Optional.empty(), Optional.of(address)));
        return;
      } catch (CommandFailure e) {
        if (Instant.now().isAfter(limit)) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      }
    }
  }

  /** Progress is not the answer: it goes to standard error. */
  private void say(String sentence) {
    tutti.screen().err().println(sentence);
  }

  private static Path distribution() {
    Path folder = Path.of(System.getProperty("tutti.distribution", "distribution/target/tutti"));
    if (!Files.isDirectory(folder)) {
      throw CommandFailure.local(
          ExitCode.FAILED,
          "CONTROLLER_NOT_BUILT",
          "There is no controller in %s.".formatted(folder),
          List.of("start the demo with the launcher, which builds it: ./tutti demo"));
    }
    return folder;
  }

  private synchronized <T extends AutoCloseable> T keep(T part) {
    started.add(part);
    return part;
  }

  /** From here on it is no failure that the controller does not answer. */
  private void end() {
    ending = true;
    stopAll();
  }

  private synchronized void stopAll() {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      started.forEach(part -> threads.execute(() -> stop(part)));
    }
    started.clear();
  }

  private void stop(AutoCloseable part) {
    try {
      part.close();
    } catch (Exception e) {
      say("While ending the demo: " + e.getMessage());
    }
  }

  private static List<TopologyView> clusters(ControllerClient client) {
    return TopologyVerb.allClusters(client).stream()
        .map(answer -> answer.as(TopologyView.class))
        .toList();
  }

  /** Waits until every server was read and every replica's lag is known. */
  private static void awaitComplete(ControllerClient client, DemoServers servers)
      throws InterruptedException {
    Instant limit = Instant.now().plus(COMPLETE_TIME_MAX);
    int wanted = servers.addresses().size();
    while (Instant.now().isBefore(limit)) {
      List<InstanceView> instances =
          clusters(client).stream().flatMap(c -> c.instances().stream()).toList();
      if (instances.size() == wanted && instances.stream().allMatch(DemoVerb::isComplete)) {
        return;
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  private static boolean isComplete(InstanceView instance) {
    return instance.contact() == InstanceView.Contact.REACHED
        && instance.channels().stream().allMatch(channel -> channel.lag().value().isPresent());
  }

  private List<Line> page(ControllerClient client, List<TopologyView> clusters) {
    Screen screen = tutti.screen();
    List<Line> lines = new ArrayList<>();
    lines.add(
        Line.of("Tutti demo", Tone.STRONG)
            .plus("  real servers, about 20 writes a second", Tone.DIM));
    lines.add(Line.EMPTY);
    lines.addAll(
        new TopologyTree(screen.glyphs(), screen.columns(), Instant.now()).lines(clusters));
    if (once) {
      return lines;
    }
    lines.add(Line.EMPTY);
    lines.add(Line.of("REST   ", Tone.DIM).plus(client.location().url() + "/api/v1"));
    lines.add(Line.of("token  ", Tone.DIM).plus(client.location().token().orElse("none")));
    return lines;
  }

  private void live(ControllerClient client) throws InterruptedException {
    if (tutti.screen().terminal()) {
      liveOnTerminal(client);
    } else {
      liveOnPipe(client);
    }
  }

  private void liveOnTerminal(ControllerClient client) throws InterruptedException {
    try (LiveScreen live =
        new LiveScreen(tutti.screen(), "Ctrl-C ends it and leaves nothing behind", false)) {
      do {
        List<Line> lines = new ArrayList<>(page(client, clusters(client)));
        lines.add(Line.EMPTY);
        live.draw(lines);
      } while (live.pause(Duration.ofSeconds(LIVE_INTERVAL_SECONDS)));
    }
  }

  private void liveOnPipe(ControllerClient client) throws InterruptedException {
    List<TopologyView> shown = clusters(client);
    tutti.screen().print(page(client, shown));
    while (!Thread.currentThread().isInterrupted()) {
      TimeUnit.SECONDS.sleep(LIVE_INTERVAL_SECONDS);
      List<TopologyView> now = clusters(client);
      String time = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
      Changes.between(shown, now).forEach(change -> tutti.screen().print(time + "  " + change));
      shown = now;
    }
  }
}
