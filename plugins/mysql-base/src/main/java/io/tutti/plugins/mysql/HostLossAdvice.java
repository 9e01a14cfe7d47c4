package io.tutti.plugins.mysql;

import io.tutti.model.Observed;
import io.tutti.spi.advice.Advice;
import io.tutti.spi.advice.AdviceCode;
import io.tutti.spi.advice.AdviceRule;
import io.tutti.spi.advice.Premise;
import io.tutti.spi.advice.Situation;
import java.time.Duration;
import java.util.List;

/**
 * Receivers that notice late that the host of their source is gone, and cannot be asked to connect
 * again: nothing shows whether they could start as they run now.
 */
final class HostLossAdvice {
  /** What a receiver waits for a source that says nothing; more is not within seconds. */
  private static final long NOTICED_WITHIN_SECONDS = 10;

  /** Where heartbeats are counted, some that come as often prove it as soon. */
  private static final Duration OFTEN = Duration.ofSeconds(2);

  private HostLossAdvice() {}

  static List<AdviceRule> rules() {
    return List.of(AdviceRule.of(AdviceCode.HOST_LOSS_NOTICED_LATE, HostLossAdvice::late));
  }

  private static Observed<Advice> late(Situation situation) {
    AppliedSettings applied = AppliedSettings.of(situation);
    Premise slow = Premise.given(applied.number("net_timeout"), s -> s > NOTICED_WITHIN_SECONDS);
    return applied.version().isBefore(5, 7, 0)
        ? ofOldest(situation, slow)
        : inFile(situation, slow);
  }

  private static Observed<Advice> ofOldest(Situation situation, Premise slow) {
    return slow.and(
            situation.channel().flatMap(each -> each.receiver().heartbeatPeriod()),
            period -> period.compareTo(OFTEN) > 0)
        .advise(() ->
            Advice.of(
                sentence(
                    situation, "a release before 5.7 does not show whether it could start again"),
                "STOP SLAVE; CHANGE MASTER TO MASTER_HEARTBEAT_PERIOD = 1; START SLAVE"));
  }

  private static Observed<Advice> inFile(Situation situation, Premise slow) {
    return slow.and(
            situation.server().settings().text("master_info_repository"), "FILE"::equalsIgnoreCase)
        .advise(() ->
            Advice.of(
                sentence(
                    situation,
                    "master_info_repository=FILE does not show whether it keeps the login that it was started with"),
                "STOP SLAVE; %s; START SLAVE"
                    .formatted(
                        AppliedSettings.set(
                            situation.server(), "master_info_repository = 'TABLE'"))));
  }

  private static String sentence(Situation situation, String why) {
    AppliedSettings applied = AppliedSettings.of(situation);
    return "If the host of its source vanishes, the receiver of %s notices after %s=%s (seconds), and a failover by itself begins no sooner: it cannot be asked to connect again, as %s."
        .formatted(
            situation.name(), applied.spelled("net_timeout"), applied.number("net_timeout"), why);
  }
}
