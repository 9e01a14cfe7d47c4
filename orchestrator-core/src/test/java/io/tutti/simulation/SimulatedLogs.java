package io.tutti.simulation;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.BinlogPosition;
import io.tutti.spi.Deadline;
import io.tutti.spi.LogReader;
import java.util.List;
import java.util.Optional;

/** Lists the logs of a simulated server. */
record SimulatedLogs(SimulatedClient client) implements LogReader {
  @Override
  public List<LogFile> files(Deadline deadline) {
    SimulatedServer server = client.server();
    return client.world().ask(server, () -> server.binlog().listFiles());
  }

  @Override
  public List<LogEvent> list(
      Log log, String channel, Optional<BinlogPosition> from, int countMax, Deadline deadline) {
    SimulatedServer server = client.server();
    return client
        .world()
        .ask(
            server,
            () ->
                log == Log.RELAY
                    ? relayed(server, channel, from, countMax)
                    : written(server, from, countMax));
  }

  private static List<LogEvent> relayed(
      SimulatedServer server, String channel, Optional<BinlogPosition> from, int countMax) {
    return server
        .channel(channel)
        .flatMap(found -> found.relayLog().list(from, countMax))
        .orElseThrow(
            () -> refusal(server, "Could not find target log of channel '" + channel + "'"));
  }

  private static List<LogEvent> written(
      SimulatedServer server, Optional<BinlogPosition> from, int countMax) {
    BinlogPosition place =
        from.orElseGet(() -> BinlogPosition.firstOf(server.binlog().listFiles().getFirst().name()));
    return server
        .binlog()
        .list(place, countMax)
        .orElseThrow(() -> refusal(server, "no event of a log begins at " + place));
  }

  private static OrchestratorException refusal(SimulatedServer server, String what) {
    return new OrchestratorException(
        ErrorCode.LOG_NOT_THERE, server.address().toString(), what, List.of("list its logs"));
  }
}
