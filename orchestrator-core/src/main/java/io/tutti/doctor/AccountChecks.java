package io.tutti.doctor;

import io.tutti.doctor.ServerObservation.Read;
import io.tutti.error.Act;
import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.model.FlavorVersion;
import io.tutti.model.Observed;
import io.tutti.model.ServerAccount;
import io.tutti.spi.AccountGrant;
import io.tutti.spi.AccountGrant.Need;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Judges whether the account with which the controller logs in may do what it needs. Pure. */
final class AccountChecks {
  private static final String NAME = "privileges";

  private AccountChecks() {}

  /**
   * @param user with which it logs in
   */
  static Check privileges(String user, Read read) {
    Remedies all = Remedies.of(all(user, read));
    if (!(read.lacked() instanceof Observed.Known<List<AccountGrant>>(List<AccountGrant> lacked))) {
      return Check.warn(
          NAME, "What '%s' may do is not known: %s.".formatted(user, read.lacked()), all);
    }
    List<AccountGrant> needed =
        lacked.stream()
            .filter(each -> each.need() == Need.WATCHING || each.need() == Need.OPERATING)
            .toList();
    if (needed.isEmpty()) {
      return Check.ok(
          NAME,
          "'%s' may do all that watching and operations need.%s"
              .formatted(user, seldomRefused(lacked)));
    }
    boolean isBlind = needed.stream().anyMatch(each -> each.need() == Need.WATCHING);
    Remedies remedies = Remedies.advice(statements(needed, read.account())).or(all);
    String observed =
        "'%s' lacks %s.%s%s"
            .formatted(
                user,
                privileges(needed.stream()),
                said(" Not read: ", needed, Need.WATCHING),
                said(" Refused: ", needed, Need.OPERATING));
    return isBlind ? Check.fail(NAME, observed, remedies) : Check.warn(NAME, observed, remedies);
  }

  private static Act all(String user, Read read) {
    FlavorVersion server = read.state().version();
    return read.account()
        .asOptional()
        .map(account ->
            Acts.showGrants(server.flavor(), server.version(), account.user(), account.host()))
        .orElseGet(() -> Acts.showGrants(server.flavor(), server.version(), user));
  }

  /** To another account than that of the session they must not be granted: then none. */
  private static List<String> statements(
      List<AccountGrant> lacked, Observed<ServerAccount> account) {
    return account.asOptional().stream()
        .flatMap(known -> lacked.stream().map(each -> each.statement(known.quoted())))
        .distinct()
        .toList();
  }

  /** What most fleets do without is no reason to warn. */
  private static String seldomRefused(List<AccountGrant> lacked) {
    Map<String, List<AccountGrant>> byWhy =
        lacked.stream()
            .filter(each -> each.need() == Need.SOMETIMES)
            .collect(
                Collectors.groupingBy(AccountGrant::why, LinkedHashMap::new, Collectors.toList()));
    return byWhy.isEmpty()
        ? ""
        : byWhy.entrySet().stream()
            .map(entry ->
                "for %s: %s".formatted(entry.getKey(), privileges(entry.getValue().stream())))
            .collect(Collectors.joining("; ", " Only where it is wanted, it lacks ", "."));
  }

  private static String privileges(Stream<AccountGrant> grants) {
    return grants.map(AccountGrant::privilege).distinct().collect(Collectors.joining(", "));
  }

  private static String said(String before, List<AccountGrant> lacked, Need need) {
    Set<String> whys =
        lacked.stream()
            .filter(each -> each.need() == need)
            .flatMap(each -> Stream.of(each.why().split("; ")))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    return whys.isEmpty() ? "" : before + String.join("; ", whys) + ".";
  }
}
