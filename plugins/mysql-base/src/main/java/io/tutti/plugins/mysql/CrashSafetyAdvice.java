package io.tutti.plugins.mysql;

import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.plugins.sql.SharedAdvice;
import io.tutti.spi.advice.Advice;
import io.tutti.spi.advice.AdviceCode;
import io.tutti.spi.advice.AdviceRule;
import io.tutti.spi.advice.Premise;
import io.tutti.spi.advice.Situation;
import java.util.List;

/** What MySQL's appliers make of a crash, and of the order that they shall keep. */
final class CrashSafetyAdvice {
  /** The server's default; fewer is what Bug#89247 hangs with. */
  private static final long RETRIES_USUAL = 10;

  private static final String OWN_GTIDS =
      "After a crash of its machine its gtid_executed may lack transactions that its tables hold,"
          + " and GTID auto-positioning then applies them twice or stops.";

  private CrashSafetyAdvice() {}

  static List<AdviceRule> rules() {
    return List.of(
        AdviceRule.of(AdviceCode.ORDER_CANNOT_BE_PRESERVED, CrashSafetyAdvice::orderImpossible)
            .before(AdviceCode.ORDER_PRESERVED_WITH_FEW_RETRIES),
        AdviceRule.of(
            AdviceCode.ORDER_PRESERVED_WITH_FEW_RETRIES, CrashSafetyAdvice::orderWithFewRetries),
        AdviceRule.of(AdviceCode.RELAY_LOG_RECOVERY_TRAP, CrashSafetyAdvice::recoveryTrap)
            .before(AdviceCode.WORKERS_NOT_CRASH_SAFE),
        AdviceRule.of(AdviceCode.WORKERS_NOT_CRASH_SAFE, CrashSafetyAdvice::notCrashSafe),
        AdviceRule.of(AdviceCode.RELAY_LOG_INFO_IN_FILE, CrashSafetyAdvice::infoInFile),
        SharedAdvice.durability(
            OWN_GTIDS, server -> assignment -> AppliedSettings.set(server, assignment)));
  }

  private static Observed<Advice> orderImpossible(Situation situation) {
    AppliedSettings applied = AppliedSettings.of(situation);
    InstanceState server = situation.server();
    Premise lacksBinlog =
        Premise.given(applied.version().isBefore(8, 0, 19))
            .and(
                Premise.given(server.binlog().enabled(), on -> !on)
                    .or(Premise.given(server.binlog().logsReplicatedWrites(), on -> !on)));
    String order = applied.spelled("preserve_commit_order");
    return Premise.given(applied.workers(), count -> count > 0)
        .and(applied.preservesOrder())
        .and(applied.appliesBySchema().or(lacksBinlog))
        .advise(() ->
            Advice.of(
                    ("%s has %s=ON with %s workers, %s=%s, log_bin=%s and %s=%s. Release %s refuses"
                            + " to start an applier so: the next start of this one fails.")
                        .formatted(
                            situation.name(),
                            order,
                            applied.workers(),
                            applied.spelled("parallel_type"),
                            server.parallel().mode(),
                            server.binlog().enabled(),
                            SharedAdvice.logUpdates(server),
                            server.binlog().logsReplicatedWrites(),
                            applied.version()),
                    applied.setWithApplierStopped(order + " = OFF"),
                    "or give it what it needs: %s = 'LOGICAL_CLOCK', and before 8.0.19 log_bin and %s in the option file"
                        .formatted(
                            applied.spelled("parallel_type"), SharedAdvice.logUpdates(server)))
                .setting(
                    order, "OFF", "Workers then commit out of order, and a crash may leave gaps."));
  }

  private static Observed<Advice> orderWithFewRetries(Situation situation) {
    AppliedSettings applied = AppliedSettings.of(situation);
    String retries = applied.spelled("transaction_retries");
    double fewest = situation.threshold(AdviceCode.ORDER_PRESERVED_WITH_FEW_RETRIES);
    long enough = Math.max(RETRIES_USUAL, Math.round(fewest));
    return applied
        .hasSeveralWorkers()
        .and(applied.preservesOrder())
        .and(applied.number("transaction_retries"), count -> count < fewest)
        .advise(() ->
            Advice.of(
                    ("%s preserves the commit order with %s workers and has %s=%s. A worker that"
                            + " holds a lock which an earlier transaction waits for is rolled back and"
                            + " tried again; when it may not be tried again, the applier stops or"
                            + " hangs (Bug#89247).")
                        .formatted(
                            situation.name(),
                            applied.workers(),
                            retries,
                            applied.number("transaction_retries")),
                    applied.set(retries + " = " + enough))
                .setting(
                    retries,
                    enough,
                    "A transaction that fails is tried again up to this number of times."));
  }

