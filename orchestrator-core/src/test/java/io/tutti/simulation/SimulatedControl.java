package io.tutti.simulation;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.gtid.Gtid;
import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ScheduledEvents;
import io.tutti.spi.ControlNeeds;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.EventControl;
import io.tutti.spi.GapClosing;
import io.tutti.spi.GtidRestoring;
import io.tutti.spi.KnobKeeping;
import io.tutti.spi.NewSource;
import io.tutti.spi.Refetching;
import io.tutti.spi.RelayLogInfoControl;
import io.tutti.spi.ReplicationControl;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.TouchedTables;
import io.tutti.spi.backup.Attachment;
import io.tutti.spi.knob.KnobReading;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Starts, stops and sets the replication of a simulated server. */
record SimulatedControl(SimulatedClient client) implements ReplicationControl {
  private ReplicationStatements words() {
    return new SimulatedStatements(client.flavor().naming());
  }

  private static SimulatedChannel require(SimulatedServer server, String channel) {
    return server
        .channel(channel)
        .orElseThrow(() ->
            refusal(server, ErrorCode.UNKNOWN_CHANNEL, "there is no channel '" + channel + "'"));
  }

  private static OrchestratorException refusal(
      SimulatedServer server, ErrorCode code, String what) {
    return new OrchestratorException(
        code,
        server.address().toString(),
        "%s: %s.".formatted(server.address(), what),
        code == ErrorCode.STATEMENT_TIMED_OUT
            ? Remedies.of("look at SHOW PROCESSLIST on %s for what it waits for", server.address())
            : Remedies.of(Acts.showInstance(server.address())));
  }

  private void toChannel(String channel, String said, Consumer<SimulatedChannel> effect) {
    SimulatedServer server = client.server();
    client.world().say(server, said, () -> effect.accept(require(server, channel)));
  }

  /** What may be changed only while both threads are stopped. */
  private void toStopped(String channel, String said, Consumer<SimulatedChannel> effect) {
    SimulatedServer server = client.server();
    toChannel(
        channel,
        said,
        found -> {
          if (!found.isStopped()) {
            throw refusal(server, ErrorCode.REPLICATION_RUNNING, "a thread of the channel runs");
          }
          effect.accept(found);
        });
  }

  @Override
  public void requirePrivileges(ControlNeeds needs, Deadline deadline) {
    // It may do all.
  }

  @Override
  public void start(ReplicationThread thread, String channel, Deadline deadline) {
    toReceiverOrAll(
        thread,
        channel,
        words().start(thread, channel),
        found -> {
          client.server().count(SimulatedServer.STARTS);
          if (thread != ReplicationThread.APPLIER) {
            found.startReceiver();
          }
          if (thread != ReplicationThread.RECEIVER) {
            found.startApplier();
          }
        });
  }

  /**
   * A server that goes on with a STOP of the applier lets what is said to the receiver wait until
   * that has ended, whoever has said it and does not wait any more. One whose disk is full lets it
   * wait for room.
   */
  private void toReceiverOrAll(
      ReplicationThread thread, String channel, String said, Consumer<SimulatedChannel> effect) {
    AtomicBoolean waits = new AtomicBoolean();
    toChannel(
        channel,
        said,
        found -> {
          waits.set(
              (thread == ReplicationThread.RECEIVER && found.applier().isStopping())
                  || (thread != ReplicationThread.APPLIER && client.server().isDiskFull()));
          if (waits.get()) {
            found.afterItsStop(() -> effect.accept(found));
          } else {
            effect.accept(found);
          }
        });
    if (waits.get()) {
      throw refusal(
          client.server(),
          ErrorCode.STATEMENT_TIMED_OUT,
          client.server().isDiskFull()
              ? "the receiver waits for room on the disk"
              : "an earlier STOP still waits for a lock");
    }
  }

  @Override
  public void stop(ReplicationThread thread, String channel, Deadline deadline) {
    AtomicBoolean hasStopped = new AtomicBoolean(true);
    toReceiverOrAll(
        thread,
        channel,
        words().stop(thread, channel),
        found -> {
          client.server().count(SimulatedServer.STOPS);
          if (thread != ReplicationThread.APPLIER) {
            found.stopReceiver();
          }
          if (thread != ReplicationThread.RECEIVER) {
            hasStopped.set(found.applier().stop());
          }
        });
    if (!hasStopped.get()) {
      throw refusal(
          client.server(), ErrorCode.STATEMENT_TIMED_OUT, "a worker still waits for a lock");
    }
  }

  private void startUntilGapsAreClosed(String channel, Deadline deadline) {
    toChannel(
        channel,
        words().startUntilGapsAreClosed(channel).orElseThrow(),
        found -> {
          client.server().count(SimulatedServer.STARTS);
          found.applier().startUntilGapsAreClosed();
        });
  }

  @Override
  public void startUntil(BinlogPosition place, String channel, Deadline deadline) {
    toChannel(
        channel,
        words().startUntil(place, channel),
        found -> {
          client.server().count(SimulatedServer.STARTS);
          found.applier().startUntil(place);
        });
  }

  private void dropReceived(String channel, Deadline deadline) {
    toStopped(
        channel,
        words().dropReceived(channel).orElseThrow(),
        found -> found.follow(found.source(), Positioning.AUTO_POSITION, Optional.empty()));
  }

