package io.tutti.operation.skip;

import io.tutti.gaps.ListedTransaction;
import io.tutti.gtid.Gtid;
import io.tutti.gtid.GtidSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the transaction that each domain would apply next. Domains may have run past each other, so
 * where the applier is stopped in its log shows nothing.
 */
final class DomainSearch {
  private final GtidSet executed;
  private final Map<String, ListedTransaction> nextByDomain = new LinkedHashMap<>();

  DomainSearch(GtidSet executed) {
    this.executed = executed;
  }

  void offer(ListedTransaction listed) {
    listed
        .transaction()
        .gtid()
        .filter(gtid -> !executed.containsGtid(gtid))
        .ifPresent(gtid -> nextByDomain.putIfAbsent(domainOf(gtid), listed));
  }

  private static String domainOf(Gtid gtid) {
    return GtidSet.parse(gtid.toString()).origins().getFirst();
  }

  /** The wanted one; empty when it is not the next of a domain, or several may be meant. */
  Optional<ListedTransaction> find(Wanted wanted) {
    Collection<ListedTransaction> all = nextByDomain.values();
    List<ListedTransaction> met = all.stream().filter(each -> wanted.isMet(each)).toList();
    return met.size() == 1 ? Optional.of(met.getFirst()) : Optional.empty();
  }

  /** The next ones of all domains. */
  List<Gtid> next() {
    return nextByDomain.values().stream()
        .flatMap(each -> each.transaction().gtid().stream())
        .toList();
  }
}
