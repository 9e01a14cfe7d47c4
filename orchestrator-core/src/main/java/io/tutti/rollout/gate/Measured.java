package io.tutti.rollout.gate;

import io.tutti.rollout.gate.GateAnswer.Outcome;
import io.tutti.rollout.gate.Measure.Pair;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One number of one gate, before it is said what it means.
 *
 * @param pair before and after
 * @param against whom it was compared with: how a sentence goes on
 * @param changes all of which must be certain, the one to be shown first; none where too few
 *     readings show it. So a server that was behind before the change and has caught up is not
 *     harmed, nor is one whose control has become better: an intersection-union test (R. L. Berger,
 *     Technometrics 24, 1982)
 */
record Measured(String server, Limit limit, Pair pair, String against, List<Change> changes) {
  private static final double CERTAIN = 0.95;

  /**
   * @param levels besides how much it rose: series that must be above the limit themselves
   */
  static Measured of(String server, Limit limit, Pair pair, String against, Series... levels) {
    Optional<Change> rose = Change.between(pair.before(), pair.after());
    List<Change> above = Arrays.stream(levels).flatMap(level -> Change.of(level).stream()).toList();
    boolean isJudged = rose.isPresent() && above.size() == levels.length;
    return new Measured(
        server,
        limit,
        pair,
        against,
        isJudged ? Stream.concat(rose.stream(), above.stream()).toList() : List.of());
  }

  /** How likely it is by chance alone; 1 where too little was read. */
  double chance() {
    return changes.stream().mapToDouble(each -> each.chance(limit.harm())).max().orElse(1);
  }

  private double atMost() {
    return changes.stream().mapToDouble(each -> each.atMost(CERTAIN)).min().orElseThrow();
  }

  /**
   * @param isHarm whether its chance is small enough, with that of all others in mind
   */
  GateAnswer answer(boolean isHarm) {
    if (changes.isEmpty()) {
      return new GateAnswer(
          limit.gate(),
          Outcome.NOT_ENOUGH_TRAFFIC,
          "%s: %d readings before and %d after are too few, or too much like each other, to judge %s."
              .formatted(
                  server, pair.before().size(), pair.after().size(), words("how its %s changed")));
    }
    Change seen = changes.getFirst();
    if (isHarm) {
      return new GateAnswer(limit.gate(), Outcome.HARM, harm(seen));
    }
    return atMost() < limit.unseen()
        ? new GateAnswer(limit.gate(), Outcome.HOLDS, holds(seen))
        : new GateAnswer(limit.gate(), Outcome.NOT_ENOUGH_TRAFFIC, unseen(seen));
  }

  private String words(String sentence) {
    return sentence.formatted(limit.gate().name().toLowerCase(Locale.ROOT).replace('_', ' '));
  }

  private String harm(Change seen) {
    return "%s: %s, compared with before%s: at least %s with 95 %% certainty, and %s would be harm; the chance that nothing but noise shows this is %s (%s)."
        .formatted(
            server,
            amount(seen.amount()),
            against,
            number(seen.atLeast(CERTAIN)),
            number(limit.harm()),
            chanceText(),
            readings());
  }

  private String holds(Change seen) {
    return "%s: %s, compared with before%s, and less than %s with 95 %% certainty (%s)."
        .formatted(server, amount(seen.amount()), against, number(atMost()), readings());
  }

  private String unseen(Change seen) {
    return "%s: %s, compared with before%s; it may be as much as %s with 95 %% certainty, so this is not enough to judge it (%s)."
        .formatted(server, amount(seen.amount()), against, number(atMost()), readings());
  }

  private String readings() {
    return "%d readings before, %d after".formatted(pair.before().size(), pair.after().size());
  }

  private String amount(double value) {
    return limit.words().formatted(number(value));
  }

  private String chanceText() {
    return chance() < 1e-9 ? "below 1e-9" : String.format(Locale.ROOT, "%.1e", chance());
  }

  static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value == 0 ? 0.0 : value);
  }
}
