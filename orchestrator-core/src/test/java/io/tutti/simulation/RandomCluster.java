package io.tutti.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Clusters as chance has it: how many replicas, who replicates from whom, how far each is, what is
 * in its way, and what its source has lost. One seed always gives the same.
 */
public final class RandomCluster {
  private static final Duration MOMENT = Duration.ofMillis(5);

  private final Random random;
  private final SimulatedCluster cluster;
  private final List<SimulatedServer> replicas = new ArrayList<>();

  private boolean schedules;

  public RandomCluster(Naming naming, long seed) {
    this.random = new Random(seed);
    this.cluster = new SimulatedCluster(naming);
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  /**
   * The source {@code db1} was killed, has lost something, and is back; its restart was noticed and
   * looked into.
   */
  public SimulatedCluster withACrashedSource() {
    SimulatedServer source = cluster.source("db1");
    boolean losesRows = chance(60);
    source.configure(losesRows ? Variables.FLUSH : Variables.SYNC_BINLOG, "0");
    addReplicas(source);
    cluster.world().write(source, "a", 2 + random.nextInt(8));
    cluster.world().run(Duration.ofSeconds(20));
    hinderSome();
    cluster.observe();
    writeOn(source, 1 + random.nextInt(6));
    cluster.observe();
    int lost = 1 + random.nextInt(3);
    if (losesRows) {
      source.killLosingRows(lost);
    } else {
      source.crashLosingBinlogEnd(lost);
    }
    cluster.world().run(Duration.ofSeconds(1 + random.nextInt(3)));
    cluster.world().start(source);
    if (losesRows && chance(30)) {
      writeOn(source, 1 + random.nextInt(3));
    }
    cluster.world().run(Duration.ofSeconds(1));
    cluster.investigateIncidents();
    for (SimulatedServer each : replicas) {
      cluster
          .world()
          .after(
              Duration.ofMillis(1_000 + random.nextInt(5_000)),
              () -> {
                each.unlock("a");
                each.unlock("b");
              });
    }
    return cluster;
  }

  /** The source {@code db1} lives; some of its replicas wait for locks. */
  public SimulatedCluster withALivingSource() {
    SimulatedServer source = cluster.source("db1");
    addReplicas(source);
    cluster.world().write(source, "a", 2 + random.nextInt(8));
    cluster.world().run(Duration.ofSeconds(20));
    cluster.observe();
    hinderSome();
    writeOn(source, 1 + random.nextInt(6));
    cluster.observe();
    for (SimulatedServer each : replicas) {
      cluster
          .world()
          .after(Duration.ofMillis(1_000 + random.nextInt(5_000)), () -> each.unlock("a"));
    }
    return cluster;
  }

  /** The source {@code db1} was killed, and does not come back by itself. */
  public SimulatedCluster withADeadSource() {
    SimulatedServer source = cluster.source("db1");
    addReplicas(source);
    cluster.world().write(source, "a", 2 + random.nextInt(8));
    cluster.world().run(Duration.ofSeconds(20));
    cluster.observe();
    hinderSome();
    writeOn(source, 1 + random.nextInt(6));
    cluster.observe();
    source.kill();
    cluster.world().run(Duration.ofSeconds(1));
    for (SimulatedServer each : replicas) {
      cluster
          .world()
          .after(
              Duration.ofMillis(1_000 + random.nextInt(15_000)),
              () -> {
                each.unlock("a");
                each.unlock("b");
              });
    }
    return cluster;
  }

  /** An event runs on a source that is dead then. */
  public void scheduling() {
    schedules = true;
  }

  /**
   * The source {@code db1} is dead, and perhaps some of its replicas, before it or after; its
   * commits may have waited for acknowledgements of some of them. It may come back at any time.
   */
  public SimulatedCluster withADeadSourceThatMayHaveWaited() {
    SimulatedServer source = cluster.source("db1");
    addReplicas(source);
    if (schedules) {
      cluster.world().write(source.scheduling(), "event d.tick", 1);
    }
    if (chance(70)) {
      waitForAcks(source);
    }
    cluster.world().run(Duration.ofSeconds(20));
    look(2);
    hinderSome();
    boolean oneDiesBefore = chance(40);
    writeWatched(source, 1 + random.nextInt(5));
    if (oneDiesBefore) {
      killOne();
    }
    List<SimulatedServer> late = replicas.stream().filter(each -> chance(25)).toList();
    late.forEach(each -> each.channels().forEach(SimulatedChannel::stopReceiver));
    writeWatched(source, 1 + random.nextInt(5));
    source.kill();
    late.forEach(SimulatedServer::startReceivers);
    look(1 + random.nextInt(3));
    if (chance(30)) {
      killOne();
    }
    look(1 + random.nextInt(6));
    for (SimulatedServer each : replicas) {
      cluster.world().after(soon(), () -> each.unlock("a"));
    }
    if (chance(30)) {
      cluster.world().after(soon(), () -> cluster.world().start(source));
    }
    return cluster;
  }

  private Duration soon() {
    return Duration.ofMillis(500 + random.nextInt(5_000));
  }

  private void waitForAcks(SimulatedServer source) {
    Duration timeout =
        List.of(Duration.ofMillis(500), Duration.ofSeconds(10), Duration.ofHours(1))
            .get(random.nextInt(3));
    source.requiresAcks(1 + random.nextInt(replicas.size()), timeout);
    for (SimulatedServer each : replicas) {
      if (chance(80)) {
        each.acknowledges();
      }
    }
  }

  private void writeWatched(SimulatedServer source, int count) {
    for (int i = 0; i < count; i++) {
      writeOn(source, 1);
      if (chance(40)) {
        look(1);
      }
    }
  }

  private void look(int times) {
    for (int i = 0; i < times; i++) {
      cluster.world().run(Duration.ofSeconds(1));
      cluster.observe();
    }
  }

  /** It stays away, or is back soon. */
  private void killOne() {
    SimulatedServer one = replicas.get(random.nextInt(replicas.size()));
    one.kill();
    if (chance(30)) {
      cluster.world().after(soon(), () -> cluster.world().start(one));
    }
  }

  private void addReplicas(SimulatedServer source) {
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      boolean isBelowAnother = !replicas.isEmpty() && chance(20);
      SimulatedServer above =
          isBelowAnother ? replicas.get(random.nextInt(replicas.size())) : source;
      SimulatedServer replica = cluster.replica("db" + (i + 2), above.address().host());
      if (chance(30)) {
        replica.keepsRelayLogs();
      }
      replicas.add(replica);
    }
  }

  private void hinderSome() {
    for (SimulatedServer each : replicas) {
      if (chance(40)) {
        each.lock("a");
      }
    }
  }

  private void writeOn(SimulatedServer source, int count) {
    for (int i = 0; i < count; i++) {
      cluster.world().write(source, chance(70) ? "a" : "b");
      if (chance(50)) {
        cluster.world().run(MOMENT);
      }
    }
  }

  /** So many disturbances, each at one of the next statements. */
  public List<Strike> strike(int disturbancesMax, int statementsMax) {
    List<Strike> strikes = new ArrayList<>();
    int before = cluster.world().statements().size();
    for (int i = random.nextInt(disturbancesMax + 1); i > 0; i--) {
      Disturbance disturbance = Disturbance.values()[random.nextInt(Disturbance.values().length)];
      boolean isAfter = disturbance.differsAfterwards() && random.nextBoolean();
      strikes.add(new Strike(disturbance, before + 1 + random.nextInt(statementsMax), isAfter));
    }
    strikes.forEach(cluster.world()::strike);
    return strikes;
  }
}
