package io.tutti.security;

import io.tutti.store.AuditRecord;
import io.tutti.store.AuditRecord.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts wrong tokens by the address that they come from. Of each address the first, the tenth, the
 * hundredth … within a quarter of an hour is audited, so that no flood of them fills the store.
 */
public final class FailedLogins {
  /** More than a person mistypes; a right token is admitted all the same. */
  static final int TOLERATED = 50;

  private static final Duration WINDOW = Duration.ofMinutes(15);

  /** Further ones are counted together. */
  private static final int ADDRESSES_MAX = 500;

  private static final String OTHERS = "other addresses";

  private final Map<String, Count> byAddress = new HashMap<>();
  private final LongAdder all = new LongAdder();

  private record Count(Instant since, long number) {}

  /**
   * What is done about a wrong token.
   *
   * @param slowed whether there were too many
   * @param audit what is to be audited
   */
  public record Verdict(boolean slowed, Optional<AuditRecord> audit) {}

  /** How many there were since the controller started. */
  public long number() {
    return all.sum();
  }

  synchronized Verdict count(String address, Instant now) {
    all.increment();
    byAddress.values().removeIf(count -> count.since().plus(WINDOW).isBefore(now));
    boolean known = byAddress.containsKey(address) || byAddress.size() < ADDRESSES_MAX;
    String from = known ? address : OTHERS;
    Count count =
        byAddress.merge(
            from,
            new Count(now, 1),
            (before, one) -> new Count(before.since(), before.number() + 1));
    return new Verdict(count.number() > TOLERATED, audited(from, count, now));
  }

  private static Optional<AuditRecord> audited(String from, Count count, Instant now) {
    if (!isPowerOfTen(count.number())) {
      return Optional.empty();
    }
    String words =
        count.number() == 1
            ? "A request had no valid token."
            : "%d requests had no valid token since %s.".formatted(count.number(), count.since());
    return Optional.of(
        new AuditRecord(now, "unknown", "login.failed", from, Outcome.REFUSED, words));
  }

  private static boolean isPowerOfTen(long number) {
    long left = number;
    while (left % 10 == 0) {
      left /= 10;
    }
    return left == 1;
  }
}
