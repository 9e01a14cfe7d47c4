package io.tutti.simulation;

import io.tutti.fixtures.FakeFlavor;
import io.tutti.model.ServerVersion;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.Target;
import io.tutti.spi.backup.BackupGuide;
import io.tutti.spi.fence.FenceGuide;
import io.tutti.spi.fence.FenceMeasure;
import io.tutti.spi.fence.FenceMeasure.Keeps;
import io.tutti.spi.knob.AppliesWhen;
import io.tutti.spi.knob.Knob;
import io.tutti.spi.knob.KnobKind;
import java.util.List;

/** The plugin of simulated servers. */
public final class SimulatedFlavor extends FakeFlavor implements FlavorProvider {
  private final SimulatedServers servers;
  private final Naming naming;

  public SimulatedFlavor(SimulatedServers servers, Naming naming) {
    super("simulated-" + (naming.hasUuids() ? "uuids" : "domains"), naming.capabilities());
    this.servers = servers;
    this.naming = naming;
    saying(new SimulatedStatements(naming));
  }

  Naming naming() {
    return naming;
  }

  static String idOf(Naming naming) {
    return "simulated-" + (naming.hasUuids() ? "uuids" : "domains");
  }

  @Override
  public InstanceClient open(Target target) {
    return new SimulatedClient(servers, target.address(), this);
  }

  @Override
  public List<Knob> declaredKnobs() {
    return List.of(
        Knob.declare(Variables.WORKERS)
            .takes(KnobKind.number(0, 64))
            .byDefault("0")
            .applies(AppliesWhen.APPLIER_STOPPED)
            .as("Workers."));
  }

  @Override
  public List<Knob> durabilityKnobs() {
    return List.of(
        Knob.declare(Variables.SYNC_BINLOG)
            .takes(KnobKind.number(0, 1000))
            .byDefault("1")
            .as("How often binlogs are synced."),
        Knob.declare(Variables.FLUSH)
            .takes(KnobKind.number(0, 2))
            .byDefault("1")
            .as("How often logs are flushed."));
  }

  @Override
  public FenceGuide fencing(ServerVersion version) {
    return new Fencing(naming);
  }

  @Override
  public BackupGuide backups(ServerVersion version) {
    return new SimulatedBackups(naming);
  }

  /** What keeps clients away, the strictest that the family has. */
  private record Fencing(Naming naming) implements FenceGuide {
    private static final FenceMeasure READ_ONLY =
        new FenceMeasure(Variables.READ_ONLY, "ON", Keeps.WRITES, "it refuses writes");

    @Override
    public List<FenceMeasure> measures() {
      return naming.hasUuids()
          ? List.of(
              new FenceMeasure(Variables.OFFLINE, "ON", Keeps.LOGINS, "it refuses logins"),
              READ_ONLY,
              new FenceMeasure(
                  Variables.SUPER_READ_ONLY, "ON", Keeps.WRITES, "it refuses writes of all"))
          : List.of(
              new FenceMeasure(
                  Variables.GATE, Variables.GATE_SHUT, Keeps.LOGINS, "it refuses logins"),
              READ_ONLY);
    }

    @Override
    public String statement(String variable, String value) {
      return "SET GLOBAL %s = %s".formatted(variable, value);
    }

    @Override
    public List<String> leftOpen() {
      return List.of();
    }
  }
}