  /** Workers that may leave gaps, on a channel that only a position in the binlog describes. */
  private static Premise gapsWithoutGtid(Situation situation) {
    AppliedSettings applied = AppliedSettings.of(situation);
    return applied
        .hasSeveralWorkers()
        .and(applied.leavesGaps())
        .and(situation.channel().map(Channel::positioning), Positioning.LOG_POSITION::equals);
  }

  private static Observed<Advice> recoveryTrap(Situation situation) {
    AppliedSettings applied = AppliedSettings.of(situation);
    return gapsWithoutGtid(situation)
        .and(situation.server().durability().relayLogRecovery(), on -> on)
        .advise(() ->
            leavingNoGaps(
                applied,
                new Advice(
                    ("%s applies by log position with %s workers that may leave gaps, and has"
                            + " relay_log_recovery=ON. %s")
                        .formatted(situation.name(), applied.workers(), afterCrash(situation)),
                    crashSafe(applied))));
  }

  private static String afterCrash(Situation situation) {
    AppliedSettings applied = AppliedSettings.of(situation);
    return applied.version().isBefore(5, 7, 13)
        ? "When it crashes with a gap, START SLAVE and START SLAVE UNTIL SQL_AFTER_MTS_GAPS always"
            + " fail with error 1872, and the variable cannot be changed without a restart."
        : ("When it crashes with a gap, the gap is filled from the relay logs on its disk first,"
                + " and with sync_relay_log=%s they may lack what is needed once the machine"
                + " crashed: then nothing on the replica itself can fill it.")
            .formatted(situation.server().durability().syncRelayLog());
  }

  private static Observed<Advice> notCrashSafe(Situation situation) {
    AppliedSettings applied = AppliedSettings.of(situation);
    return gapsWithoutGtid(situation)
        .advise(() ->
            leavingNoGaps(
                applied,
                new Advice(
                    ("%s applies by log position with %s workers that may commit out of order."
                            + " After a crash the gaps are known to mysql.slave_worker_info alone and"
                            + " are filled from relay logs that must still be intact"
                            + " (sync_relay_log=%s); the position by itself, as a backup or CHANGE"
                            + " MASTER would take it, does not show them.")
                        .formatted(
                            situation.name(),
                            applied.workers(),
                            situation.server().durability().syncRelayLog()),
                    crashSafe(applied))));
  }

  /** By the order of commits, where nothing else has to change for it. */
  private static Advice leavingNoGaps(AppliedSettings applied, Advice advice) {
    boolean isPossible =
        applied.mayPreserveOrder().advise(() -> advice) instanceof Observed.Known<Advice>;
    return isPossible
        ? advice.setting(
            applied.spelled("preserve_commit_order"),
            "ON",
            "A worker waits with its commit for the transactions before it.")
        : advice;
  }

  private static List<String> crashSafe(AppliedSettings applied) {
    String gtid =
        "replicate by GTID: gtid_mode=ON on both, then CHANGE %s TO %s_AUTO_POSITION = 1"
            .formatted(
                applied.version().isAtLeast(8, 0, 23) ? "REPLICATION SOURCE" : "MASTER",
                applied.version().isAtLeast(8, 0, 23) ? "SOURCE" : "MASTER");
    String single =
        "or leave no gaps: "
            + applied.setWithApplierStopped(applied.spelled("parallel_workers") + " = 0");
    String order = applied.spelled("preserve_commit_order");
    return applied.version().isBefore(5, 7, 5)
        ? List.of(gtid, single)
        : List.of(
            gtid,
            "or leave no gaps: %s = ON, which needs %s = 'LOGICAL_CLOCK' and before 8.0.19 %s"
                .formatted(
                    order,
                    applied.spelled("parallel_type"),
                    SharedAdvice.logUpdates(applied.server())),
            single);
  }

  private static Observed<Advice> infoInFile(Situation situation) {
    InstanceState server = situation.server();
    String replica = server.version().version().isAtLeast(8, 0, 22) ? "REPLICA" : "SLAVE";
    return Premise.given(server.isReplica(), is -> is)
        .and(server.durability().relayLogInfoRepository(), "FILE"::equalsIgnoreCase)
        .advise(() ->
            Advice.of(
                ("%s is a replica and has relay_log_info_repository=FILE: the file is not written"
                        + " in the transaction that it is about, so after a crash the position is"
                        + " behind or ahead of the tables, and the progress of workers (%s here) is in"
                        + " files, too.")
                    .formatted(situation.name(), server.parallel().workers()),
                "STOP %s; %s; START %s"
                    .formatted(
                        replica,
                        AppliedSettings.set(server, "relay_log_info_repository = 'TABLE'"),
                        replica)));
  }
}
