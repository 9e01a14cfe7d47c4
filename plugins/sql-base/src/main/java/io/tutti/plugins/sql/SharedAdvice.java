package io.tutti.plugins.sql;

import io.tutti.model.Durability;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.spi.advice.Advice;
import io.tutti.spi.advice.AdviceCode;
import io.tutti.spi.advice.AdviceRule;
import io.tutti.spi.advice.Premise;
import io.tutti.spi.advice.Situation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Rules about durability and binlogs, which both families judge alike; what a loss comes to differs
 * and is handed in.
 */
public final class SharedAdvice {
  private static final String SYNC = "sync_binlog";
  private static final String FLUSH = "innodb_flush_log_at_trx_commit";

  private SharedAdvice() {}

  /**
   * The rule about {@code sync_binlog} and {@code innodb_flush_log_at_trx_commit} other than 1.
   *
   * @param replicaLoss what a crash of the machine does to a replica with a binlog
   * @param set the statement that sets a variable: of its name and value
   */
  public static AdviceRule durability(
      String replicaLoss, Function<InstanceState, Function<String, String>> set) {
    return AdviceRule.of(
        AdviceCode.COMMITS_NOT_DURABLE, situation -> notDurable(situation, replicaLoss, set));
  }

  private static Observed<Advice> notDurable(
      Situation situation,
      String replicaLoss,
      Function<InstanceState, Function<String, String>> set) {
    InstanceState server = situation.server();
    Durability durability = server.durability();
    Premise binlog =
        Premise.given(server.binlog().enabled(), on -> on)
            .and(durability.syncBinlog(), groups -> groups != 1);
    return Premise.given(durability.flushLogAtCommit(), mode -> mode != 1)
        .or(binlog)
        .advise(() ->
            new Advice(
                "%s has %s=%s and %s=%s. %s"
                    .formatted(
                        situation.name(),
                        SYNC,
                        durability.syncBinlog(),
                        FLUSH,
                        durability.flushLogAtCommit(),
                        meaning(situation, replicaLoss)),
                remedies(server, set)));
  }

  private static String meaning(Situation situation, String replicaLoss) {
    InstanceState server = situation.server();
    List<String> meanings = new ArrayList<>();
    if (server.durability().flushLogAtCommit().is(0L)) {
      meanings.add(
          "A crash of the server process alone loses up to a second of commits, which its binlog and"
              + " its replicas may hold.");
    } else {
      meanings.add("A crash of the machine loses the last commits.");
    }
    boolean isReplica = server.isReplica().is(true);
    if (isReplica && server.binlog().enabled().is(true)) {
      meanings.add(replicaLoss);
    } else if (isReplica) {
      meanings.add("It writes no binlog, so it fetches what it lost again.");
    }
    if (situation.hasReplicas().is(true)) {
      meanings.add(
          "Replicas below it may hold transactions that it lost"
              + (isReplica ? "." : ", and clients got the answer that these were committed."));
    }
    return String.join(" ", meanings);
  }

  private static List<String> remedies(
      InstanceState server, Function<InstanceState, Function<String, String>> set) {
    Durability durability = server.durability();
    List<String> remedies = new ArrayList<>();
    if (!durability.flushLogAtCommit().is(1L)) {
      remedies.add(set.apply(server).apply(FLUSH + " = 1"));
    }
    if (server.binlog().enabled().is(true) && !durability.syncBinlog().is(1L)) {
      remedies.add(set.apply(server).apply(SYNC + " = 1"));
    }
    remedies.add(
        "or keep it so on purpose: then replace the server after a crash of its machine, do not"
            + " restart it into replication");
    return remedies;
  }

  /** The variable as the server spells it. */
  public static String logUpdates(InstanceState server) {
    return spelled(server, "log_replica_updates", "log_slave_updates");
  }

  /** The first of the names that the server has, else the last. */
  public static String spelled(InstanceState server, String... names) {
    for (String name : names) {
      if (server.settings().values().containsKey(name)) {
        return name;
      }
    }
    return names[names.length - 1];
  }
}
