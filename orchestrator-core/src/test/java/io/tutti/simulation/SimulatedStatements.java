package io.tutti.simulation;

import io.tutti.fixtures.FakeStatements;
import io.tutti.gtid.Gtid;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.spi.NewSource;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.knob.KnobSetting;
import java.util.List;
import java.util.Optional;

/** What is said to simulated servers. */
final class SimulatedStatements extends FakeStatements {
  private final Naming naming;

  SimulatedStatements(Naming naming) {
    this.naming = naming;
  }

  private Optional<String> withUuids(String said) {
    return Optional.of(said).filter(each -> naming.hasUuids());
  }

  private static String of(String channel) {
    return channel.isEmpty() ? "" : " OF '" + channel + "'";
  }

  @Override
  public String start(ReplicationThread thread, String channel) {
    return "START " + thread + of(channel);
  }

  @Override
  public String stop(ReplicationThread thread, String channel) {
    return "STOP " + thread + of(channel);
  }

  @Override
  public Optional<String> startUntilGapsAreClosed(String channel) {
    return withUuids("START APPLIER UNTIL NO GAP" + of(channel));
  }

  @Override
  public String startUntil(BinlogPosition place, String channel) {
    return "START APPLIER UNTIL " + place + of(channel);
  }

  @Override
  public Optional<String> dropReceived(String channel) {
    return withUuids("FETCH AGAIN BY GTID" + of(channel));
  }

  @Override
  public List<String> skipTransaction(Gtid gtid) {
    return List.of("SKIP " + gtid);
  }

  @Override
  public List<String> skipNext(int count, String channel) {
    return List.of("SKIP NEXT " + count + of(channel));
  }

  @Override
  public String goOnAt(BinlogPosition place, String channel) {
    return "GO ON AT " + place + of(channel);
  }

  @Override
  public String follow(NewSource source, String channel) {
    return "FOLLOW " + source + of(channel);
  }

  @Override
  public String endChannel(String channel) {
    return "END CHANNEL" + of(channel);
  }

  @Override
  public String wipeBinlogs() {
    return "WIPE BINLOGS";
  }

  @Override
  public Optional<String> restoreExecuted(GtidSet executed) {
    return withUuids("RESTORE " + executed);
  }

  @Override
  public List<String> set(KnobSetting setting) {
    return List.of("SET GLOBAL " + setting);
  }
}
