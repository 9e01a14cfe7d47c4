package io.tutti.cli.verb;

import io.tutti.api.BinlogReadingView;
import io.tutti.api.BinlogReadingView.Kind;
import io.tutti.api.SimulationView;
import io.tutti.binlog.file.BinlogException;
import io.tutti.binlog.file.TableKeys;
import io.tutti.binlog.live.LiveLogs;
import io.tutti.binlog.simulate.Facts;
import io.tutti.binlog.simulate.Scheme;
import io.tutti.binlog.simulate.Simulator;
import io.tutti.binlog.simulate.Workload;
import io.tutti.binlog.simulate.WorkloadReader;
import io.tutti.binlogview.SimulationViews;
import io.tutti.cli.render.SimulationPage;
import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.cli.view.Json;
import io.tutti.model.InstanceAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti binlog simulate}. */
@Command(
    name = "simulate",
    header = "Predicts how fast a replica would apply binlogs.",
    description =
        "A model of each kind of applier runs the transactions of the files, with 0, 1, 2, 4, ..."
            + " 1024 workers. Nothing is done to any server. What is not given is assumed, and the"
            + " answer says so. For WRITESET it must know the keys of tables: from the log"
            + " (binlog_row_metadata=FULL), or from --keys; a running server is asked for them.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti binlog simulate binlog.000042",
      "  tutti binlog simulate --commit-latency 0.6 --serial-rate 900 --keys keys.tsv"
          + " binlog.000042",
      "  tutti binlog simulate db1:3306 --last 10m",
      "  tutti binlog simulate db1:3306 --last 10m --user repl --password-file password",
      "  tutti binlog simulate --scheme writeset-ordered --workers 0,4,8 --json binlog.000042"
    })
final class BinlogSimulateVerb implements Callable<Integer> {
  private static final int WORKERS_MAX = 16_383;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE|HOST:PORT",
      description = "The files, in the order in which they were written; or a running server.")
  private List<String> logs = new ArrayList<>();

  @Option(
      names = "--workers",
      split = ",",
      paramLabel = "N",
      description = "Numbers of workers. All powers of two up to 1024 when left out.")
  private List<Integer> workers = Simulator.WORKERS;

  @Option(
      names = "--scheme",
      split = ",",
      paramLabel = "SCHEME",
      description =
          "One or more of database, logical-clock, writeset, writeset-session, the last three with"
              + " -ordered, too; of MariaDB domains, minimal, conservative, optimistic, aggressive."
              + " All when left out.")
  private List<String> schemes = new ArrayList<>();

  @Option(
      names = "--keys",
      paramLabel = "FILE",
      description = "The keys of tables, as the query of `tutti binlog keys` gives them.")
  private Optional<Path> keys = Optional.empty();

  @Option(
      names = "--transactions",
      paramLabel = "N",
      defaultValue = "50000",
      description = "So many are taken, from the first on. ${DEFAULT-VALUE} when left out.")
  private int transactions;

  @ArgGroup(exclusive = false, heading = "%nWhat the replica is like:%n")
  private ReplicaFacts replica = new ReplicaFacts();

  @ArgGroup(exclusive = false, heading = "%nFor a running server:%n")
  private LiveOptions live = new LiveOptions();

  private final TuttiCommand tutti;

  BinlogSimulateVerb(TuttiCommand tutti) {
    this.tutti = tutti;
  }

  @Override
  public Integer call() {
    List<Scheme> asked = schemes.stream().map(BinlogSimulateVerb::scheme).toList();
    List<Integer> counts = workers.stream().distinct().sorted().toList();
    if (counts.getFirst() < 0 || counts.getLast() > WORKERS_MAX || transactions < 1) {
      throw usage("--workers are from 0 to %d, --transactions at least 1".formatted(WORKERS_MAX));
    }
    Optional<InstanceAddress> server = live.server(logs);
    if (server.isPresent() && live.isByController()) {
      return byController(server.get(), counts);
    }
    Facts facts = replica.facts();
    Workload workload = read(server);
    if (workload.count() == 0) {
      throw failure(
          "NO_TRANSACTIONS",
          "The files have no complete transaction.",
          "name files that have some");
    }
    SimulationView simulation = simulate(workload, facts, asked, counts);
    return print(tutti, Json.answer(simulation), simulation);
  }

  private int byController(InstanceAddress server, List<Integer> counts) {
    if (keys.isPresent()) {
      throw usage("The controller asks the server for the keys of tables; --keys goes with --user");
    }
    return print(
        tutti,
        ControllerReadings.of(tutti)
            .read(
                Kind.SIMULATION,
                live.simulation(
                    server, replica, new LiveOptions.Tried(transactions, counts, schemes))));
  }

  /** Prints what came out of a reading of the controller. */
  static int print(TuttiCommand tutti, Answer ended) {
    return print(
        tutti,
        ended.json().at("simulation").toString(),
        ended.as(BinlogReadingView.class).simulation().orElseThrow());
  }

  private static int print(TuttiCommand tutti, String document, SimulationView simulation) {
    tutti
        .output()
        .print(document, () -> SimulationPage.of(simulation, tutti.output().extent().columns()));
    return simulation.unread().isEmpty() && !simulation.predictions().isEmpty()
        ? ExitCode.DONE
        : ExitCode.FAILED;
  }

  private static SimulationView simulate(
      Workload workload, Facts facts, List<Scheme> asked, List<Integer> counts) {
    try {
      return SimulationViews.of(Simulator.simulate(workload, facts, asked, counts));
    } catch (IllegalArgumentException e) {
      throw usage(String.valueOf(e.getMessage()));
    }
  }

  private Workload read(Optional<InstanceAddress> server) {
    try {
      return server.isPresent() ? ofServer(server.get()) : ofFiles();
    } catch (BinlogException e) {
      throw BinlogAnalyzeVerb.failure(e.trouble());
    } catch (IOException e) {
      throw failure(
          "BINLOG_UNREADABLE",
          "The files cannot be read: %s.".formatted(e.getMessage()),
          "check whether this user may read them");
    }
  }

  private Workload ofFiles() throws IOException {
    List<Path> files = logs.stream().map(Path::of).toList();
    return WorkloadReader.read(files, KeysFile.read(keys), transactions);
  }

  private Workload ofServer(InstanceAddress server) throws IOException {
    try (LiveLogs sent = live.open(server, false)) {
      TableKeys known = keys.isPresent() ? KeysFile.read(keys) : sent.readKeys();
      return WorkloadReader.read(sent, known, transactions);
    }
  }

  private static Scheme scheme(String text) {
    return Scheme.find(text)
        .orElseThrow(() ->
            usage(
                "--scheme %s is none of %s"
                    .formatted(
                        text,
                        Arrays.stream(Scheme.values())
                            .map(Scheme::text)
                            .collect(Collectors.joining(", ")))));
  }

  private static CommandFailure usage(String sentence) {
    return CommandFailure.local(ExitCode.USAGE, "USAGE", sentence + ".", List.of());
  }

  private static CommandFailure failure(String code, String sentence, String remedy) {
    return CommandFailure.local(ExitCode.FAILED, code, sentence, List.of(remedy));
  }
}
