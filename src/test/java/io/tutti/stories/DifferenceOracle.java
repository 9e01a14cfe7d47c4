package io.tutti.stories;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A replica that runs without an error and that nothing is said of is equal to its source. */
final class DifferenceOracle implements Oracle {

  /** They are about speed, or about what may happen at a crash: a difference is not among it. */
  private static final Set<String> HARMLESS =
      Set.of(
          "BINLOG_WITHOUT_READERS",
          "STARTS_UNFENCED",
          "CHECKPOINT_GROUP_FULL",
          "COMMITS_NOT_DURABLE",
          "FACTS_UNKNOWN",
          "GROUP_COMMITS_TOO_SMALL",
          "OPTIMISM_BEHIND_MINIMAL",
          "OPTIMISM_NOT_SUPPORTED_BY_SOURCE",
          "OPTIMISM_WITHOUT_TRANSACTIONS",
          "ORDER_CANNOT_BE_PRESERVED",
          "ORDER_PRESERVED_WITH_FEW_RETRIES",
          "PARALLELISM_LOST_UPSTREAM",
          "RELAY_LOG_INFO_IN_FILE",
          "RELAY_LOG_RECOVERY_TRAP",
          "REPLICA_LAGGING",
          "REPLICA_STARTS_WRITABLE",
          "REPLICA_WRITABLE",
          "SETTINGS_DRIFTED",
          "SOURCE_MARKS_NOTHING",
          "SOURCE_STARTS_READ_ONLY",
          "WORKERS_NOT_CRASH_SAFE",
          "WORKERS_SHARE_ONE_SCHEMA",
          "WORKERS_STARVED_BY_DOMAIN",
          "WORKERS_WITHOUT_WORK",
          "WORKER_QUEUES_FULL",
          "WRITESETS_FALL_BACK",
          "WRITESETS_NOT_USABLE",
          "WRITESET_HISTORY_TOO_SMALL",
          "WRITESET_SESSIONS_RECYCLED");

  @Override
  public List<Violation> judge(Played played) {
    List<Violation> violations = new ArrayList<>();
    for (Truth.Server replica : played.truth().servers().values()) {
      if (replica.source() != 0) {
        judge(played, replica, played.truth().server(replica.source()), violations);
      }
    }
    return violations;
  }

  private static void judge(
      Played played, Truth.Server replica, Truth.Server source, List<Violation> violations) {
    Set<Long> leftOut =
        played.deeds(Deed.InTheWay.class).map(Deed.InTheWay::id).collect(Collectors.toSet());
    Map<String, Long> more = replica.beyond(source, leftOut);
    Map<String, Long> less = source.beyond(replica, leftOut);
    boolean isEqual =
        more.isEmpty() && less.isEmpty() && replica.counters().equals(source.counters());
    String difference =
        "%s has %d rows that its source %s lacks %s, and lacks %d of it %s%s; counters %s and %s"
            .formatted(
                replica.address(),
                more.size(),
                source.address(),
                LossOracle.some(new HashSet<>(more.values())),
                less.size(),
                LossOracle.some(new HashSet<>(less.values())),
                acknowledged(played, less.values()),
                replica.counters(),
                source.counters());
    Set<String> said = said(played, replica, source);
    boolean isWithoutError = replica.runsWithoutError() && replica.caughtUp();
    if (!isEqual && isWithoutError && said.isEmpty()) {
      violations.add(new Violation("DIFFERS_IN_SILENCE", difference));
    }
    boolean isClosed = wasClosedAndLeftAlone(played, replica.node(), source.node());
    if (isClosed && (!replica.applierError().isEmpty() || (!isEqual && isWithoutError))) {
      violations.add(
          new Violation(
              "CLOSED_AND_WRONG",
              "gaps close of %s SUCCEEDED; then: %s; %s"
                  .formatted(replica.address(), replica.applierError(), difference)));
    }
  }

  /** When the first of these rows was acknowledged: before a kill or after it. */
  static String acknowledged(Played played, Collection<Long> tags) {
    return played.acks().stream()
        .filter(ack -> tags.contains(ack.tag()))
        .findFirst()
        .map(ack -> " (first acknowledged at " + ack.confirmed() + ")")
        .orElse("");
  }

  /** Findings about either, and open incidents of either. */
  private static Set<String> said(Played played, Truth.Server replica, Truth.Server source) {
    Set<String> said = new HashSet<>(played.truth().findingsOf(replica.address()));
    said.addAll(played.truth().findingsOf(source.address()));
    said.removeAll(HARMLESS);
    Stream.of(replica, source)
        .flatMap(each -> played.truth().incidentsOf(each.address()).stream())
        .filter(each -> each.at("/open").asBoolean())
        .forEach(each -> said.add("open incident"));
    return said;
  }

  /**
   * After the close nothing happened to it but starts of its threads, and its source lost nothing.
   */
  private static boolean wasClosedAndLeftAlone(Played played, int node, int source) {
    List<Deed.Asked> closes =
        played
            .deeds(Deed.Asked.class, node)
            .filter(each -> each.ask().wish() == Act.Wish.CLOSE_GAPS && each.wasAccepted())
            .filter(each -> OperationOracle.state(played, each).equals("SUCCEEDED"))
            .toList();
    if (closes.isEmpty()) {
      return false;
    }
    java.time.Instant at = closes.getLast().at();
    boolean isTouched =
        played.deeds(Deed.Ended.class, node).anyMatch(end -> end.at().isAfter(at))
            || played.deeds(Deed.Cut.class, node).findAny().isPresent()
            || played.deeds(Deed.InTheWay.class).findAny().isPresent();
    boolean isSourceIntact =
        played.deeds(Deed.Ended.class, source).noneMatch(end -> end.how() == Deed.End.KILLED);
    boolean isDurable =
        played.story().setup().flushLog() != 0 && played.story().setup().syncBinlog() == 1;
    return !isTouched && isSourceIntact && isDurable;
  }
}
