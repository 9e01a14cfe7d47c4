package io.tutti.plugins.mariadb;

import static io.tutti.plugins.mariadb.AppliedSettings.MODE;

import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
import io.tutti.spi.advice.Advice;
import io.tutti.spi.advice.AdviceCode;
import io.tutti.spi.advice.AdviceRule;
import io.tutti.spi.advice.Situation;
import java.util.List;

/** What stands in the way of MariaDB's optimistic applier, and what goes wrong with it. */
final class OptimisticAdvice {
  private static final String CONSERVATIVE =
      AppliedSettings.setWithAppliersStopped(MODE + " = 'conservative'");

  private OptimisticAdvice() {}

  static List<AdviceRule> rules() {
    return List.of(
        AdviceRule.of(AdviceCode.OPTIMISM_NOT_SUPPORTED_BY_SOURCE, OptimisticAdvice::sourceIsTooOld)
            .before(AdviceCode.OPTIMISM_BEHIND_MINIMAL),
        AdviceRule.of(AdviceCode.OPTIMISM_BEHIND_MINIMAL, OptimisticAdvice::behindMinimal),
        AdviceRule.of(
            AdviceCode.OPTIMISM_WITHOUT_TRANSACTIONS, OptimisticAdvice::withoutTransactions),
        AdviceRule.of(
            AdviceCode.ORDER_PRESERVED_WITH_FEW_RETRIES, OptimisticAdvice::withoutRetries),
        AdviceRule.of(
            AdviceCode.APPLIER_DEADLOCKS_WITH_STATUS, OptimisticAdvice::deadlocksWithStatus),
        AdviceRule.of(
            AdviceCode.APPLIER_DEADLOCKS_WITH_UNTIL, OptimisticAdvice::deadlocksWithUntil));
  }

  private static Observed<Advice> sourceIsTooOld(Situation situation) {
    AppliedSettings applied = new AppliedSettings(situation.server());
    Observed<AppliedSettings> source = situation.source().map(AppliedSettings::new);
    return applied
        .appliesOptimistically()
        .and(source, above -> !above.isMariaDb() || above.version().isBefore(10, 1, 0))
        .advise(() ->
            Advice.of(
                    ("%s applies in mode %s with %s workers, and its source %s is %s, which does"
                            + " not mark what may be rolled back and tried again (MariaDB 10.1 and"
                            + " later do): nothing is tried ahead, and the workers do no more than in"
                            + " mode conservative.")
                        .formatted(
                            situation.name(),
                            applied.mode(),
                            applied.workers(),
                            situation.source().map(InstanceState::address),
                            situation.source().map(InstanceState::version)),
                    "upgrade the source to MariaDB 10.1 or later",
                    "or say what it does: " + CONSERVATIVE)
                .setting(
                    MODE, "conservative", "It does what it does now; a newer source is faster."));
  }

  private static Observed<Advice> behindMinimal(Situation situation) {
    AppliedSettings applied = new AppliedSettings(situation.server());
    Observed<AppliedSettings> source = situation.source().map(AppliedSettings::new);
    return applied
        .hasWorkers()
        .and(applied.mode(), "optimistic"::equals)
        .and(source, AppliedSettings::isMariaDb)
        .and(situation.source().flatMap(InstanceState::isReplica), is -> is)
        .and(source.flatMap(AppliedSettings::workers), count -> count > 0)
        .and(source.flatMap(AppliedSettings::mode), "minimal"::equals)
        .advise(() ->
            Advice.of(
                    ("%s applies in mode optimistic below %s, an intermediate source with %s"
                            + " workers in mode minimal. There each transaction waits for the one"
                            + " before it, which counts as a row-lock wait, and what waited is not"
                            + " tried ahead here: it behaves as conservative.")
                        .formatted(
                            situation.name(),
                            situation.source().map(InstanceState::address),
                            source.flatMap(AppliedSettings::workers)),
                    AppliedSettings.setWithAppliersStopped(MODE + " = 'aggressive'"),
                    "or on %s: %s"
                        .formatted(situation.source().map(InstanceState::address), CONSERVATIVE))
                .setting(
                    MODE,
                    "aggressive",
                    "More transactions are rolled back and tried again when they conflict."));
  }