  @Override
  public Observed<List<String>> withoutTransactions(TouchedTables tables, Deadline deadline) {
    return Observed.known(List.of());
  }

  @Override
  public Observed<ScheduledEvents> events(Deadline deadline) {
    SimulatedServer server = client.server();
    return Observed.known(client.world().ask(server, server::reportedEvents));
  }

  @Override
  public Optional<EventControl> eventControl() {
    return Optional.of(new SimulatedEventControl(client));
  }

  @Override
  public void skipTransaction(Gtid gtid, String channel, Deadline deadline) {
    SimulatedServer server = client.server();
    client
        .world()
        .say(
            server,
            words().skipTransaction(gtid).getFirst(),
            () -> {
              boolean isRefused =
                  server.naming() == Naming.DOMAINS
                      && server.channels().stream().anyMatch(each -> !each.isStopped());
              if (isRefused) {
                throw refusal(server, ErrorCode.REPLICATION_RUNNING, "a thread runs");
              }
              server.skip(gtid);
            });
  }

  @Override
  public void skipNext(int count, String channel, Deadline deadline) {
    toChannel(
        channel,
        words().skipNext(count, channel).getFirst(),
        found -> {
          if (found.applier().runs()) {
            throw refusal(client.server(), ErrorCode.REPLICATION_RUNNING, "the applier runs");
          }
          found.applier().skipNext(count);
        });
  }

  @Override
  public void goOnAt(BinlogPosition place, String channel, Deadline deadline) {
    toStopped(
        channel,
        words().goOnAt(place, channel),
        found -> found.follow(found.source(), Positioning.LOG_POSITION, Optional.of(place)));
  }

  @Override
  public void attach(Attachment way, Credentials as, Deadline deadline) {
    SimulatedServer server = client.server();
    client
        .world()
        .say(
            server,
            "ATTACH TO " + way.source() + " " + way.statements(),
            () -> attach(server, way));
  }

  @Override
  public void keepAccount(Credentials as, String channel, Deadline deadline) {
    client.world().say(client.server(), words().keepAccount(channel), () -> {});
  }

  private void attach(SimulatedServer server, Attachment way) {
    if (server.channel("").filter(found -> !found.isStopped()).isPresent()) {
      throw refusal(server, ErrorCode.REPLICATION_RUNNING, "a thread of the channel runs");
    }
    way.statements().stream()
        .filter(each -> each.startsWith(SimulatedBackups.REPLICATED))
        .map(each -> each.substring(SimulatedBackups.REPLICATED.length()))
        .forEach(each -> server.names().replicatedUpTo(MariaDbGtidSet.parse(each)));
    boolean byNames = way.statements().getLast().equals(SimulatedBackups.BY_NAMES);
    server.attach(
        way.source(),
        byNames ? Optional.empty() : Optional.of(BinlogPosition.parse(way.statements().getLast())));
  }

  @Override
  public void follow(NewSource source, String channel, Deadline deadline) {
    toStopped(
        channel,
        words().follow(source, channel),
        found -> found.follow(source.address(), source.positioning(), source.place()));
  }

  @Override
  public void endChannel(String channel, Deadline deadline) {
    toStopped(
        channel, words().endChannel(channel), found -> client.server().endChannel(found.name()));
  }

  @Override
  public void wipeBinlogs(Deadline deadline) {
    SimulatedServer server = client.server();
    client.world().say(server, words().wipeBinlogs(), server::wipeBinlogs);
  }

  private void restoreExecuted(GtidSet executed, Deadline deadline) {
    SimulatedServer server = client.server();
    client
        .world()
        .say(
            server,
            words().restoreExecuted(executed).orElseThrow(),
            () -> {
              if (!server.names().executed().isEmpty()) {
                throw refusal(server, ErrorCode.STATEMENT_FAILED, "gtid_executed is not empty");
              }
              server.names().restore(executed);
            });
  }

  @Override
  public void set(KnobSetting setting, Deadline deadline) {
    SimulatedServer server = client.server();
    client
        .world()
        .say(
            server,
            words().set(setting).getFirst(),
            () -> {
              boolean runs = server.channels().stream().anyMatch(each -> each.applier().runs());
              if (runs) {
                throw refusal(server, ErrorCode.REPLICATION_RUNNING, "an applier runs");
              }
              server.variables().set(setting.knob().serverName(), setting.value());
            });
  }

  @Override
  public Optional<GapClosing> gapClosing() {
    return withUuids(this::startUntilGapsAreClosed);
  }

  @Override
  public Optional<Refetching> refetching() {
    return withUuids(this::dropReceived);
  }

  @Override
  public Optional<GtidRestoring> gtidRestoring() {
    return withUuids(this::restoreExecuted);
  }

  private <R> Optional<R> withUuids(R role) {
    return client.flavor().naming().hasUuids() ? Optional.of(role) : Optional.empty();
  }

  @Override
  public Optional<RelayLogInfoControl> relayLogInfo() {
    return Optional.empty();
  }

  @Override
  public Optional<KnobKeeping> knobKeeping() {
    return Optional.empty();
  }

  @Override
  public KnobReading read(ServerKnob knob, String channel, Deadline deadline) {
    SimulatedServer server = client.server();
    return client
        .world()
        .ask(
            server,
            () ->
                new KnobReading(
                    server.variables().text(knob.serverName()),
                    Observed.absent("it keeps nothing")));
  }
}
