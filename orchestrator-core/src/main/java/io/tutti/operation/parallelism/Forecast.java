package io.tutti.operation.parallelism;

import io.tutti.binlog.file.BinlogException;
import io.tutti.binlog.file.BinlogTrouble;
import io.tutti.binlog.file.LogSourceException;
import io.tutti.binlog.live.LiveLogs;
import io.tutti.binlog.live.Wanted;
import io.tutti.binlog.simulate.Facts;
import io.tutti.binlog.simulate.Simulation;
import io.tutti.binlog.simulate.Simulator;
import io.tutti.binlog.simulate.Workload;
import io.tutti.binlog.simulate.WorkloadReader;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.spi.knob.ServerKnob;
import io.tutti.tuning.Candidate;
import io.tutti.tuning.Trial;
import io.tutti.tuning.TuningAdvisor;
import io.tutti.tuning.Tunings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Reads what a replica's source wrote recently, with the controller's account and within bounds,
 * and predicts what other settings would give. Nothing is changed.
 */
record Forecast(ParallelismEnvironment environment, Tunings tunings) {
  /** Enough for a prediction, and read in seconds. */
  private static final int TRANSACTIONS_MAX = 50_000;

  private static final long BYTES_MAX = 256L << 20;
  private static final long BYTES_PER_SECOND = 25L << 20;
  private static final Duration READ_MAX = Duration.ofMinutes(1);

  /** A commit that does not wait for a disk, in microseconds. */
  private static final double COMMIT_WITHOUT_SYNC = 50;

  /**
   * @param last so much of what was written is looked at
   * @throws OrchestratorException when it cannot be predicted, with the reason
   */
  TuningAdvisor advisor(
      InstanceState replica, Channel channel, Duration last, Session session, Deadline deadline) {
    TuningTarget target = TuningTarget.of(environment, session, replica);
    try (Session source = environment.servers().open(channel.source(), deadline)) {
      InstanceState above = source.read(deadline);
      Workload workload = read(source, above, last);
      Simulation simulation = simulate(workload, replica, target.present());
      return new TuningAdvisor(
          replica,
          Optional.of(above),
          channel.source(),
          target.present(),
          target.workers().name(),
          target.schemes(),
          source.provider().sourceHelp(above),
          simulation,
          workload.isCut() ? Optional.<Double>empty() : Optional.of((double) last.toSeconds()),
          names(new Server(session, replica), new Server(source, above), channel.name(), deadline));
    }
  }

  private static Workload read(Session source, InstanceState above, Duration last) {
    Wanted wanted =
        new Wanted(
            last,
            Optional.empty(),
            Optional.empty(),
            BYTES_MAX,
            BYTES_PER_SECOND,
            Optional.empty(),
            READ_MAX);
    try (LiveLogs logs =
        source
            .logsOf(wanted)
            .orElseThrow(() -> unreadable(above, "it sends none", "ask another"))) {
      Workload workload = WorkloadReader.read(logs, logs.readKeys(), TRANSACTIONS_MAX);
      if (workload.count() == 0) {
        throw unreadable(
            above,
            "it wrote no transaction in the last %d s".formatted(last.toSeconds()),
            "look at a longer time: --last");
      }
      return workload;
    } catch (LogSourceException e) {
      throw unreadable(above, e.at("", 0).trouble());
    } catch (BinlogException e) {
      throw unreadable(above, e.trouble());
    } catch (IOException e) {
      throw unreadable(above, String.valueOf(e.getMessage()), "try again");
    }
  }

  private static OrchestratorException unreadable(InstanceState source, BinlogTrouble trouble) {
    return unreadable(source, trouble.sentence(), trouble.remedy());
  }

  private static OrchestratorException unreadable(InstanceState source, String why, String remedy) {
    return new OrchestratorException(
        ErrorCode.BINLOG_UNREADABLE,
        source.address().toString(),
        "What %s wrote cannot be looked at: %s. Nothing was changed."
            .formatted(source.address(), why),
        Remedies.of(remedy));
  }

  private Simulation simulate(Workload workload, InstanceState replica, Candidate present) {
    TreeSet<Integer> workers = new TreeSet<>(Simulator.WORKERS);
    workers.add(present.workers());
    return Simulator.simulate(workload, facts(replica), List.of(), List.copyOf(workers));
  }

  private Facts facts(InstanceState replica) {
    boolean waits =
        !replica.durability().syncBinlog().is(0L) || replica.durability().flushLogAtCommit().is(1L);
    Facts facts = waits ? Facts.assumed() : Facts.assumed().withCommit(COMMIT_WITHOUT_SYNC, false);
    return serialRate(replica.address()).map(facts::withSerialRate).orElse(facts);
  }

  /** As an earlier try without workers measured it. */
  private Optional<Double> serialRate(InstanceAddress replica) {
    return tunings.all().stream()
        .filter(each -> each.instance().equals(replica))
        .flatMap(each -> each.trials().stream())
        .filter(trial -> trial.candidate().isSerial() && !trial.isOfRows())
        .map(Trial::perSecond)
        .filter(rate -> rate > 0)
        .findFirst();
  }

  /** A server that was opened, and what it showed. */
  private record Server(Session session, InstanceState state) {}

  /** What two servers call their settings, and show of them. */
  private TuningAdvisor.Names names(
      Server replica, Server source, String channel, Deadline deadline) {
    return (address, knob) -> {
      Server server = address.equals(replica.state().address()) ? replica : source;
      return environment
          .catalogues()
          .withDurability(server.session().provider(), server.state().version().version())
          .find(knob)
          .map(found ->
              new TuningAdvisor.Shown(
                  found.serverName(), value(server.session(), found, channel, deadline)));
    };
  }

  private static Optional<String> value(
      Session session, ServerKnob knob, String channel, Deadline deadline) {
    try {
      return Optional.of(session.control().read(knob, channel, deadline).value());
    } catch (OrchestratorException e) {
      return Optional.empty();
    }
  }
}
