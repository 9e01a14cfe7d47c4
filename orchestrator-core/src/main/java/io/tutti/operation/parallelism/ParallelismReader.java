package io.tutti.operation.parallelism;

import io.tutti.capability.Ports;
import io.tutti.error.OrchestratorException;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.knob.KnobReading;
import io.tutti.spi.knob.KnobScope;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;
import io.tutti.store.KeptSettings;
import java.util.ArrayList;
import java.util.List;

/** Reads the parallel settings of a server for people. */
public record ParallelismReader(Servers servers, KnobCatalogues catalogues, KeptSettings kept) {

  public static ParallelismReader of(Ports ports) {
    return new ParallelismReader(
        ports.servers(), KnobCatalogues.of(ports), ports.records().settings());
  }

  /**
   * @throws OrchestratorException when the server cannot be read
   */
  public ParallelismReport read(InstanceAddress address, Deadline deadline) {
    KeptKnobs known = KeptKnobs.of(kept.load(address));
    try (Session session = servers.open(address, deadline)) {
      InstanceState state = session.read(deadline);
      List<ParallelismReport.Row> rows = new ArrayList<>();
      for (ServerKnob knob : catalogues.of(session.provider(), state.version().version()).knobs()) {
        for (String channel : channels(state, knob)) {
          rows.add(row(session, knob, channel, known, deadline));
        }
      }
      List<ParallelismReport.ChannelGaps> gaps =
          state.knownChannels().stream()
              .map(channel ->
                  ParallelismReport.ChannelGaps.of(
                      channel.name(),
                      GapJudgement.of(state, channel, session.provider().capabilities())))
              .toList();
      ReplicationStatements words =
          session.provider().replicationStatements(state.version().version());
      return new ParallelismReport(state, rows, gaps, optionLines(rows, words));
    }
  }

  private static List<String> channels(InstanceState state, ServerKnob knob) {
    return knob.scope() == KnobScope.CHANNEL && !state.knownChannels().isEmpty()
        ? state.knownChannels().stream().map(Channel::name).toList()
        : List.of("");
  }

  private static ParallelismReport.Row row(
      Session session, ServerKnob knob, String channel, KeptKnobs known, Deadline deadline) {
    String key = KnobChange.key(knob, channel);
    Observed<String> value;
    Observed<String> persisted;
    try {
      KnobReading reading = session.control().read(knob, channel, deadline);
      value = Observed.known(reading.value());
      persisted = reading.persisted();
    } catch (OrchestratorException e) {
      value = Observed.unknown(e.observed());
      persisted = Observed.unknown(e.observed());
    }
    return new ParallelismReport.Row(
        knob,
        channel,
        value,
        persisted,
        known.desired(key),
        known.original(key).map(KnobChange::value));
  }

  private static List<String> optionLines(
      List<ParallelismReport.Row> rows, ReplicationStatements words) {
    List<String> lines = new ArrayList<>();
    for (ParallelismReport.Row row : rows) {
      if (row.desired().isPresent() && !row.knob().isPersistable()) {
        lines.add(
            words.optionLine(new KnobSetting(row.knob(), row.desired().get(), row.channel())));
      }
    }
    return lines;
  }
}