  private static Observed<Advice> withoutTransactions(Situation situation) {
    AppliedSettings applied = new AppliedSettings(situation.server());
    Observed<Long> writes =
        situation.interval().flatMap(interval -> interval.growth("Key_write_requests"));
    return applied
        .appliesOptimistically()
        .and(writes, count -> count > situation.threshold(AdviceCode.OPTIMISM_WITHOUT_TRANSACTIONS))
        .advise(() ->
            Advice.of(
                ("%s applies in mode %s with %s workers, and MyISAM tables are written there (%s"
                        + " index blocks over the last %s s): such a write cannot be rolled back, so"
                        + " it waits for all before it.")
                    .formatted(
                        situation.name(),
                        applied.mode(),
                        applied.workers(),
                        writes,
                        situation.interval().map(interval -> interval.length().toSeconds())),
                "ALTER TABLE … ENGINE = InnoDB for the tables that are replicated"));
  }

  private static Observed<Advice> withoutRetries(Situation situation) {
    AppliedSettings applied = new AppliedSettings(situation.server());
    Observed<Long> retries = situation.server().settings().number("slave_transaction_retries");
    return applied
        .appliesOptimistically()
        .and(retries, count -> count == 0)
        .advise(() ->
            Advice.of(
                    ("%s applies in mode %s with %s workers and has slave_transaction_retries=0."
                            + " Conflicts are part of that mode: the later transaction is rolled back"
                            + " and tried again, and without a retry the applier stops.")
                        .formatted(situation.name(), applied.mode(), applied.workers()),
                    AppliedSettings.set("slave_transaction_retries = 10"))
                .setting(
                    "slave_transaction_retries",
                    10,
                    "A transaction that fails is tried again up to this number of times."));
  }

  private static Observed<Advice> deadlocksWithStatus(Situation situation) {
    AppliedSettings applied = new AppliedSettings(situation.server());
    return applied
        .appliesOptimistically()
        .and(CounterSafety.isAffected(applied.version()))
        .advise(() ->
            Advice.of(
                ("%s is MariaDB %s and applies in mode %s with %s workers: SHOW GLOBAL STATUS and"
                        + " the status tables of INFORMATION_SCHEMA can deadlock its applier"
                        + " (MDEV-15135, fixed in 10.4.3). Tutti does not ask for them there; other"
                        + " monitoring may.")
                    .formatted(
                        situation.name(), applied.version(), applied.mode(), applied.workers()),
                "upgrade to 10.4.3 or later",
                "until then " + CONSERVATIVE,
                "or keep every monitoring program from reading the status"));
  }

  private static Observed<Advice> deadlocksWithUntil(Situation situation) {
    AppliedSettings applied = new AppliedSettings(situation.server());
    return applied
        .appliesOptimistically()
        .and(lacksUntilFix(applied.version()))
        .advise(() ->
            Advice.of(
                ("%s is MariaDB %s and applies in mode %s with %s workers: START SLAVE UNTIL can"
                        + " deadlock or stop short of its position (MDEV-15152, fixed in 10.1.46,"
                        + " 10.2.33, 10.3.24, 10.4.14 and 10.5).")
                    .formatted(
                        situation.name(), applied.version(), applied.mode(), applied.workers()),
                "before a START SLAVE UNTIL: " + CONSERVATIVE,
                "or upgrade"));
  }

  /**
   * The changelog of 10.1.46 has the fix; the others are the releases of the same day, whose notes
   * name it. 10.5 had it before its first stable release.
   */
  static boolean lacksUntilFix(ServerVersion version) {
    if (version.major() != 10) {
      return false;
    }
    return switch (version.minor()) {
      case 0, 1 -> version.isBefore(10, 1, 46);
      case 2 -> version.isBefore(10, 2, 33);
      case 3 -> version.isBefore(10, 3, 24);
      case 4 -> version.isBefore(10, 4, 14);
      default -> false;
    };
  }
}
