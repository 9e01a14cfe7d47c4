package io.tutti.simulation;

import io.tutti.model.Applier;
import io.tutti.model.BinlogPosition;
import io.tutti.model.BinlogState;
import io.tutti.model.Channel;
import io.tutti.model.Durability;
import io.tutti.model.FlavorVersion;
import io.tutti.model.InstanceState;
import io.tutti.model.Lag;
import io.tutti.model.LagSource;
import io.tutti.model.Observed;
import io.tutti.model.ParallelSettings;
import io.tutti.model.ProcessObservation;
import io.tutti.model.ProcessStart;
import io.tutti.model.Receiver;
import io.tutti.model.ReplicaHint;
import io.tutti.model.ServerIdentity;
import io.tutti.model.ServerVersion;
import io.tutti.model.Settings;
import io.tutti.model.ThreadState;
import io.tutti.model.WriteProtection;
import io.tutti.simulation.RelayLog.Entry;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** What one reading of a simulated server shows. */
record SimulatedStatus(SimulatedServers world, SimulatedServer server, String session) {
  private static final Observed<Boolean> NO_FLAG = Observed.absent("this flavor has none");

  InstanceState read() {
    server.count("Questions");
    Instant now = world.time().instant();
    Duration uptime = Duration.between(server.startedAt(), now).truncatedTo(ChronoUnit.SECONDS);
    return new InstanceState(
            server.address(),
            new FlavorVersion(
                SimulatedFlavor.idOf(server.naming()), ServerVersion.parse("8.0.15"), "simulated"),
            now,
            identity(),
            new WriteProtection(
                flag(Variables.READ_ONLY),
                flag(Variables.SUPER_READ_ONLY),
                flag(Variables.OFFLINE)),
            new BinlogState(
                Observed.known(true),
                flag(Variables.LOGS_REPLICATED),
                Observed.known("ROW"),
                Observed.known("FULL"),
                Observed.known(server.binlog().position())),
            server.names().read(),
            durability(),
            parallel(),
            server.acks().read(world.below(server)),
            Observed.known(uptime),
            Settings.of(server.variables().all()),
            Observed.known(server.counters()),
            server.isHidingChannels()
                ? Observed.unknown("it does not answer that while a STOP waits")
                : Observed.known(server.channels().stream().map(this::channel).toList()),
            Observed.known(world.below(server).stream().map(SimulatedStatus::hint).toList()),
            List.of(),
            Observed.unknown("tables are not simulated"),
            Observed.known(
                ProcessStart.of(now, uptime, Duration.ZERO)
                    .seenAs(
                        Optional.of(
                            new ProcessObservation(
                                now,
                                session,
                                Observed.known(server.connections()),
                                Observed.known(server.binlog().position()))))),
            Observed.known(server.reportedEvents()))
        .withPrepared(Observed.known(List.of()));
  }

  private Observed<Boolean> flag(String variable) {
    return server.variables().has(variable)
        ? Observed.known(server.variables().isOn(variable))
        : NO_FLAG;
  }

  private ServerIdentity identity() {
    return new ServerIdentity(
        server.uuid(),
        Observed.known(server.serverId()),
        Observed.known(server.address().host()),
        Observed.known(server.address().port()),
        Observed.known(server.address()),
        Observed.known("server " + server.serverId()));
  }

  private Durability durability() {
    return new Durability(
        Observed.known(server.variables().number(Variables.SYNC_BINLOG)),
        Observed.known(server.variables().number(Variables.FLUSH)),
        Observed.known("ON"),
        Observed.known(10_000L),
        flag(Variables.RECOVERS_RELAY_LOG),
        server.naming().hasUuids()
            ? Observed.known("TABLE")
            : Observed.absent("it is always a table"));
  }

  private ParallelSettings parallel() {
    return new ParallelSettings(
        Observed.known(server.variables().number(Variables.WORKERS)),
        Observed.known("LOGICAL_CLOCK"),
        Observed.known(server.variables().isOn(Variables.KEEPS_ORDER)));
  }

  private static ReplicaHint hint(SimulatedServer replica) {
    return new ReplicaHint(
        Optional.of(replica.address().host()),
        Optional.of(replica.address().port()),
        Optional.of(replica.serverId()),
        replica.uuid().asOptional(),
        ReplicaHint.Evidence.REGISTERED);
  }

  private Channel channel(SimulatedChannel channel) {
    return new Channel(
        channel.name(),
        channel.source(),
        channel.sourceUuid(),
        channel.sourceServerId(),
        channel.by(),
        new Receiver(
            channel.receiver(),
            channel.receiverSays(),
            Observed.known(channel.read()),
            server.naming() == Naming.PLACES
                ? Observed.absent("its transactions have no names")
                : Observed.known(channel.retrieved()),
            channel.receiverError(),
            Observed.known(Duration.ofSeconds(1)),
            Observed.known(Duration.ofSeconds(1)),
            Observed.known(false)),
        applier(channel),
        lag(channel));
  }

  private Applier applier(SimulatedChannel channel) {
    SimulatedApplier applier = channel.applier();
    return new Applier(
        applier.runs() ? ThreadState.RUNNING : ThreadState.STOPPED,
        Observed.known(applier.isThrough() ? "Replica has read all relay log" : "Applying"),
        Observed.known(mark(channel)),
        server.naming().hasUuids()
            ? Observed.known(applier.place())
            : Observed.unknown("domains may have run past each other"),
        Observed.known(channel.relayLog().bytes()),
        applier.error(),
        Observed.known(Duration.ZERO),
        new SimulatedWorkers(server, channel).read());
  }

  /** With domains it is where the fastest is. */
  private BinlogPosition mark(SimulatedChannel channel) {
    if (server.naming().hasUuids()) {
      return channel.applier().executed();
    }
    return channel.relayLog().entries().stream()
        .filter(each -> each.isApplied)
        .map(each -> each.logged.end())
        .reduce(
            channel.applier().executed(),
            (one, other) -> one.relationTo(other) == BinlogPosition.Relation.AFTER ? one : other);
  }

  private Observed<Lag> lag(SimulatedChannel channel) {
    if (!channel.applier().runs()) {
      return Observed.unknown("the applier is stopped");
    }
    Optional<Entry> first = channel.relayLog().left().stream().findFirst();
    Duration behind =
        first
            .map(each -> Duration.between(each.transaction().at(), world.time().instant()))
            .orElse(Duration.ZERO);
    return Observed.known(new Lag(behind, LagSource.SECONDS_BEHIND));
  }
}
